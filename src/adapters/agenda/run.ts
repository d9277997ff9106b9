// One run of a job, from its claim to its end.
import type { Job } from 'agenda'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { JobDefinition } from '../../kernel/ports/jobs.js'

/** The data that Agenda stores with a job. */
export type JobData = { readonly key: string; readonly tenant?: string }

export interface Run {
  readonly definition: Pick<JobDefinition, 'name' | 'isLong'>
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number
  /** Aborts the handler's signal. */
  abort(reason: string): void
  /** Resolves when the handler has ended; rejects when it threw. Then Agenda saves the state in `job`. */
  readonly ended: Promise<void>
}

interface RunOptions {
  readonly definition: JobDefinition
  readonly touchMs: number
  readonly lockMs: number
}

/** One run of a job: renews its lock while the handler works, and aborts the handler when the lock is lost. */
export function startRun(job: Job<JobData>, { definition, touchMs, lockMs }: RunOptions): Run {
  const aborting = new AbortController()
  const abort = (reason: string) => aborting.abort(new Error(reason))
  // Before another process can take the lock over, and late enough for one renewal to fail.
  const expiry = setTimeout(() => abort('the lock could not be renewed'), lockMs - touchMs / 2)
  const renewal = setInterval(renew, touchMs)
  let ended = false

  async function renew(): Promise<void> {
    try {
      await job.touch()
      if (!ended) expiry.refresh()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) abort('the lock was lost')
    }
  }

  async function work(): Promise<void> {
    try {
      const outcome = await definition.handler(job.attrs.data.key, { signal: aborting.signal })
      job.attrs.nextRunAt = outcome ? toDate(outcome.again) : null
    } catch (error) {
      if (!aborting.signal.aborted) throw error
      job.attrs.nextRunAt = new Date()
    } finally {
      ended = true
      clearInterval(renewal)
      clearTimeout(expiry)
    }
  }

  return { definition, startedAtMs: Date.now(), abort, ended: work() }
}

/** @throws RangeError when the time is invalid */
export function toDate(milliseconds: number): Date {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) throw new RangeError(`invalid time: ${milliseconds}`)
  return date
}
