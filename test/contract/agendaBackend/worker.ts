import type { JobParameters, JobRepository, JobRepositoryOptions } from 'agenda'
import { idOf } from '../../../src/adapters/agenda/idOf.js'
import type { Turn } from '../../../src/kernel/ports/jobs.js'

/** Maximum age of a lock that is not renewed. */
export const LOCK_MS = 30_000

/** Schedules a job as the job runner does. */
export const ask = (jobs: JobRepository, key: string, at = Date.now(), name = 'work') =>
  jobs.saveJob(
    { name, data: { key }, type: 'normal', priority: 0, nextRunAt: new Date(at), unique: { 'data.key': key } },
    undefined,
  )

/** Schedules a tenant's job, due immediately. */
export const askFor = (jobs: JobRepository, tenant: string, key: string, at = Date.now()) => {
  const job = { name: 'work', data: { key, tenant }, type: 'normal' as const, priority: 0 }
  return jobs.saveJob({ ...job, nextRunAt: new Date(at), unique: { 'data.key': key } }, undefined)
}

/** Claims for tenants in turn, as the job runner does once one of them has used its share. */
export const claimInTurn = (jobs: JobRepository, turn: Turn, at = Date.now()) => {
  const options: JobRepositoryOptions & { turn: Turn } = { turn }
  return jobs.getNextJobToRun('work', new Date(at + 5_000), new Date(at - LOCK_MS), new Date(at), options)
}

/** Claims as Agenda does, which looks some seconds ahead; `at` is the machine's time. */
export const claim = (jobs: JobRepository, at = Date.now(), name = 'work') =>
  jobs.getNextJobToRun(name, new Date(at + 5_000), new Date(at - LOCK_MS), new Date(at), undefined)

/** Saves as Agenda does when a run starts. */
export async function begin(jobs: JobRepository, job: JobParameters, at = Date.now()): Promise<JobParameters> {
  const started = { ...job, lastRunAt: new Date(at), nextRunAt: null }
  await jobs.saveJobState(started, undefined)
  return started
}

/** Saves as Agenda does when a run has ended. */
export async function end(jobs: JobRepository, job: JobParameters, again?: number, at = Date.now()): Promise<void> {
  const { lockedAt, ...ended } = job
  const nextRunAt = again === undefined ? null : new Date(again)
  await jobs.saveJobState({ ...ended, lastFinishedAt: new Date(at), nextRunAt }, undefined)
}

export async function touch(jobs: JobRepository, job: JobParameters, at: number): Promise<void> {
  await jobs.saveJobState({ ...job, lockedAt: new Date(at) }, undefined)
}

export const keyOf = (job: JobParameters | undefined): string | undefined => (job?.data as { key: string })?.key

/** The job of this key, or null. */
export const jobOf = (jobs: JobRepository, key: string, name = 'work'): Promise<JobParameters | null> =>
  jobs.getJobById(idOf({ name, type: 'normal', priority: 0, nextRunAt: null, data: {}, unique: { 'data.key': key } }))

/** Number of jobs, of all names and in all states. */
export const countIn = async (jobs: JobRepository): Promise<number> =>
  (await jobs.getJobsOverview()).reduce((sum, { total }) => sum + total, 0)
