import { LRUCache } from 'lru-cache'
import type { Db } from 'mongodb'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedBatcher } from '../../kernel/concurrency/keyedBatcher.js'
import type { Limiter, Window } from '../../kernel/ports/limiter.js'
import { type Allocation, type AllocationRequest, allocate, balancesAfter } from '../mongodb/allocation.js'
import { callerOf, insertIfAbsent } from '../mongodb/callMongo.js'

/** A window that ends later than one that begins now was begun before the clock was set back; give or take this. */
const TOLERANCE_MS = 1_000
/** Windows without a hit left that a process remembers. */
const MAX_FULL = 10_000
/** Windows are over, and nobody asks for them again; MongoDB may delete them when it comes to it. */
const KEEP_SECONDS = 60

interface Counter {
  readonly _id: string
  readonly hits: number
  readonly ends: Date
}

interface Hitting extends AllocationRequest {
  readonly windowMs: number
}

export interface MongoLimiterOptions {
  readonly db: Db
  /** One that all processes share, as the server's: they would begin each other's windows anew otherwise. */
  readonly clock: Clock
}

/**
 * The limiter of many processes: one counter per window, changed by conditional increments alone. What a window allows
 * is exact; where it ends is written by whoever begins it, and so the same for all.
 * Its writes are acknowledged by the primary alone: a fail-over may forget the last hits.
 */
export async function createMongoLimiter({ db, clock }: MongoLimiterOptions): Promise<Limiter> {
  const callMongo = callerOf(db)
  const windows = db.collection<Counter>('limits', { writeConcern: { w: 1 } })
  await callMongo(() => windows.createIndex({ ends: 1 }, { expireAfterSeconds: KEEP_SECONDS }))
  /** Hits never leave a window: those that are full refuse without being asked. */
  const full = new LRUCache<string, Counter>({ max: MAX_FULL })

  const begin = (before: Counter | null, counter: Counter): Promise<boolean> =>
    callMongo(async () => {
      if (before) return (await windows.replaceOne({ _id: before._id, ends: before.ends }, counter)).matchedCount === 1
      return insertIfAbsent(() => windows.insertOne(counter))
    })

  const latest = (now: number, windowMs: number) => now + windowMs + TOLERANCE_MS
  const isGoing = ({ ends }: Counter, now: number, windowMs: number) =>
    ends.getTime() > now && ends.getTime() <= latest(now, windowMs)

  const count = (_id: string, ends: object, hits: object, by: number) =>
    callMongo(() => windows.findOneAndUpdate({ _id, ends, hits }, { $inc: { hits: by } }, { returnDocument: 'after' }))

  const hitAll = createKeyedBatcher(async (_id: string, hittings: readonly Hitting[]) => {
    const { windowMs } = hittings[0]!
    const all = allocate(-Infinity, hittings)
    const least = Math.min(...hittings.map(({ limit }) => limit))
    for (;;) {
      const now = clock.now()
      const going = { $gt: new Date(now), $lte: new Date(latest(now, windowMs)) }
      const counted = await count(_id, going, { $lte: least - all.total }, all.total)
      if (counted) return windowsOf(counted, hittings, all)
      const found = await callMongo(() => windows.findOne({ _id }))
      if (found && isGoing(found, now, windowMs)) {
        const shares = allocate(found.hits, hittings)
        if (shares.granted.includes(false)) full.set(_id, found)
        if (shares.total === 0) return windowsOf(found, hittings, shares)
        const shared = await count(_id, found.ends, { $lte: found.hits }, shares.total)
        if (shared) return windowsOf(shared, hittings, shares)
      } else {
        const shares = allocate(0, hittings)
        const begun = { _id, hits: shares.total, ends: new Date(now + windowMs) }
        if (await begin(found, begun)) return windowsOf(begun, hittings, shares)
      }
    }
  })

  return {
    async hit(key, limit, windowMs, hits = 1) {
      const _id = `${windowMs} ${key}`
      const known = full.get(_id)
      if (known && known.hits >= limit && hits > 0 && isGoing(known, clock.now(), windowMs)) {
        return { allowed: false, remaining: 0, resetsAt: known.ends.getTime() }
      }
      return hitAll(_id, { amount: hits, limit, windowMs })
    },
  }
}

function windowsOf({ hits, ends }: Counter, hittings: readonly Hitting[], shares: Allocation): Window[] {
  const after = balancesAfter(hits - shares.total, hittings, shares)
  return hittings.map(({ limit }, index) => ({
    allowed: shares.granted[index]!,
    remaining: Math.max(0, limit - after[index]!),
    resetsAt: ends.getTime(),
  }))
}
