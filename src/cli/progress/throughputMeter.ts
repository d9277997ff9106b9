/** Length of the sliding window. */
const WINDOW_MS = 15_000
/** Samples closer than this are one: progress may be reported a million times within the window. */
const SPACING_MS = 250

export interface ThroughputMeter {
  /** Records the amount done so far. */
  record(done: number): void
  /** Rate over the window; undefined with fewer than two samples. */
  perSecond(): number | undefined
  /** Estimated milliseconds until `total` is done; undefined without a rate above 0. */
  millisecondsLeft(total: number): number | undefined
}

/** Measures the throughput over the last seconds. @param now monotonic clock, in milliseconds */
export function createThroughputMeter(now: () => number): ThroughputMeter {
  const samples: { readonly at: number; readonly done: number }[] = []

  function perSecond(): number | undefined {
    const [first] = samples
    const last = samples.at(-1)
    if (!first || !last || last.at === first.at) return undefined
    return ((last.done - first.done) * 1_000) / (last.at - first.at)
  }

  return {
    record(done) {
      const at = now()
      if (samples.length > 1 && samples.at(-1)!.at - samples.at(-2)!.at < SPACING_MS) samples.pop()
      samples.push({ at, done })
      // Two samples always remain; otherwise slow work would have no rate.
      while (samples.length > 2 && samples[1]!.at <= at - WINDOW_MS) samples.shift()
    },
    perSecond,
    millisecondsLeft(total) {
      const rate = perSecond()
      return rate !== undefined && rate > 0 ? ((total - samples.at(-1)!.done) * 1_000) / rate : undefined
    },
  }
}
