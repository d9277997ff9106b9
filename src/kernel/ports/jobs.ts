/** Persistent job queue. A job survives its process and runs at least once, so its handler must be idempotent. */
export interface Jobs {
  /**
   * Schedules the job `name` for `key`, by default for now. There is one job per name and key: if it is enqueued again
   * before it ran, the earlier time applies; if it is enqueued while it runs, it runs once more.
   */
  enqueue(name: string, key: string, options?: EnqueueOptions): Promise<void>
}

interface EnqueueOptions {
  /** When to run, milliseconds since the epoch; now by default. */
  readonly at?: number
  /** Owner of the job: tenants share the slots of a name fairly. A job without one counts as a separate tenant. */
  readonly tenant?: string
}

/** Which due job a worker claims next, given that some tenants already have their fair share of the slots. */
export interface Turn {
  /** Tenants that have their share: none of their jobs may be claimed. */
  readonly excluded: ReadonlySet<string>
  /** Tenants are served round-robin in order of id, starting after this one; '' starts a new round. */
  readonly after: string
}

export interface JobRun {
  /** Aborts when the run should end soon: the service is stopping, or the job's lock was lost. */
  readonly signal: AbortSignal
}

/**
 * Executes one run.
 * @returns when to run again (milliseconds since the epoch); undefined when done. If it throws, the job is retried with
 * back-off
 */
export type JobHandler = (key: string, run: JobRun) => Promise<{ readonly again: number } | undefined>

export interface JobDefinition {
  readonly name: string
  /** Maximum number of concurrent runs in one process, all tenants together. */
  readonly concurrency: number
  readonly handler: JobHandler
  /** Whether a run may take hours: others that take minutes are reported as hanging. */
  readonly isLong?: true
}

/** Number of jobs of one name, across all processes. */
export interface JobCounts {
  readonly name: string
  readonly due: number
  readonly running: number
  /** Scheduled for later. */
  readonly later: number
  /** The last run failed; they will be retried. */
  readonly failing: number
}

/** Slots of one job name in this process. */
export interface SlotCounts {
  readonly name: string
  readonly taken: number
  readonly free: number
  /** Number of tenants that hold slots and may not take another one now. */
  readonly limitedTenants: number
}
