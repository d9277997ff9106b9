import type { JobParameters } from 'agenda'
import { type FencedJobRepository, unsupportedQueries } from '../fencedBackend.js'
import { idOf } from '../idOf.js'
import { holds, requested, saved } from '../lifecycle.js'
import { overview } from '../overview.js'
import { type Access, createLocks } from './locks.js'

/** Agenda's repository, with fenced locks. Each method that changes something is one transaction. */
export function createRepository(access: Access): FencedJobRepository {
  const { tables, reading, writing } = access

  return {
    connect: async () => {},
    ...unsupportedQueries,
    getJobsOverview: async () => reading(() => overview(tables.all())),
    getJobById: async (id) => reading(() => tables.get(id) ?? null),

    async saveJob<DATA>(job: JobParameters<DATA>) {
      if (job.uniqueOpts?.debounce) throw new Error('this store does not debounce jobs')
      const id = idOf(job)
      const given = { ...job } as JobParameters
      const kept = await writing(() => {
        const found = tables.get(id)
        return found && job.uniqueOpts?.insertOnly ? found : tables.put(requested(found, id, given))
      })
      return kept as JobParameters<DATA>
    },
    async saveJobState(job) {
      // Agenda continues to modify its own object.
      const snapshot = { ...job }
      const held = await writing(() => {
        const kept = snapshot._id && tables.get(snapshot._id)
        if (!kept || !holds(kept, snapshot)) return false
        const next = saved(kept, snapshot)
        if (next) tables.put(next)
        else tables.remove(kept._id)
        return true
      })
      if (!held) throw new Error(`the lock on the job ${job.name} was lost`)
    },

    ...createLocks(access),
  }
}
