/** Work that survives its process: run at least once, perhaps twice, so whatever it does must bear being repeated. */
export interface Jobs {
  /**
   * Has the job `name` run for `key`, now unless told otherwise. There is one job for a name and a key: asked again
   * before it ran, the earlier time counts; asked while it runs, it runs once more.
   */
  enqueue(name: string, key: string, options?: EnqueueOptions): Promise<void>
}

export interface EnqueueOptions {
  /** When to run, milliseconds since the epoch. */
  readonly at?: number
  /** Whose work it is: tenants share the runs of a name fairly. A job without one is a tenant of its own. */
  readonly tenant?: string
}

/** Which due job is claimed next once a tenant has its share of the runs. */
export interface Turn {
  /** Tenants that have their share: none of their jobs is claimed. */
  readonly excluded: ReadonlySet<string>
  /** Tenants are served round-robin in the order of their ids, from the one that follows this; '' begins a round. */
  readonly after: string
}

export interface JobRun {
  /** Aborts when the run should end soon: the service stops, or the job's lock was lost. */
  readonly signal: AbortSignal
}

/** One run. @returns when to run again (milliseconds since the epoch), or nothing when all is done; throwing = back off */
export type JobHandler = (key: string, run: JobRun) => Promise<{ readonly again: number } | undefined>

export interface JobDefinition {
  readonly name: string
  /** Runs at once in one process, of all tenants together. */
  readonly concurrency: number
  readonly handler: JobHandler
}
