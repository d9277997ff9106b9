/**
 * Shared timeout: one deadline for many waits. `Promise.race` would do the same, but costs several promises and
 * closures per wait; here a wait costs one of each.
 */
interface SharedTimeout<Late> {
  /** The outcome of `work`, unless the deadline comes first; the work then continues, and its outcome is ignored. */
  race<T>(work: Promise<T>): Promise<T | Late>
  /** Ends all current and future waits with this value. */
  expire(value: Late): void
  /** Ends all current and future waits with this failure. */
  fail(reason: unknown): void
}

export function createSharedTimeout<Late>(): SharedTimeout<Late> {
  interface Waiting {
    readonly resolve: (value: Late) => void
    readonly reject: (reason: unknown) => void
  }
  const waiting = new Set<Waiting>()
  let ended: (() => Promise<Late>) | undefined

  return {
    race: <T>(work: Promise<T>) =>
      ended
        ? Promise.race([work, ended()])
        : new Promise<T | Late>((resolve, reject) => {
            const own = { resolve, reject }
            waiting.add(own)
            // Remove it as soon as it settles: over time there are many more waits than are pending concurrently.
            work.then(
              (value) => {
                waiting.delete(own)
                resolve(value)
              },
              (reason: unknown) => {
                waiting.delete(own)
                reject(reason)
              },
            )
          }),
    expire(value) {
      ended ??= () => Promise.resolve(value)
      for (const { resolve } of waiting) resolve(value)
      waiting.clear()
    },
    fail(reason) {
      ended ??= () => Promise.reject(reason)
      for (const { reject } of waiting) reject(reason)
      waiting.clear()
    },
  }
}
