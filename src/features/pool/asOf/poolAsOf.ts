// The pool's public figures as of a past time.
import { type AsOfView, createAsOf } from '../../../eventing/asOf/asOf.js'
import type { Clock } from '../../../kernel/clock.js'
import { createSharedFlight } from '../../../kernel/concurrency/sharedFlight.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import { Failure } from '../../../kernel/failure.js'
import type { Log } from '../../../kernel/log.js'
import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { createPoolKeys } from '../keys.js'
import type { LeaderboardPeriod } from '../periods.js'
import { dayOf } from '../projections/buckets.js'
import { createGetPoolDays, type PoolDayView } from '../queries/getPoolDays.js'
import { createGetPoolLeaderboard, type LeaderboardView } from '../queries/getPoolLeaderboard.js'
import { createGetPoolStats, type NamingPolicy, type PoolStatsView } from '../queries/getPoolStats.js'
import { asOfDefinition } from './asOfDefinition.js'
import { createCheckTime } from './checkTime.js'
import { createSnapshotPreparation } from './prepareSnapshots.js'
import { createWithPermit } from './withPermit.js'

/** The account name under which the service itself and its operator query. */
const OPERATOR = 'operator'

export interface PoolAsOfDependencies extends NamingPolicy {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt' | 'head'>
  readonly documents: DocumentStore
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  /** Minimum number of events since the last snapshot for another one; default 10,000. */
  readonly minSnapshotEvents?: number
  /** Erased accounts, which as-of queries leave out too. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

/**
 * As-of queries of the public pool's statistics, days and leaderboard: they return exactly what the same queries
 * returned at that time, in milliseconds since the epoch. All events recorded up to then count, and the clock of the
 * query stands at that time. The permit of a query is charged to `account`, by default to the operator.
 * @throws Failure VALIDATION_ERROR when the time is in the future or before the first event; SERVICE_UNAVAILABLE
 */
export interface PoolAsOf {
  getPoolStats(time: number, signal?: AbortSignal, account?: string): Promise<PoolStatsView>
  /** The thirty days that end with the day of `time`, which counts up to `time`. */
  getPoolDays(time: number, signal?: AbortSignal, account?: string): Promise<readonly PoolDayView[]>
  /** @param limit 1 to 100 */
  getPoolLeaderboard(
    period: LeaderboardPeriod,
    limit: number,
    time: number,
    signal?: AbortSignal,
    account?: string,
  ): Promise<LeaderboardView>
  /** Starts making the snapshots of days that have ended, so that the first query need not. Does not wait for them. */
  prepareSnapshots(): Promise<void>
  /** Deletes all snapshots. The next query takes longer and returns the same result. */
  dropSnapshots(): Promise<void>
  /** Aborts all queries and the preparation. */
  close(): Promise<void>
}

export function createPoolAsOf(dependencies: PoolAsOfDependencies): PoolAsOf {
  const { store, documents, clock, log, deriveKey, minSnapshotEvents, erased } = dependencies
  const { minContributors, domainMinAddresses, domainMinContributors, isBigProvider } = dependencies
  const naming: NamingPolicy = { minContributors, domainMinAddresses, domainMinContributors, isBigProvider }
  const keys = createPoolKeys({ deriveKey })
  const asOf = createAsOf({
    store,
    documents,
    definition: asOfDefinition,
    ...(minSnapshotEvents !== undefined && { minSnapshotEvents }),
    ...(erased && { erased }),
  })
  const closing = new AbortController()
  const withPermit = createWithPermit(closing.signal)
  const checkTime = createCheckTime({ store, clock })
  const preparation = createSnapshotPreparation({
    store,
    asOf,
    clock,
    log,
    withPermit,
    account: OPERATOR,
    closing: closing.signal,
  })
  const flightByTime = createSharedFlight<AsOfView>()
  const flightByPosition = createSharedFlight<AsOfView>()

  /** Finds the log's position at that time under the same permit, because that may need a long scan as well. */
  async function viewAt(time: number, signal: AbortSignal | undefined, account: string): Promise<AsOfView> {
    await checkTime(time, signal)
    const day = dayOf(time)
    return flightByTime(`${time}`, signal, (shared) =>
      withPermit(account, shared, async (either) => {
        const position = await store.positionAt(time, either)
        return flightByPosition(`${position} ${day}`, either, (stop) => asOf.at(position, day, stop))
      }),
    )
  }

  return {
    async getPoolStats(time, signal, account = OPERATOR) {
      const eventing = await viewAt(time, signal, account)
      return createGetPoolStats({ ...naming, eventing, clock: { now: () => time } })()
    },
    async getPoolDays(time, signal, account = OPERATOR) {
      const eventing = await viewAt(time, signal, account)
      return createGetPoolDays({ eventing, clock: { now: () => time } })()
    },
    async getPoolLeaderboard(period, limit, time, signal, account = OPERATOR) {
      const eventing = await viewAt(time, signal, account)
      return createGetPoolLeaderboard({ eventing, clock: { now: () => time }, keys })(period, limit)
    },
    async prepareSnapshots() {
      preparation.start()
    },
    dropSnapshots: asOf.dropSnapshots,
    async close() {
      closing.abort(new Failure('SERVICE_UNAVAILABLE', 'The service is stopping. Try again in a moment.'))
      await preparation.settled()
    },
  }
}

/** Deletes all snapshots from another process while a service runs. */
export const createDropPoolSnapshots = (given: Pick<PoolAsOfDependencies, 'store' | 'documents'>) =>
  createAsOf({ ...given, definition: asOfDefinition }).dropSnapshots
