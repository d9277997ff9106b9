const BUCKET_US = 20
const BUCKETS = 250_000

/** Latency histogram with 20 µs buckets up to 5 s; recording a value is cheap. */
export function createHistogram() {
  const counts = new Uint32Array(BUCKETS)
  let total = 0
  return {
    count(milliseconds: number): void {
      const bucket = Math.floor((milliseconds * 1_000) / BUCKET_US)
      const index = Math.min(bucket, BUCKETS - 1)
      counts[index] = counts[index]! + 1
      total++
    },
    /** Percentile in milliseconds. */
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
