/**
 * The signal pool: results that accounts share, consulted before DNS, and statistics about the contributors. Other
 * rooms see what is declared here; each operation's type leads to its code.
 */
import type { Reactor } from '../../eventing/reactor.js'
import type { Contribute } from './commands/contribute.js'
import type { ContributeShared } from './commands/contributeShared.js'
import type { PoolKeys } from './keys.js'
import type { NonEmptyPools } from './nonEmptyPools.js'
import type { GetContributed } from './queries/getContributed.js'
import type { GetPoolActivity } from './queries/getPoolActivity.js'
import type { GetPoolContributions } from './queries/getPoolContributions.js'
import type { GetPoolDays } from './queries/getPoolDays.js'
import type { CountPoolHistory, GetPoolHistory } from './queries/getPoolHistory.js'
import type { GetPoolLeaderboard } from './queries/getPoolLeaderboard.js'
import type { GetPoolLevels } from './queries/getPoolLevels.js'
import type { GetPoolRank } from './queries/getPoolRank.js'
import type { GetPoolStats } from './queries/getPoolStats.js'
import type { ListContributions } from './queries/listContributions.js'
import type { LookUp } from './queries/lookUp.js'
import type { SharingEvent } from './reactors/contributions.js'
import { type PoolDependencies, wirePool } from './wiring.js'

/**
 * What the feature offers. Operations with a caller act on the caller's pool: the public one or, on the Enterprise
 * plan, the account's own. Public figures are open to everyone, concern the public pool, name no account, and may be a
 * second old. Any operation rejects with StoreUnavailable while the stores do not answer.
 */
export interface Pool {
  /** For verification. Needs no store. */
  readonly addressOf: PoolKeys['addressOf']
  /** For verification. Says for up to a second that a pool is empty after another process has contributed. */
  readonly hasEntries: NonEmptyPools['hasEntries']
  /** For verification, which has the reader's permission. Changes nothing. */
  readonly lookUp: LookUp
  /**
   * For verification, on the account's request to share. Idempotent per cause and address. Read models follow within
   * moments; whoever must see the contribution waits for them, as `getPoolContributions` does.
   */
  readonly contribute: Contribute
  /** The same for the results of an event with many addresses. */
  readonly contributeShared: ContributeShared
  /** For batches, on behalf of the batch's owner. */
  readonly getContributed: GetContributed
  /** Contributes what `contribute` was not called for, or could not finish. Idempotent. */
  readonly reactor: Reactor<SharingEvent>

  /** Public figure. */
  readonly getPoolStats: GetPoolStats
  /** Public figure. */
  readonly getPoolDays: GetPoolDays
  /** Public figure. */
  readonly getPoolLeaderboard: GetPoolLeaderboard
  /** Public figure. */
  readonly getPoolActivity: GetPoolActivity
  /** Public figure. */
  readonly getPoolLevels: GetPoolLevels

  /**
   * Any caller; nothing for a sandbox key. Waits for the caller's own latest contributions.
   * @throws Failure VALIDATION_ERROR when a page lies beyond the maximum offset
   */
  readonly getPoolContributions: GetPoolContributions
  /**
   * Any caller; nothing for a sandbox key. Waits for the caller's own latest contributions.
   * @throws Failure VALIDATION_ERROR for a cursor of another list
   */
  readonly listContributions: ListContributions
  /** Any caller; rank 0 for a sandbox key. Waits for the caller's own latest contributions. */
  readonly getPoolRank: GetPoolRank
  /**
   * Any caller; nothing for a sandbox key. Waits for the caller's own latest contributions.
   * @throws Failure VALIDATION_ERROR, before anything is read
   */
  readonly getPoolHistory: GetPoolHistory
  /** The number of rows of `getPoolHistory`, under the same conditions. */
  readonly countPoolHistory: CountPoolHistory
}

export const createPool: (dependencies: PoolDependencies) => Pool = wirePool

export { createPoolAsOf, type PoolAsOf, type PoolQueries } from './asOf/poolAsOf.js'
export { encodeShared } from './columns.js'
export type { PoolAddress } from './commands/forgetAddress.js'
export type { PoolAnswer } from './consensus.js'
export type { AddressForgotten } from './events.js'
export { poolOf } from './keys.js'
export type { LeaderboardPeriod } from './periods.js'
export { forgottenAddresses } from './projections/forgottenAddresses.js'
export { type ContributionRow, contributionColumns } from './queries/contributionRow.js'
export { createExportContributions } from './queries/exportContributions.js'
export type { ActivityView } from './queries/getPoolActivity.js'
export type { ContributionsView } from './queries/getPoolContributions.js'
export type { HistoryRow } from './queries/getPoolHistory.js'
export type { LeaderboardView } from './queries/getPoolLeaderboard.js'
export type { LevelView } from './queries/getPoolLevels.js'
export type { RankView } from './queries/getPoolRank.js'
export type { PoolStatsView } from './queries/getPoolStats.js'
export { createWatchPoolActivity, POOL_CHANGES, type WatchPoolActivity } from './queries/watchPoolActivity.js'
export type { Contributed } from './state.js'
export { createPoolForgetting, type PoolDependencies, type PoolForgetting, poolProjections } from './wiring.js'
