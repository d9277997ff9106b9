import { type AsOfView, createAsOf } from '../../../eventing/asOf/asOf.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { createSharedFlight } from '../../../kernel/concurrency/sharedFlight.js'
import { abortable, createSingleFlight } from '../../../kernel/concurrency/singleFlight.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import { Failure } from '../../../kernel/failure.js'
import type { Log } from '../../../kernel/log.js'
import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { START } from '../../../kernel/position.js'
import { createPoolKeys } from '../keys.js'
import type { LeaderboardPeriod } from '../periods.js'
import { dayOf } from '../projections/buckets.js'
import { createGetPoolLeaderboard, type LeaderboardView } from '../queries/getPoolLeaderboard.js'
import { createGetPoolStats, type NamingPolicy, type PoolStatsView } from '../queries/getPoolStats.js'
import { asOfDefinition } from './asOfDefinition.js'
import { createAsOfSemaphore } from './asOfSemaphore.js'

const MAX_CONCURRENT_QUERIES = 2
/** Queued queries per account: a single GraphQL operation may ask for thirty points in time. */
const MAX_QUEUED_PER_ACCOUNT = 30
const MAX_QUEUED = 300
const QUEUE_TIMEOUT_MS = 10_000
/** The account name under which the service itself and its operator query. */
const OPERATOR = 'operator'

export interface PoolAsOfDependencies extends NamingPolicy {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt' | 'head'>
  readonly documents: DocumentStore
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  /** Minimum number of events since the last snapshot for another one; default 10,000. */
  readonly worth?: number
  /** Erased accounts, which as-of queries leave out too. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

export type PoolAsOf = ReturnType<typeof createPoolAsOf>

/**
 * As-of queries of the public pool's statistics and leaderboard: they return exactly what the same queries returned at
 * that time. All events recorded up to then count, and the clock of the query stands at that time.
 */
export function createPoolAsOf(dependencies: PoolAsOfDependencies) {
  const { store, documents, clock, log, deriveKey, worth, erased } = dependencies
  const { domainMinAddresses, domainMinContributors, isBigProvider } = dependencies
  const naming: NamingPolicy = { domainMinAddresses, domainMinContributors, isBigProvider }
  const keys = createPoolKeys({ deriveKey })
  const asOf = createAsOf({
    store,
    documents,
    definition: asOfDefinition,
    ...(worth !== undefined && { worth }),
    ...(erased && { erased }),
  })
  const semaphore = createAsOfSemaphore({
    permits: MAX_CONCURRENT_QUERIES,
    maxQueuedPerAccount: MAX_QUEUED_PER_ACCOUNT,
    maxQueued: MAX_QUEUED,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
  })
  const flightByTime = createSharedFlight<AsOfView>()
  const flightByPosition = createSharedFlight<AsOfView>()
  const closing = new AbortController()

  async function withPermit<T>(
    account: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([signal, closing.signal])
    const release = await semaphore.acquire(account, either)
    try {
      return await work(either)
    } finally {
      release()
    }
  }

  /** When the first event was recorded. Cached, because it never changes. */
  let firstRecordedAt: string | undefined
  const singleFlight = createSingleFlight<void>()

  async function getFirstRecordedAt(signal: AbortSignal | undefined): Promise<string | undefined> {
    const read = async () => {
      for await (const { recordedAt } of store.readAll({ limit: 1 })) firstRecordedAt = recordedAt
    }
    if (firstRecordedAt === undefined) await abortable(singleFlight('first', read), signal)
    return firstRecordedAt
  }

  /**
   * Needs no permit, and usually no read of the store.
   * @throws Failure VALIDATION_ERROR when the time is in the future or before the first event
   */
  async function checkTime(time: number, signal: AbortSignal | undefined): Promise<void> {
    const now = clock.now()
    const first = await getFirstRecordedAt(signal)
    if (first === undefined) throw invalidTime('There is no history yet: no event has been recorded.')
    if (time > now || time < Date.parse(first)) {
      throw invalidTime(`The time must lie between ${first} (the first event) and ${iso(now)} (now).`)
    }
  }

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

  /** All snapshots due before this day have been made. */
  let prepared = ''
  let preparing: Promise<void> | undefined

  async function prepare(): Promise<void> {
    const today = dayOf(clock.now())
    if (today === prepared) return
    await withPermit(OPERATOR, closing.signal, async (signal) => {
      const position = await store.positionAt(Date.parse(today) - 1, signal)
      // The log's clock may differ from ours: yesterday is certainly over only once an event of today is recorded.
      if (position !== START && position === (await store.head())) return
      if (position !== START) await asOf.prepare(position, today, signal)
      prepared = today
    })
  }

  return {
    /**
     * @param time milliseconds since the epoch
     * @param account the account that the permit is charged to
     * @throws Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE
     */
    async getPoolStats(time: number, signal?: AbortSignal, account = OPERATOR): Promise<PoolStatsView> {
      const eventing = await viewAt(time, signal, account)
      return createGetPoolStats({ ...naming, eventing, clock: { now: () => time } })()
    },
    /**
     * @param limit 1 to 100
     * @param time milliseconds since the epoch
     * @throws Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE
     */
    async getPoolLeaderboard(
      period: LeaderboardPeriod,
      limit: number,
      time: number,
      signal?: AbortSignal,
      account = OPERATOR,
    ): Promise<LeaderboardView> {
      const eventing = await viewAt(time, signal, account)
      return createGetPoolLeaderboard({ eventing, clock: { now: () => time }, keys })(period, limit)
    },
    /**
     * Starts making the snapshots of days that have ended, so that the first query need not. Does not wait for them.
     */
    async sweepSnapshots(): Promise<void> {
      preparing ??= prepare()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log.warn({ error }, 'failed to make as-of snapshots; will retry')
        })
        .finally(() => {
          preparing = undefined
        })
    },
    /** Deletes all snapshots. The next query takes longer and returns the same result. */
    dropSnapshots: asOf.dropSnapshots,
    /** Aborts all queries and the sweep. */
    async close(): Promise<void> {
      closing.abort(new Failure('SERVICE_UNAVAILABLE', 'The service is stopping. Try again in a moment.'))
      await preparing
    },
  }
}

/** Deletes all snapshots from another process while a service runs. */
export const createDropPoolAsOf = (given: Pick<PoolAsOfDependencies, 'store' | 'documents'>) =>
  createAsOf({ ...given, definition: asOfDefinition }).dropSnapshots

const invalidTime = (message: string) =>
  new Failure('VALIDATION_ERROR', message, { problems: [{ path: '/asOf', message: message.replace(/\.$/, '') }] })
