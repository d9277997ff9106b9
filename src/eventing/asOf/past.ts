// Read models as of past times: within the recorded history, and a few at a time, fairly between accounts.
import { type Clock, iso } from '../../kernel/clock.js'
import { createSharedFlight } from '../../kernel/concurrency/sharedFlight.js'
import { Failure } from '../../kernel/failure.js'
import type { Log } from '../../kernel/log.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Reading } from '../eventing.js'
import type { AnyProjection } from '../projection.js'
import { type AsOfView, createAsOf } from './asOf.js'
import { createCheckTime } from './checkTime.js'
import { dayIn } from './fold.js'
import { createSnapshotPreparation } from './prepareSnapshots.js'
import type { AsOfDefinition } from './snapshots.js'
import { createWithPermit } from './withPermit.js'

/** The account name under which the service itself and its operator query. */
const OPERATOR = 'operator'

export interface PastDependencies {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt' | 'head'>
  readonly documents: DocumentStore
  readonly clock: Clock
  readonly log: Log
  /** Minimum number of events since the last snapshot for another one; default 10,000. */
  readonly minSnapshotEvents?: number
  /** Erased accounts, which as-of queries leave out too. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
  /** Whether queries reject where the log is slow to get, rather than wait for it; by default they wait. */
  readonly soon?: boolean
}

/** What a query needs: the read models, and a clock that stands at the instant. */
export interface PastReading {
  readonly eventing: Reading
  readonly clock: Clock
}

export interface PastQuestion {
  /** Milliseconds since the epoch; the end of the current UTC day means now. */
  readonly time: number
  readonly signal?: AbortSignal | undefined
  /** The account that the permit is charged to; by default the operator. */
  readonly account?: string
}

/** Queries of one account's data that can be asked about the past. */
export interface AccountQueries<Q> {
  /** Name of their snapshots. */
  readonly name: string
  /** The read models that they read. */
  readonly models: readonly AnyProjection[]
  readonly at: (past: PastReading) => Q
}

/** An account's read models: only its own events are folded, so that it holds no document of others. */
export const ofAccount = (
  { name, models }: Pick<AccountQueries<unknown>, 'name' | 'models'>,
  account: string,
): AsOfDefinition => ({
  name: `${name}.${account}`,
  version: 1,
  account,
  retainedModels: models.map((projection) => ({ projection, includes: () => true })),
})

/** All of a read model, or what the events of one account make of it. */
export const ofModel = (projection: AnyProjection, account: string | undefined): AsOfDefinition => ({
  name: `model.${projection.name}${account === undefined ? '' : `.${account}`}`,
  version: 1,
  retainedModels: [{ projection, includes: () => true }],
  transient: true,
  ...(account !== undefined && { account }),
})

/** Read models as of past times. */
export type Past = ReturnType<typeof createPast>

export function createPast(dependencies: PastDependencies) {
  const { store, documents, clock, log, minSnapshotEvents, erased, soon = false } = dependencies
  const asOf = createAsOf({
    store,
    documents,
    ...(minSnapshotEvents !== undefined && { minSnapshotEvents }),
    ...(erased && { erased }),
  })
  const closing = new AbortController()
  const withPermit = createWithPermit(closing.signal)
  const checkTime = createCheckTime({ store, clock, soon })
  const flightByTime = createSharedFlight<AsOfView>()
  const flightByPosition = createSharedFlight<AsOfView>()
  const preparations: ReturnType<typeof createSnapshotPreparation>[] = []

  return {
    /**
     * The read models of a definition as of a time: all events recorded up to then count.
     * @throws Failure VALIDATION_ERROR when the time is in the future or before the first event; SERVICE_UNAVAILABLE
     */
    async at(
      definition: AsOfDefinition,
      { time: wanted, signal, account = OPERATOR }: PastQuestion,
    ): Promise<PastReading & { readonly eventing: AsOfView }> {
      const time = await checkTime(wanted, signal)
      const day = dayIn(iso(time))
      // The log's position at that time is found under the same permit, because that may need a long scan as well.
      const eventing = await flightByTime(`${definition.name} ${time}`, signal, (shared) =>
        withPermit(account, shared, async (either) => {
          const position = await store.positionAt(time, { signal: either, soon })
          const key = `${definition.name} ${position} ${day}`
          return flightByPosition(key, either, (signal) => asOf.at(definition, position, day, { signal, soon }))
        }),
      )
      return { eventing, clock: { now: () => time } }
    },
    /** @returns a function that starts making the snapshots of days that have ended, and does not wait for them */
    preparing(definition: AsOfDefinition): () => void {
      const given = { store, asOf, definition, clock, log, withPermit, account: OPERATOR, closing: closing.signal }
      const preparation = createSnapshotPreparation(given)
      preparations.push(preparation)
      return preparation.start
    },
    /** Deletes all snapshots. The next query takes longer and returns the same result. */
    dropSnapshots: asOf.dropSnapshots,
    /** Aborts all queries and preparations. */
    async close(): Promise<void> {
      closing.abort(new Failure('SERVICE_UNAVAILABLE', 'The service is stopping. Try again in a moment.'))
      await Promise.all(preparations.map(({ settled }) => settled()))
    },
  }
}

/** Deletes all snapshots from another process while a service runs. */
export const createDropSnapshots = (given: Pick<PastDependencies, 'store' | 'documents'>): (() => Promise<void>) =>
  createAsOf(given).dropSnapshots
