// How long an account has contributed to a pool: the standing behind its votes.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { DAY_MS } from '../../kernel/time.js'
import type { Accounts } from '../accounts/index.js'
import { quorumOf } from './consensus.js'
import type { Standing } from './decide.js'
import { contributorId, contributors } from './projections/contributors.js'

/** Where one account suffices, age only weighs votes: see `weightOf`. */
const ALONE_MATURITY_MS = 30 * DAY_MS
const CACHE_SIZE = 100_000

export interface StandingsDependencies {
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'getCreatedAt'>
  /** Minimum number of contributing accounts before an entry of the public pool answers lookups. */
  readonly minContributors: number
  /** Minimum number of days between an account's first contribution and those that count towards that number. */
  readonly contributorMinDays: number
}

export type Standings = ReturnType<typeof createStandings>

/**
 * Determines the standing of accounts. Where an address needs several accounts, it is the time since the account's
 * first contribution, which takes a paid plan then and again now: free accounts can be aged by the dozen. Where one
 * account suffices, it is the account's age.
 */
export function createStandings(dependencies: StandingsDependencies) {
  const { eventing, clock, accounts, minContributors, contributorMinDays } = dependencies
  const maturity = contributorMinDays * DAY_MS
  const model = eventing.read(contributors)
  /** When accounts first contributed, which never changes. */
  const known = new LRUCache<string, number>(entryLimit(CACHE_SIZE))

  async function readFirstAt(id: string): Promise<number | undefined> {
    const firstAt = (await model.get(id))?.document.firstAt
    if (firstAt === undefined) return undefined
    known.set(id, Date.parse(firstAt))
    return Date.parse(firstAt)
  }

  function ageOf(pool: string, account: string): number | Promise<number> {
    const now = clock.now()
    const id = contributorId(pool, account)
    const firstAt = known.get(id)
    return firstAt === undefined ? readFirstAt(id).then((found) => now - (found ?? now)) : now - firstAt
  }

  function standingOf(pool: string, account: string, createdAt: string | undefined) {
    if (createdAt === undefined) return undefined
    if (quorumOf({ pool, minContributors }) === 1) {
      return { age: clock.now() - Date.parse(createdAt), maturity: ALONE_MATURITY_MS }
    }
    if (maturity === 0) return { age: 0, maturity }
    const age = ageOf(pool, account)
    return typeof age === 'number' ? { age, maturity } : age.then((found) => ({ age: found, maturity }))
  }

  /** Undefined when the account no longer exists. Synchronous when cached. */
  return (pool: string, account: string): Standing | undefined | Promise<Standing | undefined> => {
    const createdAt = accounts.getCreatedAt(account)
    return createdAt instanceof Promise
      ? createdAt.then((found) => standingOf(pool, account, found))
      : standingOf(pool, account, createdAt)
  }
}
