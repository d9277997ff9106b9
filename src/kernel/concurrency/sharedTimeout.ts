/**
 * A moment that many waits share. `Promise.race` would do, at the price of several promises and closures for each of
 * them; here a wait costs one of each.
 */
export interface SharedTimeout<Late> {
  /** The outcome of `work`, unless the moment comes first; the work goes on then, and nobody waits for it. */
  race<T>(work: Promise<T>): Promise<T | Late>
  /** The moment has come: everyone who waits goes on with this, and so does whoever begins to wait from now on. */
  expire(value: Late): void
  /** The same, with a failure. */
  fail(reason: unknown): void
}

export function createSharedTimeout<Late>(): SharedTimeout<Late> {
  interface Waiting {
    readonly resolve: (value: Late) => void
    readonly reject: (reason: unknown) => void
  }
  const waiting = new Set<Waiting>()
  let over: (() => Promise<Late>) | undefined

  return {
    race: <T>(work: Promise<T>) =>
      over
        ? Promise.race([work, over()])
        : new Promise<T | Late>((resolve, reject) => {
            const own = { resolve, reject }
            waiting.add(own)
            // Held no longer than it waits: there may be many more of them than wait at once.
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
      over ??= () => Promise.resolve(value)
      for (const { resolve } of waiting) resolve(value)
      waiting.clear()
    },
    fail(reason) {
      over ??= () => Promise.reject(reason)
      for (const { reject } of waiting) reject(reason)
      waiting.clear()
    },
  }
}
