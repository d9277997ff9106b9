/** Conflating channel for one receiver: values sent while no receiver waits are reduced to the latest one. */
interface LatestChannel<T> {
  send(value: T): void
  /** The latest unreceived value; undefined when the signal aborts. Only one call may wait at a time. */
  receive(): Promise<T | undefined>
}

export function createLatestChannel<T>(signal: AbortSignal): LatestChannel<T> {
  let latest: { readonly value: T } | undefined
  let wake: (() => void) | undefined

  function wakeReceiver(): void {
    wake?.()
    wake = undefined
  }
  signal.addEventListener('abort', wakeReceiver, { once: true })

  return {
    send(value) {
      latest = { value }
      wakeReceiver()
    },
    async receive() {
      if (!latest && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const value = latest?.value
      latest = undefined
      return signal.aborted ? undefined : value
    },
  }
}
