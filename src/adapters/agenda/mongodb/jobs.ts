// Jobs in a MongoDB collection, changed only at the revision that was read.
import type { Collection, Db, Filter, FindOneAndUpdateOptions } from 'mongodb'
import { createKeyedMutex } from '../../../kernel/concurrency/keyedMutex.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Turn } from '../../../kernel/ports/jobs.js'
import { callerOf, insertIfAbsent } from '../../mongodb/callMongo.js'
import type { Claim } from '../fencedBackend.js'
import { claimed, type KeptJob } from '../lifecycle.js'
import type { Times } from './times.js'

/** A job as it is stored: Agenda's members, and a revision that increases with every change. */
interface StoredJob extends Omit<KeptJob, '_id' | 'lockedAt'> {
  readonly _id: string
  readonly lockedAt?: Date | null
  readonly revision: number
}

interface ClaimRequest {
  readonly name: string
  /** Fencing token. */
  readonly claim: string
  readonly turn: Turn | undefined
}

/** Skipping a tenant costs one index seek, however many jobs it has. */
const TENANT_INDEX = { name: 1, lockedAt: 1, 'data.tenant': 1, nextRunAt: 1 } as const
const IN_TURN: FindOneAndUpdateOptions = { sort: { 'data.tenant': 1, nextRunAt: 1 }, hint: TENANT_INDEX }

export type MongoJobs = ReturnType<typeof openJobs>

/** The jobs of a collection, with optimistic concurrency: a change is applied only to the revision that was read. */
export function openJobs(db: Db, times: Times) {
  const jobs = db.collection<StoredJob>('jobs', { ignoreUndefined: true })
  const callMongo = callerOf(db)
  const runExclusive = createKeyedMutex()
  let closed = false

  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    callMongo(async () => {
      if (closed) throw new StoreUnavailable('the store is closed')
      return work()
    })

  const fromStored = ({ revision, ...job }: StoredJob): KeptJob => times.allOwn(job) as KeptJob

  const add = (job: KeptJob): Promise<boolean> =>
    insertIfAbsent(() => jobs.insertOne({ ...times.allShared(job), revision: 0 }))

  /** @returns false when the job has changed since it was read */
  async function put({ _id, revision }: StoredJob, next: KeptJob | undefined): Promise<boolean> {
    if (!next) return (await jobs.deleteOne({ _id, revision })).deletedCount === 1
    const stored = { ...times.allShared(next), revision: revision + 1 }
    return (await jobs.replaceOne({ _id, revision }, stored)).matchedCount === 1
  }

  return {
    async open(): Promise<void> {
      await whileOpen(() => jobs.createIndex({ name: 1, lockedAt: 1, nextRunAt: 1 }))
      await whileOpen(() => jobs.createIndex(TENANT_INDEX))
    },
    close(): void {
      closed = true
    },
    async get(_id: string): Promise<KeptJob | undefined> {
      const stored = await whileOpen(() => jobs.findOne({ _id }))
      return stored ? fromStored(stored) : undefined
    },
    all: async (): Promise<KeptJob[]> => (await whileOpen(() => jobs.find().toArray())).map(fromStored),
    /**
     * Claims the first job of a name whose lock is not after `lockDeadline`, or else a waiting job that is due.
     * @param turn if given, the waiting job is the first due job of the next tenant
     */
    claimDue: ({ name, claim, turn }: ClaimRequest, lockDeadline: Date, now: Date): Promise<KeptJob | undefined> =>
      whileOpen(async () => {
        const allowed = { name, ...withinTurn(turn) }
        for (;;) {
          const expiredJob = await jobs.findOne(
            { ...allowed, lockedAt: { $lte: times.shared(lockDeadline) } },
            { sort: { lockedAt: 1 } },
          )
          if (!expiredJob) break
          const next = claimed(fromStored(expiredJob), claim, now)
          if (await put(expiredJob, next)) return next
        }
        const waiting = await claimWaiting(jobs, { name, claim, turn, lockedAt: times.shared(now) })
        return waiting ? fromStored(waiting) : undefined
      }),
    /** The jobs that these claims have locked, as of now. */
    async heldBy(claims: readonly Claim[]): Promise<KeptJob[]> {
      const names = [...new Set(claims.map(({ name }) => name))]
      const tokens = claims.map(({ token }) => token)
      const locked = { name: { $in: names }, lockedAt: { $gt: new Date(0) }, claim: { $in: tokens } }
      return (await whileOpen(() => jobs.find(locked).toArray())).map(fromStored)
    },
    /**
     * Replaces a job with the result of `next`, which is called again after a conflicting write. Returning the same
     * object leaves the job untouched; returning undefined removes it.
     */
    change: <N extends KeptJob | undefined>(_id: string, next: (kept: KeptJob | undefined) => N): Promise<N> =>
      whileOpen(() =>
        runExclusive(_id, async () => {
          for (;;) {
            const stored = await jobs.findOne({ _id })
            const before = stored ? fromStored(stored) : undefined
            const after = next(before)
            if (after === before) return after
            if (stored ? await put(stored, after) : await add(after!)) return after
          }
        }),
      ),
  }
}

const withinTurn = (turn: Turn | undefined) => (turn ? { 'data.tenant': { $nin: [...turn.excluded] } } : {})

/** Claims a waiting job that is due, atomically, because many processes claim jobs concurrently. */
async function claimWaiting(
  jobs: Collection<StoredJob>,
  { name, claim, turn, lockedAt }: ClaimRequest & { readonly lockedAt: Date },
) {
  const claimFirst = (filter: Filter<StoredJob>, order: FindOneAndUpdateOptions) =>
    jobs.findOneAndUpdate(
      { name, ...filter, lockedAt: null, nextRunAt: { $lte: lockedAt } },
      { $set: { claim, lockedAt }, $inc: { revision: 1 } },
      { ...order, returnDocument: 'after' },
    )
  if (!turn) return claimFirst({}, { sort: { nextRunAt: 1 } })
  const next = await claimFirst({ 'data.tenant': { $gt: turn.after, $nin: [...turn.excluded] } }, IN_TURN)
  return next ?? claimFirst(withinTurn(turn), IN_TURN)
}
