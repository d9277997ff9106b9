const BUCKET_US = 20
const BUCKETS = 250_000

/** Latency histogram with buckets of 20 µs up to 5 s; recording a value is cheap. */
export function createHistogram() {
  const counts = new Uint32Array(BUCKETS)
  let total = 0
  return {
    record(milliseconds: number): void {
      const bucket = Math.floor((milliseconds * 1_000) / BUCKET_US)
      const index = Math.min(bucket, BUCKETS - 1)
      counts[index] = counts[index]! + 1
      total++
    },
    /** @param share 0.99 for the 99th percentile @returns milliseconds */
    quantile(share: number): number {
      let left = Math.ceil(total * share)
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        left -= counts[bucket]!
        if (left <= 0) return ((bucket + 1) * BUCKET_US) / 1_000
      }
      return 0
    },
  }
}

export interface LatencySummary {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** A histogram that also keeps the exact maximum. */
export function createLatencyRecorder() {
  const histogram = createHistogram()
  let count = 0
  let maxMs = 0
  return {
    record(milliseconds: number): void {
      histogram.record(milliseconds)
      count++
      maxMs = Math.max(maxMs, milliseconds)
    },
    count: () => count,
    summary: (): LatencySummary => ({
      count,
      p50Ms: histogram.quantile(0.5),
      p99Ms: histogram.quantile(0.99),
      maxMs,
    }),
  }
}
