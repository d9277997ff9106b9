import type { Db } from 'mongodb'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { createTurns } from '../../../kernel/turns.js'
import { asking, unlessThere } from '../../mongodb/asking.js'
import { claimed, type KeptJob } from '../lifecycle.js'
import type { Times } from './times.js'

/** A job as it is stored: Agenda's own members, and a number that moves with every change. */
interface StoredJob extends Omit<KeptJob, '_id' | 'lockedAt'> {
  readonly _id: string
  readonly lockedAt?: Date | null
  readonly revision: number
}

export type MongoJobs = ReturnType<typeof openJobs>

/** The jobs of a collection. Each is changed on condition that it is still as it was read, so no change is lost. */
export function openJobs(db: Db, times: Times) {
  const jobs = db.collection<StoredJob>('jobs', { ignoreUndefined: true })
  const inTurn = createTurns()
  let closed = false

  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    asking(async () => {
      if (closed) throw new StoreUnavailable('the store is closed')
      return work()
    })

  const kept = ({ revision, ...job }: StoredJob): KeptJob => times.allOwn(job) as KeptJob

  const add = (job: KeptJob): Promise<boolean> =>
    unlessThere(() => jobs.insertOne({ ...times.allShared(job), revision: 0 }))

  /** @returns false when it is no longer as it was read */
  async function put({ _id, revision }: StoredJob, next: KeptJob | undefined): Promise<boolean> {
    if (!next) return (await jobs.deleteOne({ _id, revision })).deletedCount === 1
    const stored = { ...times.allShared(next), revision: revision + 1 }
    return (await jobs.replaceOne({ _id, revision }, stored)).matchedCount === 1
  }

  return {
    async open(): Promise<void> {
      await ask(() => jobs.createIndex({ name: 1, lockedAt: 1, nextRunAt: 1 }))
    },
    close(): void {
      closed = true
    },
    async get(_id: string): Promise<KeptJob | undefined> {
      const stored = await ask(() => jobs.findOne({ _id }))
      return stored ? kept(stored) : undefined
    },
    all: async (): Promise<KeptJob[]> => (await ask(() => jobs.find().toArray())).map(kept),
    /** Claims the first job of a name whose lock is as old as this, or that waits and whose time has come. */
    claimDue: (name: string, claim: string, lockDeadline: Date, now: Date): Promise<KeptJob | undefined> =>
      ask(async () => {
        const enabled = { name, disabled: { $ne: true } }
        for (;;) {
          const expired = await jobs.findOne(
            { ...enabled, lockedAt: { $lte: times.shared(lockDeadline) } },
            { sort: { lockedAt: 1 } },
          )
          if (!expired) break
          const next = claimed(kept(expired), claim, now)
          if (await put(expired, next)) return next
        }
        // In one step, which nobody can come between: many look for work at the same time.
        const lockedAt = times.shared(now)
        const waiting = await jobs.findOneAndUpdate(
          { ...enabled, lockedAt: null, nextRunAt: { $lte: lockedAt } },
          { $set: { claim, lockedAt }, $inc: { revision: 1 } },
          { sort: { nextRunAt: 1 }, returnDocument: 'after' },
        )
        return waiting ? kept(waiting) : undefined
      }),
    /**
     * Has a job become what `next` makes of it, asked again when somebody else was faster. A job that it returns as it
     * got it stays untouched, one of which it makes nothing is removed.
     */
    change: <N extends KeptJob | undefined>(_id: string, next: (kept: KeptJob | undefined) => N): Promise<N> =>
      ask(() =>
        inTurn(_id, async () => {
          for (;;) {
            const stored = await jobs.findOne({ _id })
            const before = stored ? kept(stored) : undefined
            const after = next(before)
            if (after === before) return after
            if (stored ? await put(stored, after) : await add(after!)) return after
          }
        }),
      ),
    remove: async (ids: readonly string[]): Promise<number> =>
      (await ask(() => jobs.deleteMany({ _id: { $in: ids } }))).deletedCount,
    clear: async (): Promise<number> => (await ask(() => jobs.deleteMany({}))).deletedCount,
  }
}
