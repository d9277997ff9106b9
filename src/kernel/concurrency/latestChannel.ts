/** Wakes one who waits. Rings that nobody waited for are one: the last. */
export interface LatestChannel<T> {
  send(value: T): void
  /** The newest ring since the last time; undefined when the signal aborts. One may wait at a time. */
  receive(): Promise<T | undefined>
}

export function createLatestChannel<T>(signal: AbortSignal): LatestChannel<T> {
  let last: { readonly value: T } | undefined
  let wake: (() => void) | undefined

  function awaken(): void {
    wake?.()
    wake = undefined
  }
  signal.addEventListener('abort', awaken, { once: true })

  return {
    send(value) {
      last = { value }
      awaken()
    },
    async receive() {
      if (!last && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const value = last?.value
      last = undefined
      return signal.aborted ? undefined : value
    },
  }
}
