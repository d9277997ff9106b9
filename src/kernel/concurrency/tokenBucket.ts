/**
 * Token bucket: a rate limit that allows bursts. It holds up to `capacity` tokens and gains `perSecond` every second.
 */
export interface TokenBucket {
  /** Takes all the tokens, or none. @returns whether there were enough */
  tryTake(tokens: number): boolean
  /**
   * Takes the tokens even if there are too few, at most down to a debt of `maxDebt`.
   * @returns the milliseconds after which the debt is repaid; 0 if there is none
   */
  takeOnCredit(tokens: number): number
}

export interface TokenBucketOptions {
  readonly capacity: number
  readonly perSecond: number
  /** Default: 0. */
  readonly maxDebt?: number
  /** Clock in milliseconds; default: a monotonic one. */
  readonly now?: () => number
}

/** The bucket starts full. */
export function createTokenBucket({
  capacity,
  perSecond,
  maxDebt = 0,
  now = () => performance.now(),
}: TokenBucketOptions): TokenBucket {
  let tokens = capacity
  let at = now()

  function refill(): void {
    const time = now()
    // An infinite rate adds nothing in no time, nor does a clock that was set back.
    if (time > at) tokens = Math.min(capacity, tokens + ((time - at) / 1_000) * perSecond)
    at = time
  }

  return {
    tryTake(requested) {
      refill()
      if (requested > tokens) return false
      tokens -= requested
      return true
    },
    takeOnCredit(taken) {
      refill()
      tokens = Math.max(-maxDebt, tokens - taken)
      return Math.max(0, (-tokens / perSecond) * 1_000)
    },
  }
}
