// Daily caps on the credits of contributions.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedMutex } from '../../kernel/concurrency/keyedMutex.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { perAccount } from '../../kernel/limits.js'
import { monotonicTtl } from '../../kernel/monotonicTtl.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import { MINUTE_MS } from '../../kernel/time.js'
import { dayOf } from './projections/buckets.js'
import { type CreditDayDocument, creditDayId, creditDays, creditedOf } from './projections/creditDays.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from './readYourWrites.js'

/**
 * Lifetime of a cached day. Much shorter than the ledger's own memory, which includes everything credited since the
 * read.
 */
const CACHE_TTL_MS = 10 * MINUTE_MS
const CACHE_SIZE = 10_000

interface CapsDependencies {
  readonly eventing: Eventing
  readonly ledger: Ledger
  readonly clock: Clock
}

interface CreditedAccount {
  readonly pool: string
  readonly account: string
}

/** The credits an address would earn. */
interface CreditClaim {
  readonly domain: string
  readonly credits: number
}

export type GiveBack = () => Promise<void>

export type Caps = ReturnType<typeof createCaps>

/** Daily caps on credits. Credits are taken before the append that records them, and given back if it fails. */
export function createCaps({ eventing, ledger, clock }: CapsDependencies) {
  const model = eventing.read(creditDays)
  const remembered = new LRUCache<string, Promise<CreditDayDocument | undefined>>({
    ...entryLimit(CACHE_SIZE),
    ...monotonicTtl(CACHE_TTL_MS, clock),
  })
  const runExclusive = createKeyedMutex()

  /** The credits recorded in the log, even when the read model does not advance. */
  async function read(id: string): Promise<CreditDayDocument | undefined> {
    const caughtUp = await eventing.waitForPosition(
      await eventing.head(),
      [creditDays.name],
      READ_YOUR_WRITES_TIMEOUT_MS,
    )
    return caughtUp ? (await model.get(id))?.document : model.getUpToHead(id)
  }

  function logged(id: string): Promise<CreditDayDocument | undefined> {
    const known = remembered.get(id)
    if (known) return known
    const found = read(id)
    remembered.set(id, found)
    found.catch(() => remembered.delete(id))
    return found
  }

  /**
   * For each claim, takes credits from the account's day and one address from its domain: both or neither. Calls of one
   * account and day run one at a time, so that none is refused because of credits that another is about to give back.
   * @returns for each claim, a function that gives it back; undefined where a cap is reached
   */
  const take = (
    { pool, account }: CreditedAccount,
    claims: readonly CreditClaim[],
  ): Promise<(GiveBack | undefined)[]> => {
    const day = dayOf(clock.now())
    const id = creditDayId(pool, account, day)
    const holder = `${pool}.${account}`
    /** The caps this call has found exhausted, so that the ledger is not queried again. */
    const full = { credits: Number.POSITIVE_INFINITY, domains: new Set<string>() }

    async function takeOne({ domain, credits }: CreditClaim): Promise<GiveBack | undefined> {
      if (credits >= full.credits || full.domains.has(domain)) return undefined
      const ofDomain = `${day}.${domain}`
      const giveBackCredits = () => ledger.giveBack(holder, day, credits)
      const earned = async () => (await logged(id))?.credits ?? 0
      if (!(await ledger.take(holder, day, credits, perAccount.poolCredits.perDay, earned)).taken) {
        full.credits = credits
        return undefined
      }
      const credited = async () => {
        const found = await logged(id)
        return found ? creditedOf(found, domain) : 0
      }
      try {
        if ((await ledger.take(holder, ofDomain, 1, perAccount.poolCredits.addressesPerDomain, credited)).taken) {
          return async () => {
            await giveBackCredits()
            await ledger.giveBack(holder, ofDomain, 1)
          }
        }
      } catch (error) {
        await giveBackCredits()
        throw error
      }
      full.domains.add(domain)
      await giveBackCredits()
      return undefined
    }

    return runExclusive(id, async () => {
      const taken: (GiveBack | undefined)[] = []
      try {
        for (const claim of claims) taken.push(await takeOne(claim))
        return taken
      } catch (error) {
        await Promise.allSettled(taken.map((giveBack) => giveBack?.()))
        throw error
      }
    })
  }

  return { take }
}

/** Runs a step between taking credits and the append that records them. @throws the error of the step, after giving back */
export async function orGiveBack<T>(step: () => Promise<T>, giveBack: GiveBack | undefined): Promise<T> {
  try {
    return await step()
  } catch (error) {
    await giveBack?.()
    throw error
  }
}
