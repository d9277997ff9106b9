/** How often appends of other processes are looked for. */
const POLL_MS = 100

/** Wakes those who wait for the log to grow: at once for appends of this process, by looking for those of others. */
export function createChanges(head: () => number) {
  const waiting = new Set<{ readonly after: number; readonly wake: () => void }>()
  let timer: NodeJS.Timeout | undefined

  function wakeAll(): void {
    for (const { wake } of waiting) wake()
  }

  function poll(): void {
    let now: number
    try {
      now = head()
    } catch {
      // Whoever waits meets the same error when it reads, and can say so.
      wakeAll()
      return
    }
    for (const { after, wake } of waiting) if (now > after) wake()
  }

  /** Resolves when there may be more in the log than `after`, or when the signal aborts. */
  const beyond = (after: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = () => {
        waiting.delete(entry)
        signal.removeEventListener('abort', wake)
        if (waiting.size === 0) {
          clearInterval(timer)
          timer = undefined
        }
        resolve()
      }
      const entry = { after, wake }
      waiting.add(entry)
      signal.addEventListener('abort', wake)
      timer ??= setInterval(poll, POLL_MS).unref()
      if (signal.aborted) wake()
    })

  return { beyond, wakeAll }
}

export type Changes = ReturnType<typeof createChanges>
