import type { JobId, JobParameters } from 'agenda'

/** A job as a backend keeps it: what Agenda knows of it, and two members of ours that make its locks safe. */
export interface KeptJob extends JobParameters {
  _id: JobId
  /** Names the claim under which it is locked. Agenda hands it back with every save: only saves that carry it count. */
  claim?: string
  /** The earliest time it was asked for since it was claimed: the run under way may be past what it was asked for. */
  asked?: Date
}

const earlier = (a: Date | null | undefined, b: Date | null | undefined): Date | null =>
  a && b ? (a < b ? a : b) : (a ?? b ?? null)

/** What only the holder of the lock may say, and what only `saveJob` is told. */
const WITHHELD = [
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

/** A job that was not there, or is there and asked for again: the earlier time counts, and none is forgotten. */
export function asked(kept: KeptJob | undefined, _id: JobId, job: JobParameters): KeptJob {
  const told = { ...job, _id }
  for (const member of WITHHELD) delete told[member]
  if (!kept) return told
  const both = { ...kept, ...told, nextRunAt: kept.nextRunAt }
  if (!kept.lockedAt) return { ...both, nextRunAt: earlier(kept.nextRunAt, job.nextRunAt) }
  const next = earlier(kept.asked, job.nextRunAt)
  return next ? { ...both, asked: next } : both
}

/** A run that ended without a word has to be done again: then there is no time at which the job is due. */
export const claimed = (kept: KeptJob, claim: string, now: Date): KeptJob => ({
  ...kept,
  claim,
  lockedAt: now,
  nextRunAt: kept.nextRunAt ?? now,
})

/** The job without its lock, due if its run had begun. */
export const released = (kept: KeptJob, now: Date): KeptJob => ({ ...unlocked(kept), nextRunAt: kept.nextRunAt ?? now })

function unlocked({ lockedAt, claim, ...job }: KeptJob): KeptJob {
  return job
}

/** Whether what Agenda says of a job is said by the holder of its lock. */
export const holds = (kept: KeptJob | undefined, job: Partial<KeptJob>): kept is KeptJob =>
  kept?.claim !== undefined && kept.claim === job.claim

/** What the holder saved; undefined when its run has ended well and nobody asked for another. */
export function saved(kept: KeptJob, job: JobParameters): KeptJob | undefined {
  const { lockedAt, nextRunAt } = job
  const next = { ...kept, ...toldOfRun(job) }
  if (lockedAt) return { ...next, lockedAt, nextRunAt }
  const { asked, ...ended } = unlocked(next)
  const again = earlier(nextRunAt, asked)
  return again || ended.failCount ? { ...ended, nextRunAt: again } : undefined
}

function toldOfRun({ lastRunAt, lastFinishedAt, failedAt, failCount, failReason, progress }: JobParameters) {
  const told = { lastRunAt, lastFinishedAt, failedAt, failCount, failReason, progress }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}
