// The quota ledger that processes share in MongoDB.
import type { Db } from 'mongodb'
import { createKeyedBatcher } from '../../kernel/concurrency/keyedBatcher.js'
import type { Stage } from '../../kernel/concurrency/rounds.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Ledger, Prime } from '../../kernel/ports/ledger.js'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.js'
import { type Allocation, type AllocationRequest, allocate, balancesAfter } from '../mongodb/allocation.js'
import { callerOf, insertIfAbsent } from '../mongodb/callMongo.js'
import { createCounterCache } from '../mongodb/counterCache.js'
import { checkAmount } from './amount.js'
import { type CounterState, createDriftDetector } from './driftDetector.js'

/**
 * Milliseconds without a change after which a counter has no amount in flight: each is in the log, given back, or lost.
 */
const IDLE_MS = 2 * MINUTE_MS
/** A month, and some days for processes whose clocks differ and for calls that end late. */
const KEEP_MS = 40 * DAY_MS

interface Counter extends CounterState {
  readonly expires: Date
}

interface TakeRequest extends AllocationRequest {
  readonly prime: Prime
}

interface MongoLedgerOptions {
  readonly db: Db
  readonly collection: string
  /** Longer than any amount stays in flight, and than reading the log with `prime` takes. */
  readonly idleMs?: number
  /** Milliseconds for which a counter is kept; longer than its month lasts. */
  readonly keepMs?: number
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow?: () => number
  /** Decides when requests that share counters' changes start. */
  readonly stage?: Stage
}

/**
 * Ledger shared by many processes: one counter per account and month, changed by conditional increments only, so
 * concurrent callers share the remaining quota exactly. The first process to need a counter inserts it with the usage
 * from the log; if several do, the first insert wins. A crash in between leaves nothing behind.
 *
 * A process that dies with amounts in flight leaves its counter too high, never too low; a drift detector corrects it
 * from the log, provided that the counter is still unchanged.
 *
 * MongoDB deletes expired counters with a delay; an expired one is never read again.
 *
 * Changes of counters that no other process uses share requests; see {@link createCounterCache}.
 */
export async function createMongoLedger({
  db,
  collection,
  idleMs = IDLE_MS,
  keepMs = KEEP_MS,
  monotonicNow = () => performance.now(),
  stage,
}: MongoLedgerOptions): Promise<Ledger> {
  const callMongo = callerOf(db)
  const counters = db.collection<Counter>(collection)
  const drift = createDriftDetector({ idleMs, monotonicNow })
  const cache = createCounterCache<Counter>(db, counters, stage)
  await callMongo(() => counters.createIndex({ expires: 1 }, { expireAfterSeconds: 0 }))

  async function increment(_id: string, used: object, amount: number): Promise<Counter | null> {
    const update = { $inc: { used: amount, version: 1 } }
    const counter = await callMongo(() => counters.findOneAndUpdate({ _id, used }, update, { returnDocument: 'after' }))
    if (counter) cache.set(counter)
    return counter
  }

  async function create(_id: string, prime: Prime): Promise<void> {
    const used = await prime()
    const counter = { _id, used, version: 0, expires: new Date(Date.now() + keepMs) }
    // If another process was faster, its counter stays.
    await callMongo(() => insertIfAbsent(() => counters.insertOne(counter)))
  }

  /** Sets a counter to the usage in the log, if it has drifted. @returns whether it was changed */
  async function correct(counter: Counter, prime: Prime): Promise<boolean> {
    const logged = await drift.correctedUsage(counter, prime)
    if (logged === undefined) return false
    const { _id, version } = counter
    const update = { $set: { used: logged }, $inc: { version: 1 } }
    return callMongo(async () => (await counters.updateOne({ _id, version }, update)).matchedCount === 1)
  }

  /** Grants as many requests as the counter allows. Undefined if it was created or changed meanwhile; then retry. */
  async function takeStored(_id: string, requests: readonly TakeRequest[]) {
    const { prime } = requests[0]!
    const counter = await callMongo(() => counters.findOne({ _id }))
    if (!counter) {
      await create(_id, prime)
      return undefined
    }
    const allocation = allocate(counter.used, requests)
    if (allocation.granted.includes(false) && (await correct(counter, prime))) return undefined
    if (allocation.total === 0) return resultsOf(counter.used, requests, allocation)
    const updated = await increment(_id, { $lte: counter.used }, allocation.total)
    return updated ? resultsOf(updated.used, requests, allocation) : undefined
  }

  /** Grants all requests, if the counter's state is known and allows it. Undefined if not, or if it has changed. */
  async function takeCached(_id: string, requests: readonly TakeRequest[]) {
    const known = cache.get(_id)
    if (!known) return undefined
    const { used, version, expires } = known
    const allocation = allocate(used, requests)
    if (allocation.granted.includes(false)) return undefined
    const counter: Counter = { _id, used: used + allocation.total, version: version + 1, expires }
    const update = { $inc: { used: allocation.total, version: 1 } }
    return (await cache.change(known, update, counter)) ? resultsOf(counter.used, requests, allocation) : undefined
  }

  const take = createKeyedBatcher(async (_id: string, requests: readonly TakeRequest[]) => {
    const cached = await takeCached(_id, requests)
    if (cached) return cached
    const all = allocate(-Infinity, requests)
    const lowestLimit = Math.min(...requests.map(({ limit }) => limit))
    const counter = await increment(_id, { $lte: lowestLimit - all.total }, all.total)
    if (counter) return resultsOf(counter.used, requests, all)
    for (;;) {
      const results = await takeStored(_id, requests)
      if (results) return results
    }
  })

  return {
    async take(account, month, amount, limit, prime) {
      checkAmount(amount)
      return take(keyOf(account, month), { amount, limit, prime })
    },
    async giveBack(account, month, amount) {
      checkAmount(amount)
      const _id = keyOf(account, month)
      try {
        if (await increment(_id, { $gte: amount }, -amount)) return
        const reset = { $set: { used: 0 }, $inc: { version: 1 } }
        await callMongo(() => counters.updateOne({ _id, used: { $lt: amount } }, reset))
      } catch (error) {
        // The caller's work is done. The amount is lost as if the process had died, and is corrected in the same way.
        if (!(error instanceof StoreUnavailable)) throw error
      }
    },
  }
}

function resultsOf(used: number, requests: readonly TakeRequest[], allocation: Allocation) {
  const balances = balancesAfter(used - allocation.total, requests, allocation)
  return balances.map((used, index) => ({ taken: allocation.granted[index]!, used }))
}

const keyOf = (account: string, month: string): string => `${month} ${account}`
