/** State of a rate limit window after a hit. */
export interface Window {
  readonly allowed: boolean
  readonly remaining: number
  /** Milliseconds since the epoch at which the window ends. */
  readonly resetsAt: number
}

/** A rate limiter local to one process; always synchronous. */
export interface LocalLimiter {
  /** See {@link Limiter.hit}. */
  hit(key: string, limit: number, windowMs: number, hits?: number): Window
}

/** A fixed-window rate limiter; a window starts at its first hit. */
export interface Limiter {
  /**
   * Counts one hit on `key`, or `hits` of them, all or nothing: hits that would exceed `limit` are refused and not
   * counted. Synchronous where possible.
   */
  hit(key: string, limit: number, windowMs: number, hits?: number): Window | Promise<Window>
}
