/** What lies further back says little about now. */
const WINDOW_MS = 15_000

export interface ThroughputMeter {
  /** So much is done by now. */
  note(done: number): void
  /** undefined as long as nothing can be told. */
  perSecond(): number | undefined
  /** Milliseconds until all is done, as it goes; undefined as long as nothing can be told. */
  left(total: number): number | undefined
}

/** How fast something goes, of the last seconds. @param now milliseconds of a clock that only goes forward */
export function createThroughputMeter(now: () => number): ThroughputMeter {
  const samples: { readonly at: number; readonly done: number }[] = []

  function perSecond(): number | undefined {
    const [first] = samples
    const last = samples.at(-1)
    if (!first || !last || last.at === first.at) return undefined
    return ((last.done - first.done) * 1_000) / (last.at - first.at)
  }

  return {
    note(done) {
      const at = now()
      samples.push({ at, done })
      // Two are always left, or slow things would have no pace at all.
      while (samples.length > 2 && samples[1]!.at <= at - WINDOW_MS) samples.shift()
    },
    perSecond,
    left(total) {
      const rate = perSecond()
      return rate ? ((total - samples.at(-1)!.done) * 1_000) / rate : undefined
    },
  }
}
