/**
 * A moment that many waits share. `Promise.race` would do, at the price of several promises and closures for each of
 * them; here a wait costs one of each.
 */
export interface CutOff<Late> {
  /** The outcome of `work`, unless the moment comes first; the work goes on then, and nobody waits for it. */
  within<T>(work: Promise<T>): Promise<T | Late>
  /** The moment has come: everyone who waits goes on with this, and so does whoever begins to wait from now on. */
  late(value: Late): void
  /** The same, with a failure. */
  fail(reason: unknown): void
}

export function createCutOff<Late>(): CutOff<Late> {
  const waiting: { readonly resolve: (value: Late) => void; readonly reject: (reason: unknown) => void }[] = []
  let over: (() => Promise<Late>) | undefined

  return {
    within: <T>(work: Promise<T>) =>
      over
        ? Promise.race([work, over()])
        : new Promise<T | Late>((resolve, reject) => {
            waiting.push({ resolve, reject })
            work.then(resolve, reject)
          }),
    late(value) {
      over ??= () => Promise.resolve(value)
      for (const { resolve } of waiting.splice(0)) resolve(value)
    },
    fail(reason) {
      over ??= () => Promise.reject(reason)
      for (const { reject } of waiting.splice(0)) reject(reason)
    },
  }
}
