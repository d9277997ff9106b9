// The pool's public figures as of a past time.
import { ofAccount, type Past, type PastQuestion } from '../../../eventing/asOf/past.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import type { Accounts, Caller } from '../../accounts/index.js'
import { PUBLIC_POOL } from '../events.js'
import { createPoolKeys, poolOf } from '../keys.js'
import { leaderboard } from '../projections/leaderboard.js'
import { createGetPoolActivity, type GetPoolActivity } from '../queries/getPoolActivity.js'
import { createGetPoolDays, type GetPoolDays } from '../queries/getPoolDays.js'
import { createGetPoolLeaderboard, type GetPoolLeaderboard } from '../queries/getPoolLeaderboard.js'
import { createGetPoolLevels, type GetPoolLevels } from '../queries/getPoolLevels.js'
import { createGetPoolRank, type GetPoolRank } from '../queries/getPoolRank.js'
import { createGetPoolStats, type GetPoolStats, type NamingPolicy } from '../queries/getPoolStats.js'
import { asOfDefinition } from './asOfDefinition.js'

export interface PoolAsOfDependencies extends NamingPolicy {
  readonly past: Past
  readonly deriveKey: DeriveKey
}

/** Queries of the public pool: they return exactly what the same queries returned at that time. */
export interface PoolQueries {
  readonly getPoolStats: GetPoolStats
  /** The thirty days that end with the day of the time, which counts up to it. */
  readonly getPoolDays: GetPoolDays
  readonly getPoolLeaderboard: GetPoolLeaderboard
  readonly getPoolActivity: GetPoolActivity
  readonly getPoolLevels: GetPoolLevels
}

/** @throws Failure VALIDATION_ERROR when the time is in the future or before the first event; SERVICE_UNAVAILABLE */
export interface PoolAsOf {
  at(question: PastQuestion): Promise<PoolQueries>
  /** The rank of a caller in its pool. */
  rankAt(
    caller: Caller,
    question: PastQuestion,
    accounts: Pick<Accounts, 'getKeyMask'>,
  ): Promise<{ readonly getPoolRank: GetPoolRank }>
  /** Starts making the snapshots of days that have ended, so that the first query need not. Does not wait for them. */
  prepareSnapshots(): Promise<void>
}

export function createPoolAsOf({ past, deriveKey, ...given }: PoolAsOfDependencies): PoolAsOf {
  const { minContributors, domainMinAddresses, domainMinContributors, isBigProvider } = given
  const naming: NamingPolicy = { minContributors, domainMinAddresses, domainMinContributors, isBigProvider }
  const keys = createPoolKeys({ deriveKey })
  const prepare = past.preparing(asOfDefinition)

  return {
    async at(question) {
      const reading = await past.at(asOfDefinition, question)
      return {
        getPoolStats: createGetPoolStats({ ...naming, ...reading }),
        getPoolDays: createGetPoolDays(reading),
        getPoolLeaderboard: createGetPoolLeaderboard({ ...reading, keys }),
        getPoolActivity: createGetPoolActivity(reading),
        getPoolLevels: createGetPoolLevels(reading),
      }
    },
    async rankAt(caller, question, accounts) {
      const pool = poolOf(caller)
      const definition = pool === PUBLIC_POOL ? asOfDefinition : ofAccount(PRIVATE_RANK, pool)
      return { getPoolRank: createGetPoolRank({ ...(await past.at(definition, question)), accounts }) }
    },
    prepareSnapshots: async () => prepare(),
  }
}

/** Only its own account contributes to a private pool. */
const PRIVATE_RANK = { name: 'rank', models: [leaderboard] }
