import type { Job } from 'agenda'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'

/** What Agenda keeps of a job. */
export type JobData = { readonly key: string; readonly tenant?: string }

export interface Run {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly began: number
  /** Tells the handler to end soon. */
  abort(reason: string): void
  /** Resolves when the handler has ended; rejects when it threw. Then Agenda saves what `job` says. */
  readonly ended: Promise<void>
}

export interface RunOptions {
  readonly name: string
  readonly handler: JobHandler
  readonly touchMs: number
  readonly lockMs: number
}

/** One run of a job: renews its lock while the handler works, and tells the handler when the lock is lost. */
export function startRun(job: Job<JobData>, { name, handler, touchMs, lockMs }: RunOptions): Run {
  const aborting = new AbortController()
  const abort = (reason: string) => aborting.abort(new Error(reason))
  // Before the lock can be taken by somebody else, and late enough for one renewal to fail.
  const expiry = setTimeout(() => abort('the lock could not be renewed'), lockMs - touchMs / 2)
  const touching = setInterval(touch, touchMs)
  let over = false

  async function touch(): Promise<void> {
    try {
      await job.touch()
      if (!over) expiry.refresh()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) abort('the lock was lost')
    }
  }

  async function work(): Promise<void> {
    try {
      const outcome = await handler(job.attrs.data.key, { signal: aborting.signal })
      job.attrs.nextRunAt = outcome ? toDate(outcome.again) : null
    } catch (error) {
      if (!aborting.signal.aborted) throw error
      job.attrs.nextRunAt = new Date()
    } finally {
      over = true
      clearInterval(touching)
      clearTimeout(expiry)
    }
  }

  return { name, began: Date.now(), abort, ended: work() }
}

/** @throws RangeError when it is no time at all */
export function toDate(milliseconds: number): Date {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) throw new RangeError(`${milliseconds} is no time`)
  return date
}
