/** A rate limit that allows bursts: it holds up to `capacity` tokens and gains `perSecond` of them every second. */
export interface TokenBucket {
  /** Takes tokens, or none at all. @returns whether there were enough */
  tryTake(tokens: number): boolean
}

export interface TokenBucketOptions {
  readonly capacity: number
  readonly perSecond: number
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number
}

/** Full at first. */
export function createTokenBucket({
  capacity,
  perSecond,
  now = () => performance.now(),
}: TokenBucketOptions): TokenBucket {
  let tokens = capacity
  let at = now()
  return {
    tryTake(wanted) {
      const time = now()
      tokens = Math.min(capacity, tokens + ((time - at) / 1_000) * perSecond)
      at = time
      if (wanted > tokens) return false
      tokens -= wanted
      return true
    },
  }
}
