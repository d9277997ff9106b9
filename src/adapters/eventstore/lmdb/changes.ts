// Wakes subscribers after appends, also those of other processes.

/** Interval of polls for appends of other processes, in milliseconds. */
const POLL_MS = 100

/** Wakes the waiters for new events: immediately after appends of this process, by polling for those of others. */
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
      // A subscriber gets the same error when it reads, and reports it.
      wakeAll()
      return
    }
    for (const { after, wake } of waiting) if (now > after) wake()
  }

  /** Resolves when the log may have events after `after`, or when the signal aborts. */
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
