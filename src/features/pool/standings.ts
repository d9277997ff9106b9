// How long an account has contributed to a pool: the standing behind its votes.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { DAY_MS } from '../../kernel/time.js'
import type { Accounts } from '../accounts/index.js'
import { quorumOf } from './consensus.js'
import type { Standing } from './decide.js'
import { contributions } from './projections/contributions.js'

/** Where one account suffices, age only weighs votes: see `weightOf`. */
const ALONE_MATURITY_MS = 30 * DAY_MS
const CACHE_SIZE = 100_000

interface StandingsDependencies {
  readonly eventing: Pick<Eventing, 'read' | 'waitForHead'>
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
  const model = eventing.read(contributions)
  /** When accounts first contributed, which never changes. */
  const known = new LRUCache<string, number>(entryLimit(CACHE_SIZE))

  /** Whether the model has been seen to have everything that was in the log when this process had started. */
  let isComplete = false

  /**
   * A vote must not be recorded as young because the model is folded anew from the log, and has not reached the account's
   * first contribution yet.
   */
  async function ensureComplete(): Promise<void> {
    isComplete ||= await eventing.waitForHead([contributions.name])
    if (!isComplete) throw new StoreUnavailable('the read model of contributions is too far behind the log')
  }

  async function findAge(pool: string, account: string): Promise<number> {
    await ensureComplete()
    const { items } = await model.find({ index: 'byOwner', equals: { owner: account, pool }, limit: 1 })
    if (!items[0]) return 0
    const firstAt = Date.parse(items[0].document.at)
    known.set(`${pool} ${account}`, firstAt)
    return clock.now() - firstAt
  }

  function ageOf(pool: string, account: string): number | Promise<number> {
    const firstAt = known.get(`${pool} ${account}`)
    return firstAt === undefined ? findAge(pool, account) : clock.now() - firstAt
  }

  function standingOf(pool: string, account: string, createdAt: string | undefined) {
    if (createdAt === undefined) return undefined
    if (quorumOf({ pool, minContributors }) === 1) {
      return { age: clock.now() - Date.parse(createdAt), maturity: ALONE_MATURITY_MS }
    }
    if (maturity === 0) return { age: 0, maturity }
    return mapMaybePromise(ageOf(pool, account), (age) => ({ age, maturity }))
  }

  /**
   * Undefined when the account no longer exists. Synchronous when cached.
   * @throws StoreUnavailable also while it is not known whether the account has contributed
   */
  return (pool: string, account: string): Standing | undefined | Promise<Standing | undefined> => {
    return mapMaybePromise(accounts.getCreatedAt(account), (createdAt) => standingOf(pool, account, createdAt))
  }
}
