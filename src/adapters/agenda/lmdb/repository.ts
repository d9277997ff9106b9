import type { JobParameters, RemoveJobsOptions } from 'agenda'
import type { FencedJobRepository } from '../fencedBackend.js'
import { idOf } from '../idOf.js'
import { holds, requested, saved } from '../lifecycle.js'
import { matches, overview, search } from '../search.js'
import { type Access, createLocks } from './locks.js'

/** Agenda's repository, with fenced locks. Each method that changes something is one transaction. */
export function createRepository(access: Access): FencedJobRepository {
  const { tables, reading, writing } = access
  const matching = (options: RemoveJobsOptions) => [...tables.all()].filter((job) => matches(job, options))

  const setDisabled = (options: RemoveJobsOptions, disabled: boolean) =>
    writing(() => {
      const changing = matching(options).filter((job) => Boolean(job.disabled) !== disabled)
      for (const job of changing) tables.put({ ...job, disabled })
      return changing.length
    })

  return {
    connect: async () => {},
    queryJobs: async (options) => reading(() => search(tables.all(), options)),
    getJobsOverview: async () => reading(() => overview(tables.all())),
    getDistinctJobNames: async () => reading(() => overview(tables.all()).map(({ name }) => name)),
    getJobById: async (id) => reading(() => tables.get(id) ?? null),
    getQueueSize: async () => reading(() => search(tables.all(), { state: 'queued' }).total),
    removeJobs: (options) =>
      writing(() => {
        const removed = matching(options)
        for (const { _id } of removed) tables.remove(_id)
        return removed.length
      }),
    purgeAllJobs: () =>
      writing(() => {
        const removed = [...tables.all()]
        for (const { _id } of removed) tables.remove(_id)
        return removed.length
      }),
    disableJobs: (options) => setDisabled(options, true),
    enableJobs: (options) => setDisabled(options, false),

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
