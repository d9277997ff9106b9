/** Work that survives its process: run at least once, perhaps twice, so whatever it does must bear being repeated. */
export interface Jobs {
  /**
   * Has the job `name` run for `key`, now or at a time (milliseconds since the epoch). There is one job for a name and
   * a key: asked again before it ran, the earlier time counts; asked while it runs, it runs once more.
   */
  enqueue(name: string, key: string, at?: number): Promise<void>
}

export interface JobRun {
  /** Aborts when the run should end soon: the service stops, or the job's lock was lost. */
  readonly signal: AbortSignal
}

/** One run. @returns when to run again (milliseconds since the epoch), or nothing when all is done; throwing = back off */
export type JobHandler = (key: string, run: JobRun) => Promise<{ readonly again: number } | undefined>

export interface JobDefinition {
  readonly name: string
  /** Runs at once in one process. */
  readonly concurrency: number
  readonly handler: JobHandler
}
