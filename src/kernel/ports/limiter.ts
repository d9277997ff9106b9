export interface Window {
  readonly allowed: boolean
  readonly remaining: number
  /** Milliseconds since the epoch at which the window ends. */
  readonly resetsAt: number
}

/** A limiter of one process, which never waits. */
export interface LocalLimiter {
  /** See {@link Limiter.hit}. */
  hit(key: string, limit: number, windowMs: number, hits?: number): Window
}

/** Counts in fixed windows that start at the first hit. */
export interface Limiter {
  /**
   * Counts one hit on `key`, or as many at once as `hits` says; what goes beyond `limit` is refused as a whole and not
   * counted. Synchronous where it can be.
   */
  hit(key: string, limit: number, windowMs: number, hits?: number): Window | Promise<Window>
}
