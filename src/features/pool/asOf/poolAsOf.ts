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
import { createGetPoolStats, type Naming, type PoolStatsView } from '../queries/getPoolStats.js'
import { asOfDefinition } from './asOfDefinition.js'
import { createAsOfSemaphore } from './asOfSemaphore.js'

const ANSWERED_AT_ONCE = 2
/** Of one account: one question may ask for thirty moments. */
const MOST_WAITING = 30
const MOST_WAITING_IN_ALL = 300
const PATIENCE_MS = 10_000
/** Who asks where no account does: the service itself, and its operator. */
const OPERATOR = 'operator'

export interface PoolAsOfDependencies extends Naming {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt' | 'head'>
  readonly documents: DocumentStore
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  /** Events that are worth a snapshot; ten thousand, where nothing is said. */
  readonly worth?: number
  /** Accounts that are erased: the past forgets them too. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

export type PoolAsOf = ReturnType<typeof createPoolAsOf>

/**
 * What the public pool's statistics and leaderboard were at a moment: the answers that the same queries gave then, to
 * the last byte. All events recorded until then count, and "now" is then.
 */
export function createPoolAsOf(dependencies: PoolAsOfDependencies) {
  const { store, documents, clock, log, deriveKey, worth, erased } = dependencies
  const { domainMinAddresses, domainMinContributors, isBigProvider } = dependencies
  // No more than that: who looks back may well be given the present too.
  const naming: Naming = { domainMinAddresses, domainMinContributors, isBigProvider }
  const keys = createPoolKeys({ deriveKey })
  const past = createAsOf({
    store,
    documents,
    definition: asOfDefinition,
    ...(worth !== undefined && { worth }),
    ...(erased && { erased }),
  })
  const turnstile = createAsOfSemaphore({
    places: ANSWERED_AT_ONCE,
    waiting: MOST_WAITING,
    waitingInAll: MOST_WAITING_IN_ALL,
    patienceMs: PATIENCE_MS,
  })
  const shareMoment = createSharedFlight<AsOfView>()
  const sharePlace = createSharedFlight<AsOfView>()
  const closing = new AbortController()

  async function inTurn<T>(
    account: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([signal, closing.signal])
    const leave = await turnstile.enter(account, either)
    try {
      return await work(either)
    } finally {
      leave()
    }
  }

  /** When the first event was recorded: read once, since that never changes. */
  let first: string | undefined
  const readFirst = createSingleFlight<void>()

  async function beginning(signal: AbortSignal | undefined): Promise<string | undefined> {
    const read = async () => {
      for await (const { recordedAt } of store.readAll({ limit: 1 })) first = recordedAt
    }
    if (first === undefined) await abortable(readFirst('first', read), signal)
    return first
  }

  /**
   * Without a turn, and mostly without the store.
   * @throws Failure VALIDATION_ERROR when there is no such moment yet, or was nothing then
   */
  async function checkTime(time: number, signal: AbortSignal | undefined): Promise<void> {
    const now = clock.now()
    const begin = await beginning(signal)
    if (begin === undefined) throw outOfBounds('There is no past yet: nothing has been recorded.')
    if (time > now || time < Date.parse(begin)) throw outside(begin, iso(now))
  }

  /** Where the log was then is found in the same turn: that may be a long walk, too. */
  async function viewAt(time: number, signal: AbortSignal | undefined, account: string): Promise<AsOfView> {
    await checkTime(time, signal)
    const day = dayOf(time)
    return shareMoment(`${time}`, signal, (given) =>
      inTurn(account, given, async (either) => {
        const position = await store.positionAt(time, either)
        return sharePlace(`${position} ${day}`, either, (left) => past.at(position, day, left))
      }),
    )
  }

  /** The day before which all snapshots that are due were made. */
  let prepared = ''
  let preparing: Promise<void> | undefined

  async function prepare(): Promise<void> {
    const today = dayOf(clock.now())
    if (today === prepared) return
    await inTurn(OPERATOR, closing.signal, async (signal) => {
      const position = await store.positionAt(Date.parse(today) - 1, signal)
      // Until something is recorded today, nobody knows that yesterday is over: the log's clock may be another's.
      if (position !== START && position === (await store.head())) return
      if (position !== START) await past.prepare(position, today, signal)
      prepared = today
    })
  }

  return {
    /** @param time milliseconds since the epoch @param account whose turn it is @throws Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE */
    async getPoolStats(time: number, signal?: AbortSignal, account = OPERATOR): Promise<PoolStatsView> {
      const eventing = await viewAt(time, signal, account)
      return createGetPoolStats({ ...naming, eventing, clock: { now: () => time } })()
    },
    /** @param limit 1 to 100 @param time milliseconds since the epoch @throws Failure VALIDATION_ERROR, SERVICE_UNAVAILABLE */
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
    /** Begins to make the snapshots of days that have ended, so that nobody waits who asks first; does not wait itself. */
    async sweepSnapshots(): Promise<void> {
      preparing ??= prepare()
        .catch((error: unknown) => {
          if (!closing.signal.aborted) log.warn({ error }, 'snapshots were not made; it is tried again')
        })
        .finally(() => {
          preparing = undefined
        })
    },
    /** Forgets all snapshots: whoever asks next waits longer, and is answered the same. */
    dropSnapshots: past.dropSnapshots,
    /** Gives up what is under way. */
    async close(): Promise<void> {
      closing.abort(new Failure('SERVICE_UNAVAILABLE', 'The service is stopping. Ask again in a moment.'))
      await preparing
    },
  }
}

/** Forgets all snapshots, from beside a service. */
export const createDropPoolAsOf = (given: Pick<PoolAsOfDependencies, 'store' | 'documents'>) =>
  createAsOf({ ...given, definition: asOfDefinition }).dropSnapshots

const outOfBounds = (message: string) =>
  new Failure('VALIDATION_ERROR', message, [{ path: '/asOf', message: message.replace(/\.$/, '') }])

const outside = (first: string, now: string) =>
  outOfBounds(
    `The past reaches from ${first}, when the first event was recorded, to now, ${now}. Ask for a moment in between.`,
  )
