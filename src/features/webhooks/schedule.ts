const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Between the end of an attempt that failed and the next, before chance moves it. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
/** Chance moves a retry by up to this share, so that targets that came back are not met by everyone at once. */
const JITTER = 0.2
/** Who asks for longer is asked after this. */
const MAX_RETRY_AFTER_MS = DAY

/** Failures without a success between them for this long disable a webhook. */
export const FAILING_MS = 5 * DAY

export interface FailedAttempt {
  /** Attempts of this delivery that failed, this one included. */
  readonly failed: number
  /** When it ended, milliseconds since the epoch. */
  readonly now: number
  /** What the target asked us to wait. */
  readonly retryAfterMs?: number | undefined
  /** From 0 to 1. */
  readonly chance: number
}

/** When to try again, milliseconds since the epoch; undefined when it was the last attempt. */
export function nextAttemptAt({ failed, now, retryAfterMs = 0, chance }: FailedAttempt): number | undefined {
  const delay = RETRY_DELAYS_MS[failed - 1]
  if (delay === undefined) return undefined
  const scheduled = delay * (1 - JITTER + 2 * JITTER * chance)
  return now + Math.round(Math.max(scheduled, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}
