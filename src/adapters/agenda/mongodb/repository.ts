// Agenda's repository of jobs in MongoDB, with fenced locks.
import type { JobParameters } from 'agenda'
import { newId } from '../../../kernel/ids.js'
import { type FencedJobRepository, unsupportedQueries } from '../fencedBackend.js'
import { idOf } from '../idOf.js'
import { claimed, holds, type KeptJob, released, requested, saved } from '../lifecycle.js'
import { overview } from '../overview.js'
import type { ClaimOptions } from '../tenant.js'
import type { MongoJobs } from './jobs.js'

/** Agenda's repository, with fenced locks. */
export function createRepository(jobs: MongoJobs): FencedJobRepository {
  return {
    connect: async () => {},
    ...unsupportedQueries,
    getJobsOverview: async () => overview(await jobs.all()),
    getJobById: async (id) => (await jobs.get(id)) ?? null,

    async saveJob<DATA>(job: JobParameters<DATA>) {
      if (job.uniqueOpts?.debounce) throw new Error('this store does not debounce jobs')
      const id = idOf(job)
      const given = { ...job } as JobParameters
      const kept = await jobs.change(id, (found) =>
        found && job.uniqueOpts?.insertOnly ? found : requested(found, id, given),
      )
      return kept as JobParameters<DATA>
    },
    async saveJobState(job) {
      // Agenda continues to modify its own object.
      const snapshot = { ...job }
      const lost = () => new Error(`the lock on the job ${job.name} was lost`)
      if (!snapshot._id) throw lost()
      await jobs.change(snapshot._id, (kept) => {
        if (!holds(kept, snapshot)) throw lost()
        return saved(kept, snapshot)
      })
    },

    // Never claim a job before it is due: another process could not bring it forward.
    getNextJobToRun: (
      name,
      _nextScanAt,
      lockDeadline,
      now = new Date(),
      { turn, claim = newId() }: ClaimOptions = {},
    ) => jobs.claimDue({ name, claim, turn }, lockDeadline, now),
    async lockJob({ _id, nextRunAt }) {
      if (!_id) return undefined
      let locked: KeptJob | undefined
      await jobs.change(_id, (kept) => {
        locked = undefined
        if (!kept || kept.lockedAt || kept.nextRunAt?.getTime() !== nextRunAt?.getTime()) return kept
        locked = claimed(kept, newId(), new Date())
        return locked
      })
      return locked
    },
    async unlockJob(job) {
      if (job._id) await jobs.change(job._id, (kept) => (holds(kept, job) ? released(kept, new Date()) : kept))
    },
    async releaseClaims(claims) {
      const releasedTokens = new Set<string>()
      for (const { _id, claim } of await jobs.heldBy(claims)) {
        await jobs.change(_id, (kept) => {
          if (!holds(kept, { claim })) return kept
          releasedTokens.add(claim!)
          return released(kept, new Date())
        })
      }
      return [...releasedTokens]
    },
    async unlockJobs(ids) {
      for (const id of ids) await jobs.change(id, (kept) => (kept?.lockedAt ? released(kept, new Date()) : kept))
    },
  }
}
