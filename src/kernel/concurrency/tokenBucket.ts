/**
 * Token bucket: a rate limit that allows bursts. It holds up to `capacity` tokens and gains `perSecond` every second.
 */
export interface TokenBucket {
  /** Takes all the tokens, or none. @returns whether there were enough */
  tryTake(tokens: number): boolean
}

export interface TokenBucketOptions {
  readonly capacity: number
  readonly perSecond: number
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** The bucket starts full. */
export function createTokenBucket({
  capacity,
  perSecond,
  now = () => performance.now(),
}: TokenBucketOptions): TokenBucket {
  let tokens = capacity
  let at = now()
  return {
    tryTake(requested) {
      const time = now()
      tokens = Math.min(capacity, tokens + ((time - at) / 1_000) * perSecond)
      at = time
      if (requested > tokens) return false
      tokens -= requested
      return true
    },
  }
}
