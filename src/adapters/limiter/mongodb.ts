// The rate limiter that processes share in MongoDB.
import { LRUCache } from 'lru-cache'
import type { Db } from 'mongodb'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedBatcher } from '../../kernel/concurrency/keyedBatcher.js'
import type { Stage } from '../../kernel/concurrency/rounds.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import type { Limiter, Window } from '../../kernel/ports/limiter.js'
import { type Allocation, type AllocationRequest, allocate, balancesAfter } from '../mongodb/allocation.js'
import { callerOf, insertIfAbsent } from '../mongodb/callMongo.js'
import { createCounterCache } from '../mongodb/counterCache.js'

/** A window that ends later than one starting now, plus this, was started before the clock was set back. */
const CLOCK_TOLERANCE_MS = 1_000
/** Maximum number of exhausted windows that a process caches. */
const MAX_EXHAUSTED = 10_000
/** An expired window is never read again; MongoDB deletes it after this time. */
const EXPIRE_AFTER_SECONDS = 60

interface Counter {
  readonly _id: string
  readonly hits: number
  readonly ends: Date
}

interface HitRequest extends AllocationRequest {
  readonly windowMs: number
}

interface MongoLimiterOptions {
  readonly db: Db
  /** A clock shared by all processes, such as the server's; otherwise they would restart each other's windows. */
  readonly clock: Clock
  /** Decides when requests that share counters' changes start. */
  readonly stage?: Stage
}

/**
 * Rate limiter shared by many processes: one counter per window, changed by conditional increments only. Limits are
 * exact. The end of a window is stored with its counter, so it is the same for all processes. Only the primary
 * acknowledges writes: a failover may lose the last hits.
 *
 * Hits on windows that no other process uses share requests; see {@link createCounterCache}.
 */
export async function createMongoLimiter({ db, clock, stage }: MongoLimiterOptions): Promise<Limiter> {
  const callMongo = callerOf(db)
  const windows = db.collection<Counter>('limits', { writeConcern: { w: 1 } })
  await callMongo(() => windows.createIndex({ ends: 1 }, { expireAfterSeconds: EXPIRE_AFTER_SECONDS }))
  /** Hits are never taken back, so an exhausted window refuses without a request to MongoDB. */
  const exhausted = new LRUCache<string, Counter>(entryLimit(MAX_EXHAUSTED))
  const cache = createCounterCache<Counter>(db, windows, stage)

  /** Starts a window in place of `previous`. @returns false if another process was faster */
  const startWindow = (previous: Counter | null, counter: Counter): Promise<boolean> =>
    callMongo(async () => {
      if (!previous) return insertIfAbsent(() => windows.insertOne(counter))
      const { _id, ends } = previous
      return (await windows.replaceOne({ _id, ends }, counter)).matchedCount === 1
    })

  const increment = (_id: string, ends: object, hits: object, by: number) =>
    callMongo(() => windows.findOneAndUpdate({ _id, ends, hits }, { $inc: { hits: by } }, { returnDocument: 'after' }))

  /** Grants as many requests as the window allows, if its state is known. Undefined if it is not, or has changed. */
  async function hitCached(_id: string, requests: readonly HitRequest[]): Promise<Window[] | undefined> {
    const known = cache.get(_id)
    if (!known || !isCurrent(known, clock.now(), requests[0]!.windowMs)) return undefined
    const allocation = allocate(known.hits, requests)
    if (allocation.total === 0) return undefined
    const counter: Counter = { _id, hits: known.hits + allocation.total, ends: known.ends }
    if (!(await cache.change(known, { $inc: { hits: allocation.total } }, counter))) return undefined
    if (allocation.granted.includes(false)) exhausted.set(_id, counter)
    return windowsAfter(counter, requests, allocation)
  }

  /** Grants as many requests as the current window allows. Undefined if another process changed it; then retry. */
  async function hitStored(_id: string, requests: readonly HitRequest[], now: number): Promise<Window[] | undefined> {
    const { windowMs } = requests[0]!
    const found = await callMongo(() => windows.findOne({ _id }))
    if (!found || !isCurrent(found, now, windowMs)) {
      const allocation = allocate(0, requests)
      const started = { _id, hits: allocation.total, ends: new Date(now + windowMs) }
      if (!(await startWindow(found, started))) return undefined
      cache.set(started)
      return windowsAfter(started, requests, allocation)
    }
    const allocation = allocate(found.hits, requests)
    if (allocation.granted.includes(false)) exhausted.set(_id, found)
    if (allocation.total === 0) return windowsAfter(found, requests, allocation)
    const counter = await increment(_id, found.ends, { $lte: found.hits }, allocation.total)
    return counter ? windowsAfter(counter, requests, allocation) : undefined
  }

  const hitAll = createKeyedBatcher(async (_id: string, requests: readonly HitRequest[]) => {
    const cached = await hitCached(_id, requests)
    if (cached) return cached
    const { windowMs } = requests[0]!
    const all = allocate(-Infinity, requests)
    const lowestLimit = Math.min(...requests.map(({ limit }) => limit))
    for (;;) {
      const now = clock.now()
      const current = { $gt: new Date(now), $lte: new Date(latestEnd(now, windowMs)) }
      const counter = await increment(_id, current, { $lte: lowestLimit - all.total }, all.total)
      if (counter) {
        cache.set(counter)
        return windowsAfter(counter, requests, all)
      }
      const results = await hitStored(_id, requests, now)
      if (results) return results
    }
  })

  return {
    hit(key, limit, windowMs, hits = 1) {
      const _id = `${windowMs} ${key}`
      const known = exhausted.get(_id)
      if (known && known.hits >= limit && hits > 0 && isCurrent(known, clock.now(), windowMs)) {
        return { allowed: false, remaining: 0, resetsAt: known.ends.getTime() }
      }
      return hitAll(_id, { amount: hits, limit, windowMs })
    },
  }
}

const latestEnd = (now: number, windowMs: number): number => now + windowMs + CLOCK_TOLERANCE_MS

const isCurrent = ({ ends }: Counter, now: number, windowMs: number): boolean =>
  ends.getTime() > now && ends.getTime() <= latestEnd(now, windowMs)

function windowsAfter({ hits, ends }: Counter, requests: readonly HitRequest[], allocation: Allocation): Window[] {
  const balances = balancesAfter(hits - allocation.total, requests, allocation)
  return requests.map(({ limit }, index) => ({
    allowed: allocation.granted[index]!,
    remaining: Math.max(0, limit - balances[index]!),
    resetsAt: ends.getTime(),
  }))
}
