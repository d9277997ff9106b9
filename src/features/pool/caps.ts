import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedMutex } from '../../kernel/concurrency/keyedMutex.js'
import { monotonicTtl } from '../../kernel/monotonicTtl.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import { dayOf } from './projections/buckets.js'
import { type CreditDayDocument, creditDayId, creditDays, creditedOf } from './projections/creditDays.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from './readYourWrites.js'

/** Credits that an account earns in a pool on a UTC day, at most. */
export const DAILY_CREDITS = 1_000
/** Addresses of one domain that earn an account credits on a UTC day, at most. */
export const CREDITED_PER_DOMAIN = 5

/**
 * What the log said of a day is remembered this long, much shorter than the ledger remembers: whatever was credited
 * since, the ledger knows.
 */
const REMEMBERED_MS = 10 * 60_000
const REMEMBERED_DAYS = 10_000

export interface CapsDependencies {
  readonly eventing: Eventing
  readonly ledger: Ledger
  readonly clock: Clock
}

export interface Earner {
  readonly pool: string
  readonly account: string
}

/** What an address would earn. */
export interface Claim {
  readonly domain: string
  readonly credits: number
}

type GiveBack = () => Promise<void>

export type Caps = ReturnType<typeof createCaps>

/** What may be earned in a day. Taken before the append that says so, and given back when that did not happen. */
export function createCaps({ eventing, ledger, clock }: CapsDependencies) {
  const model = eventing.read(creditDays)
  const remembered = new LRUCache<string, Promise<CreditDayDocument | undefined>>({
    max: REMEMBERED_DAYS,
    ...monotonicTtl(REMEMBERED_MS, clock),
  })
  const inTurn = createKeyedMutex()

  /** What the log says, even while the read model stands still. */
  async function read(id: string): Promise<CreditDayDocument | undefined> {
    const seen = await eventing.waitForPosition(await eventing.head(), [creditDays.name], READ_YOUR_WRITES_TIMEOUT_MS)
    return seen ? (await model.get(id))?.document : model.getUpToHead(id)
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
   * Takes, for each claim, credits of the account's day and one of its addresses of the domain; both or nothing. Those
   * of one account take turns: nobody is refused for what another one is about to give back.
   * @returns of each claim, how to give it back; undefined where a cap is reached
   */
  const take = ({ pool, account }: Earner, claims: readonly Claim[]): Promise<(GiveBack | undefined)[]> => {
    const day = dayOf(clock.now())
    const id = creditDayId(pool, account, day)
    const holder = `${pool}.${account}`
    /** Of claims like these the ledger need not be asked again. */
    const full = { credits: Number.POSITIVE_INFINITY, domains: new Set<string>() }

    async function takeOne({ domain, credits }: Claim): Promise<GiveBack | undefined> {
      if (credits >= full.credits || full.domains.has(domain)) return undefined
      const ofDomain = `${day}.${domain}`
      const giveBackCredits = () => ledger.giveBack(holder, day, credits)
      const earned = async () => (await logged(id))?.credits ?? 0
      if (!(await ledger.take(holder, day, credits, DAILY_CREDITS, earned)).taken) {
        full.credits = credits
        return undefined
      }
      const credited = async () => {
        const found = await logged(id)
        return found ? creditedOf(found, domain) : 0
      }
      try {
        if ((await ledger.take(holder, ofDomain, 1, CREDITED_PER_DOMAIN, credited)).taken) {
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

    return inTurn(id, async () => {
      const taken: (GiveBack | undefined)[] = []
      for (const claim of claims) taken.push(await takeOne(claim))
      return taken
    })
  }

  return { take }
}
