/** All in milliseconds. */
export interface JobTimings {
  /** Interval between polls for due jobs: those enqueued by other processes, and those whose time has come. */
  readonly pollMs: number
  /** Lifetime of a lock that is not renewed; then another process takes it over. */
  readonly lockMs: number
  /** Interval at which a run renews its lock. */
  readonly touchMs: number
  /** Delay before the first retry of a run that threw; doubles up to `lastRetryMs`. */
  readonly firstRetryMs: number
  readonly lastRetryMs: number
  /** How long to wait for runs to end when the service stops. */
  readonly drainMs: number
  /** Time without a poll after which polling counts as stalled. */
  readonly stalledMs: number
  /** Duration after which a run counts as hung: each should yield its slot to others after 20 s. */
  readonly hangMs: number
}

export const DEFAULT_TIMINGS: JobTimings = {
  pollMs: 1_000,
  lockMs: 30_000,
  touchMs: 10_000,
  firstRetryMs: 1_000,
  lastRetryMs: 60_000,
  drainMs: 10_000,
  stalledMs: 30_000,
  hangMs: 10 * 60_000,
}
