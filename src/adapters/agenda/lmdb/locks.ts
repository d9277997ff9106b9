// Claims and releases jobs in LMDB, each in one transaction.
import { newId } from '../../../kernel/ids.js'
import type { Turn } from '../../../kernel/ports/jobs.js'
import type { FencedJobRepository } from '../fencedBackend.js'
import { claimed, holds, type KeptJob, released } from '../lifecycle.js'
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

type Locks = Pick<FencedJobRepository, 'getNextJobToRun' | 'lockJob' | 'unlockJob' | 'unlockJobs' | 'releaseClaims'>

/** Claims and releases jobs; each method is one transaction. */
export function createLocks({ tables, reading, writing }: Access): Locks {
  function due(name: string, lockDeadline: Date, now: Date, turn?: Turn): KeptJob | undefined {
    for (const job of tables.inQueue('locked', name, lockDeadline)) {
      if (!turn?.excluded.has(tenantOf(job))) return job
    }
    if (turn) return tables.nextInTurn(name, now, turn)
    for (const job of tables.inQueue('waiting', name, now)) return job
    return undefined
  }

  return {
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
        if (!found || found.lockedAt || found.nextRunAt?.getTime() !== nextRunAt?.getTime()) {
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
