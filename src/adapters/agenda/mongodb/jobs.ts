import type { Db, Filter, FindOneAndUpdateOptions } from 'mongodb'
import { createKeyedMutex } from '../../../kernel/concurrency/keyedMutex.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Turn } from '../../../kernel/ports/jobs.js'
import { callMongo, insertIfAbsent } from '../../mongodb/callMongo.js'
import { claimed, type KeptJob } from '../lifecycle.js'
import type { Times } from './times.js'

/** A job as it is stored: Agenda's own members, and a number that moves with every change. */
interface StoredJob extends Omit<KeptJob, '_id' | 'lockedAt'> {
  readonly _id: string
  readonly lockedAt?: Date | null
  readonly revision: number
}

/** One seek for each tenant that is passed over, however many jobs it has. */
const BY_TENANT = { name: 1, lockedAt: 1, 'data.tenant': 1, nextRunAt: 1 } as const
const IN_TURN: FindOneAndUpdateOptions = { sort: { 'data.tenant': 1, nextRunAt: 1 }, hint: BY_TENANT }

export type MongoJobs = ReturnType<typeof openJobs>

/** The jobs of a collection. Each is changed on condition that it is still as it was read, so no change is lost. */
export function openJobs(db: Db, times: Times) {
  const jobs = db.collection<StoredJob>('jobs', { ignoreUndefined: true })
  const inTurn = createKeyedMutex()
  let closed = false

  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    callMongo(async () => {
      if (closed) throw new StoreUnavailable('the store is closed')
      return work()
    })

  const kept = ({ revision, ...job }: StoredJob): KeptJob => times.allOwn(job) as KeptJob

  const add = (job: KeptJob): Promise<boolean> =>
    insertIfAbsent(() => jobs.insertOne({ ...times.allShared(job), revision: 0 }))

  /** @returns false when it is no longer as it was read */
  async function put({ _id, revision }: StoredJob, next: KeptJob | undefined): Promise<boolean> {
    if (!next) return (await jobs.deleteOne({ _id, revision })).deletedCount === 1
    const stored = { ...times.allShared(next), revision: revision + 1 }
    return (await jobs.replaceOne({ _id, revision }, stored)).matchedCount === 1
  }

  return {
    async open(): Promise<void> {
      await ask(() => jobs.createIndex({ name: 1, lockedAt: 1, nextRunAt: 1 }))
      await ask(() => jobs.createIndex(BY_TENANT))
    },
    close(): void {
      closed = true
    },
    async get(_id: string): Promise<KeptJob | undefined> {
      const stored = await ask(() => jobs.findOne({ _id }))
      return stored ? kept(stored) : undefined
    },
    all: async (): Promise<KeptJob[]> => (await ask(() => jobs.find().toArray())).map(kept),
    /**
     * Claims the first job of a name whose lock is as old as this, or that waits and whose time has come.
     * @param turn where given, a job that waits is the first one of the next tenant
     */
    claimDue: (
      { name, claim, turn }: { readonly name: string; readonly claim: string; readonly turn: Turn | undefined },
      lockDeadline: Date,
      now: Date,
    ): Promise<KeptJob | undefined> =>
      ask(async () => {
        const enabled = { name, disabled: { $ne: true } }
        const allowed = turn ? { 'data.tenant': { $nin: [...turn.excluded] } } : {}
        for (;;) {
          const expired = await jobs.findOne(
            { ...enabled, ...allowed, lockedAt: { $lte: times.shared(lockDeadline) } },
            { sort: { lockedAt: 1 } },
          )
          if (!expired) break
          const next = claimed(kept(expired), claim, now)
          if (await put(expired, next)) return next
        }
        // In one step, which nobody can come between: many look for work at the same time.
        const lockedAt = times.shared(now)
        const take = (filter: Filter<StoredJob>, order: FindOneAndUpdateOptions) =>
          jobs.findOneAndUpdate(
            { ...enabled, ...filter, lockedAt: null, nextRunAt: { $lte: lockedAt } },
            { $set: { claim, lockedAt }, $inc: { revision: 1 } },
            { ...order, returnDocument: 'after' },
          )
        const waiting = turn
          ? ((await take({ 'data.tenant': { $gt: turn.after, $nin: [...turn.excluded] } }, IN_TURN)) ??
            (await take(allowed, IN_TURN)))
          : await take({}, { sort: { nextRunAt: 1 } })
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
