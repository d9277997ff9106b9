import { LRUCache } from 'lru-cache'
import type { Db } from 'mongodb'
import { createKeyedBatcher } from '../../kernel/concurrency/keyedBatcher.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Ledger, Prime } from '../../kernel/ports/ledger.js'
import { type Allocation, type AllocationRequest, allocate, balancesAfter } from '../mongodb/allocation.js'
import { callerOf, insertIfAbsent } from '../mongodb/callMongo.js'

/** Longer than anything stays in flight: what was taken this long ago is in the log, given back, or lost. */
const REST_MS = 2 * 60_000
/** A month, and those that begin it early or end it late. */
const KEEP_MS = 40 * 24 * 60 * 60_000
/** Counters that are watched at once by a process; a watch that is forgotten begins again. */
const MAX_WATCHED = 10_000

interface Counter {
  readonly _id: string
  readonly used: number
  /** Moves with every change. */
  readonly version: number
  readonly expires: Date
}

/** A counter at which somebody was refused. */
interface Watch {
  readonly version: number
  /** On this process's own stopwatch: no clock is trusted. */
  readonly since: number
  /** What the log said then; unset until the counter has rested once. */
  readonly logged?: number
}

interface Taking extends AllocationRequest {
  readonly prime: Prime
}

export interface MongoLedgerOptions {
  readonly db: Db
  readonly collection: string
  /** Milliseconds after which nothing of what was taken is in flight, and a prime can be no older. */
  readonly restMs?: number
  /** Milliseconds that a counter is kept; it must outlive what it counts. */
  readonly keepMs?: number
  /** Milliseconds since any moment, going forward only. */
  readonly elapsed?: () => number
}

/**
 * The ledger of many processes: one counter per account and month, changed by conditional increments alone, so that
 * racers share what is left exactly. It is written as the log's prime says by whoever comes first, insert only; who
 * was slower takes from what the first one wrote, and a crash between leaves nothing.
 *
 * A process that dies loses track of what it had in flight: its counter stays too high, never too low. Only at the
 * limit does that matter to anybody, and there the counter comes to rest by itself, because what is refused changes
 * nothing. Whoever is refused at a counter that has rested for `restMs` reads the log; when it has rested as long once
 * more, and the log says the same again, the counter takes over what the log says, if it still stands untouched.
 * - Of the first rest's end, nothing is in flight: all that was taken is in the log, or lost.
 * - In the second the log could change only by what batches release. It did not: nobody is about to give back what the
 *   log has given back already.
 *
 * MongoDB deletes expired counters when it comes to it; one that stays is never asked for again.
 */
export async function createMongoLedger({
  db,
  collection,
  restMs = REST_MS,
  keepMs = KEEP_MS,
  elapsed = () => performance.now(),
}: MongoLedgerOptions): Promise<Ledger> {
  const callMongo = callerOf(db)
  const counters = db.collection<Counter>(collection)
  const watched = new LRUCache<string, Watch>({ max: MAX_WATCHED })
  await callMongo(() => counters.createIndex({ expires: 1 }, { expireAfterSeconds: 0 }))

  const find = (_id: string) => callMongo(() => counters.findOne({ _id }))

  const change = (_id: string, used: object, amount: number) =>
    callMongo(() =>
      counters.findOneAndUpdate(
        { _id, used },
        { $inc: { used: amount, version: 1 } },
        { returnDocument: 'after', projection: { used: 1 } },
      ),
    )

  async function begin(_id: string, prime: Prime): Promise<void> {
    const used = await prime()
    const counter = { _id, used, version: 0, expires: new Date(Date.now() + keepMs) }
    // Where another process was faster, what it wrote counts.
    await callMongo(() => insertIfAbsent(() => counters.insertOne(counter)))
  }

  /** Has the counter say what the log says, once it has rested. @returns false when it stays as it is */
  async function renew({ _id, version, used }: Counter, prime: Prime): Promise<boolean> {
    const watch = watched.get(_id)
    if (watch?.version !== version) {
      watched.set(_id, { version, since: elapsed() })
      return false
    }
    if (elapsed() - watch.since < restMs) return false
    const logged = await prime()
    if (watch.logged !== logged || logged === used) {
      watched.set(_id, { version, since: elapsed(), logged })
      return false
    }
    watched.delete(_id)
    const update = { $set: { used: logged }, $inc: { version: 1 } }
    return callMongo(async () => (await counters.updateOne({ _id, version }, update)).matchedCount === 1)
  }

  const take = createKeyedBatcher(async (_id: string, takings: readonly Taking[]) => {
    const { prime } = takings[0]!
    const all = allocate(-Infinity, takings)
    const least = Math.min(...takings.map(({ limit }) => limit))
    const counter = await change(_id, { $lte: least - all.total }, all.total)
    if (counter) return outcomes(counter.used, takings, all)
    for (;;) {
      const found = await find(_id)
      if (!found) {
        await begin(_id, prime)
        continue
      }
      const shares = allocate(found.used, takings)
      if (shares.granted.includes(false) && (await renew(found, prime))) continue
      if (shares.total === 0) return outcomes(found.used, takings, shares)
      const shared = await change(_id, { $lte: found.used }, shares.total)
      if (shared) return outcomes(shared.used, takings, shares)
    }
  })

  return {
    async take(account, month, amount, limit, prime) {
      if (!(amount >= 0)) throw new RangeError('an amount cannot be negative')
      return take(keyOf(account, month), { amount, limit, prime })
    },
    async giveBack(account, month, amount) {
      if (!(amount >= 0)) throw new RangeError('an amount cannot be negative')
      const _id = keyOf(account, month)
      try {
        if (await change(_id, { $gte: amount }, -amount)) return
        const nothing = { $set: { used: 0 }, $inc: { version: 1 } }
        await callMongo(() => counters.updateOne({ _id, used: { $lt: amount } }, nothing))
      } catch (error) {
        // The caller has done what it took for. This is lost like what a dead process had, and comes back like it.
        if (!(error instanceof StoreUnavailable)) throw error
      }
    },
  }
}

function outcomes(used: number, takings: readonly Taking[], shares: Allocation) {
  const after = balancesAfter(used - shares.total, takings, shares)
  return after.map((used, index) => ({ taken: shares.granted[index]!, used }))
}

const keyOf = (account: string, month: string): string => `${month} ${account}`
