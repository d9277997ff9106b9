import type { JobParameters, RemoveJobsOptions } from 'agenda'
import { newId } from '../../../kernel/ids.js'
import type { Turn } from '../../../kernel/ports/jobs.js'
import type { FencedJobRepository } from '../fencedBackend.js'
import { idOf } from '../idOf.js'
import { claimed, holds, type KeptJob, released, requested, saved } from '../lifecycle.js'
import { matches, overview, search } from '../search.js'
import { type ClaimOptions, tenantOf } from '../tenant.js'
import type { Tables } from './tables.js'

/** The last time that a Date can represent. */
const LAST_DATE = new Date(8.64e15)

export interface Access {
  readonly tables: Tables
  readonly reading: <T>(read: () => T) => T
  /** Runs inside a write transaction; resolves when it is on disk. */
  readonly writing: <T>(write: () => T) => Promise<T>
}

/** Agenda's repository, with fenced locks. Each method that changes something is one transaction. */
export function createRepository({ tables, reading, writing }: Access): FencedJobRepository {
  const matching = (options: RemoveJobsOptions) => [...tables.all()].filter((job) => matches(job, options))

  function due(name: string, lockDeadline: Date, now: Date, turn?: Turn): KeptJob | undefined {
    for (const job of tables.inQueue('locked', name, lockDeadline)) {
      if (!turn?.excluded.has(tenantOf(job))) return job
    }
    if (turn) return tables.nextInTurn(name, now, turn)
    for (const job of tables.inQueue('waiting', name, now)) return job
    return undefined
  }

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

    async getNextJobToRun(name, _nextScanAt, lockDeadline, now, { turn, claim = newId() }: ClaimOptions = {}) {
      // Never claim a job before it is due: another process could not bring it forward.
      if (!reading(() => due(name, lockDeadline, now ?? new Date(), turn))) return undefined
      return writing(() => {
        const at = now ?? new Date()
        const found = due(name, lockDeadline, at, turn)
        return found && tables.put(claimed(found, claim, at))
      })
    },
    lockJob: ({ _id, nextRunAt }) =>
      writing(() => {
        const found = _id && tables.get(_id)
        if (!found || found.lockedAt || found.disabled || found.nextRunAt?.getTime() !== nextRunAt?.getTime()) {
          return undefined
        }
        return tables.put(claimed(found, newId(), new Date()))
      }),
    unlockJob: (job) =>
      writing(() => {
        const kept = job._id && tables.get(job._id)
        if (kept && holds(kept, job)) tables.put(released(kept, new Date()))
      }),
    async releaseClaims(claims) {
      const tokens = new Set(claims.map(({ token }) => token))
      const names = [...new Set(claims.map(({ name }) => name))]
      const held = () =>
        names.flatMap((name) =>
          [...tables.inQueue('locked', name, LAST_DATE)].filter(
            ({ claim }) => claim !== undefined && tokens.has(claim),
          ),
        )
      if (reading(held).length === 0) return []
      return writing(() => held().map((job) => tables.put(released(job, new Date())) && job.claim!))
    },
    unlockJobs: (ids) =>
      writing(() => {
        for (const id of ids) {
          const kept = tables.get(id)
          if (kept?.lockedAt) tables.put(released(kept, new Date()))
        }
      }),
  }
}
