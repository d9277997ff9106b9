// Puts the parts of the signal pool together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import { createQueryCache } from '../../eventing/queryCache.js'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedMutex } from '../../kernel/concurrency/keyedMutex.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import type { Accounts } from '../accounts/index.js'
import { createCaps } from './caps.js'
import { createContribute } from './commands/contribute.js'
import { createContributeMany } from './commands/contributeMany.js'
import { createContributeShared } from './commands/contributeShared.js'
import { createForgetAddress } from './commands/forgetAddress.js'
import { createDomains } from './domains.js'
import { createPoolKeys } from './keys.js'
import { createNonEmptyPools } from './nonEmptyPools.js'
import { activity } from './projections/activity.js'
import { contributions } from './projections/contributions.js'
import { contributors } from './projections/contributors.js'
import { creditDays } from './projections/creditDays.js'
import { leaderboard } from './projections/leaderboard.js'
import { poolDays } from './projections/poolDays.js'
import { poolDomains } from './projections/poolDomains.js'
import { poolEntries } from './projections/poolEntries.js'
import { poolStats } from './projections/poolStats.js'
import { createGetContributed } from './queries/getContributed.js'
import { createGetPoolActivity } from './queries/getPoolActivity.js'
import { createGetPoolContributions } from './queries/getPoolContributions.js'
import { createGetPoolDays } from './queries/getPoolDays.js'
import { createCountPoolHistory, createGetPoolHistory } from './queries/getPoolHistory.js'
import { createGetPoolLeaderboard } from './queries/getPoolLeaderboard.js'
import { createGetPoolLevels } from './queries/getPoolLevels.js'
import { createGetPoolRank } from './queries/getPoolRank.js'
import { createGetPoolStats, type NamingPolicy } from './queries/getPoolStats.js'
import { createListContributions } from './queries/listContributions.js'
import { createLookUp } from './queries/lookUp.js'
import { createContributions } from './reactors/contributions.js'
import { createStandings } from './standings.js'

/**
 * A lane separate from other read models: a backlog of contributions does not delay readers of batches and accounts.
 */
const LANE = 'pool'

export const poolProjections: readonly AnyProjection[] = [
  poolEntries,
  poolStats,
  poolDays,
  poolDomains,
  contributors,
  leaderboard,
  contributions,
  activity,
  creditDays,
].map((projection: AnyProjection) => ({ ...projection, lane: LANE }))

export interface PoolDependencies extends NamingPolicy {
  readonly eventing: Eventing
  readonly ledger: Ledger
  readonly clock: Clock
  readonly deriveKey: DeriveKey
  readonly accounts: Pick<Accounts, 'getCreatedAt' | 'getKeyMask'>
  /** Minimum number of days between an account's first contribution and those that count towards `minContributors`. */
  readonly contributorMinDays: number
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wirePool(given: PoolDependencies) {
  const keys = createPoolKeys(given)
  const nonEmptyPools = createNonEmptyPools(given)
  const dependencies = {
    ...given,
    keys,
    nonEmptyPools,
    caps: createCaps(given),
    domains: createDomains(given),
    standings: createStandings(given),
    addressMutex: createKeyedMutex(),
  }
  const cached = createQueryCache(given)
  const contribute = createContribute(dependencies)
  const contributeMany = createContributeMany({ ...dependencies, contribute })
  return {
    addressOf: keys.addressOf,
    hasEntries: nonEmptyPools.hasEntries,
    lookUp: createLookUp(dependencies),
    contribute,
    contributeShared: createContributeShared({ contributeMany }),
    getContributed: createGetContributed(dependencies),
    reactor: createContributions({ contributeMany }),
    getPoolStats: cached([poolStats, poolDomains, contributors], createGetPoolStats(dependencies)),
    getPoolDays: cached([poolDays], createGetPoolDays(dependencies)),
    getPoolLeaderboard: cached([leaderboard, contributors], createGetPoolLeaderboard(dependencies)),
    getPoolActivity: cached([activity], createGetPoolActivity(dependencies)),
    getPoolContributions: createGetPoolContributions(dependencies),
    listContributions: createListContributions(dependencies),
    getPoolRank: createGetPoolRank(dependencies),
    getPoolLevels: createGetPoolLevels(dependencies),
    getPoolHistory: createGetPoolHistory(dependencies),
    countPoolHistory: createCountPoolHistory(dependencies),
  }
}

/** For operators. */
export const createPoolForgetting = (given: Pick<PoolDependencies, 'eventing' | 'deriveKey'>) =>
  createForgetAddress({ ...given, keys: createPoolKeys(given) })

export type PoolForgetting = ReturnType<typeof createPoolForgetting>
