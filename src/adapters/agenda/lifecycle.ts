// The states of a stored job: requested, claimed, ended.
import type { JobId, JobParameters } from 'agenda'

/** A job as a backend stores it: Agenda's members, and two of ours, whose names are persisted. */
export interface KeptJob extends JobParameters {
  _id: JobId
  /** Fencing token of the claim that holds the lock. Agenda returns it with every save; saves without it are rejected. */
  claim?: string
  /** Earliest time requested since the claim: the current run may have started too early to cover the request. */
  asked?: Date
}

const earlier = (a: Date | null | undefined, b: Date | null | undefined): Date | null =>
  a && b ? (a < b ? a : b) : (a ?? b ?? null)

/** Members that only the lock holder may set, and those that are only options of `saveJob`. */
const NOT_REQUESTABLE = [
  'lockedAt',
  'lastRunAt',
  'lastFinishedAt',
  'failedAt',
  'failCount',
  'failReason',
  'progress',
  'unique',
  'uniqueOpts',
] as const

/** A new job, or an existing one requested again: the earlier time counts, and no request is lost. */
export function requested(kept: KeptJob | undefined, _id: JobId, job: JobParameters): KeptJob {
  const request = { ...job, _id }
  for (const member of NOT_REQUESTABLE) delete request[member]
  if (!kept) return request
  const both = { ...kept, ...request, nextRunAt: kept.nextRunAt }
  if (!kept.lockedAt) return { ...both, nextRunAt: earlier(kept.nextRunAt, job.nextRunAt) }
  const next = earlier(kept.asked, job.nextRunAt)
  return next ? { ...both, asked: next } : both
}

/** The job, locked. It keeps a due time, so that a run that dies silently is repeated. */
export const claimed = (kept: KeptJob, claim: string, now: Date): KeptJob => ({
  ...kept,
  claim,
  lockedAt: now,
  nextRunAt: kept.nextRunAt ?? now,
})

/** The job without its lock; due immediately if its run had started. */
export const released = (kept: KeptJob, now: Date): KeptJob => ({ ...unlocked(kept), nextRunAt: kept.nextRunAt ?? now })

function unlocked({ lockedAt, claim, ...job }: KeptJob): KeptJob {
  return job
}

/** Whether a save by Agenda comes from the holder of the job's lock. */
export const holds = (kept: KeptJob | undefined, job: Partial<KeptJob>): kept is KeptJob =>
  kept?.claim !== undefined && kept.claim === job.claim

/** The job after a save by its holder; undefined when the run succeeded and no other was requested. */
export function saved(kept: KeptJob, job: JobParameters): KeptJob | undefined {
  const { lockedAt, nextRunAt } = job
  const next = { ...kept, ...runFieldsOf(job) }
  if (lockedAt) return { ...next, lockedAt, nextRunAt }
  const { asked, ...ended } = unlocked(next)
  const again = earlier(nextRunAt, asked)
  return again || ended.failCount ? { ...ended, nextRunAt: again } : undefined
}

function runFieldsOf({ lastRunAt, lastFinishedAt, failedAt, failCount, failReason, progress }: JobParameters) {
  const fields = { lastRunAt, lastFinishedAt, failedAt, failCount, failReason, progress }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
