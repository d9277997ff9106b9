// Exports what happened in whole hours as rows, pseudonymised: the order within an hour tells nothing.
import type { Clock } from '../kernel/clock.js'
import type { DeriveKey } from '../kernel/crypto/keyDerivation.js'
import { createPseudonyms, type PseudonymOf } from '../kernel/crypto/pseudonyms.js'
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import { HOUR_MS } from '../kernel/time.js'

/** By how much the clocks of the servers that record events may differ. */
const MAX_CLOCK_SKEW_MS = HOUR_MS
/** Default number of rows that are shuffled together. */
const WINDOW_ROWS = 20_000
const HOUR_DIGITS = 7
const NUMBER_DIGITS = 9

type OfAccount = DomainEvent<string, { readonly account: string }>

export interface HourlyRowsDependencies {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt'>
  readonly clock: Clock
  readonly deriveKey: DeriveKey
  /** Erased accounts. */
  readonly erased: () => Promise<ReadonlyMap<string, unknown>>
  readonly windowRows?: number
}

/** How events become rows. */
interface RowSource<Event extends OfAccount, Row> {
  readonly types: readonly Event['type'][]
  readonly rowCount: (event: Recorded<Event>) => number
  /** Whether its rows are exported; by default all are. */
  readonly isExported?: (event: Recorded<Event>) => boolean
  /** The rows of an event by their indexes. */
  readonly rowsIn: (event: Recorded<Event>) => (row: number, rowPosition: string) => Row
}

interface HourlyRowsOptions {
  /** Milliseconds since the epoch, inclusive; default: from the start of the log. Only whole UTC hours. */
  readonly from?: number | undefined
  /** Exclusive; default and maximum: an hour ago. */
  readonly to?: number | undefined
  /** The position of a row: only rows after it. */
  readonly after?: string | undefined
}

/** Consecutive events of an hour, whose rows are shuffled together. */
interface Window<Event extends OfAccount> {
  readonly hour: number
  /** Number of rows of the hour before it. */
  readonly from: number
  readonly events: Recorded<Event>[]
  rows: number
}

/**
 * The rows of whole UTC hours, in the order of the hours and in random order within an hour, except those of erased accounts. An hour
 * is left out until an hour after its end. Repeated exports yield identical rows, wherever in the log they are kept. Busy hours are
 * shuffled in parts, so that memory is bounded.
 *
 * An event that was recorded earlier than one before it, because servers' clocks differ, is among those of the later hour.
 */
export function createHourlyRows<Event extends OfAccount, Row>(
  dependencies: HourlyRowsDependencies,
  sourceOf: (pseudonymOf: PseudonymOf) => RowSource<Event, Row>,
) {
  const { store, clock, deriveKey, erased, windowRows = WINDOW_ROWS } = dependencies
  const { pseudonymOf, shuffled } = createPseudonyms(deriveKey)
  const { types, rowCount, isExported = () => true, rowsIn } = sourceOf(pseudonymOf)
  const exported: ReadonlySet<string> = new Set(types)

  /** The windows of the hours from `first` to before `end`. */
  async function* windows(first: number, end: number): AsyncGenerator<Window<Event>, void> {
    const after = await store.positionAt(first * HOUR_MS - MAX_CLOCK_SKEW_MS - 1)
    let window: Window<Event> = { hour: first, from: 0, events: [], rows: 0 }
    let hour = 0
    for await (const recorded of store.readAll({ after, types: exported })) {
      const event = recorded as Recorded<Event>
      hour = Math.max(hour, hourOf(event))
      if (hour < first) continue
      if (hour >= end) break
      if (hour !== window.hour) {
        yield window
        window = { hour, from: 0, events: [], rows: 0 }
      } else if (window.rows >= windowRows) {
        yield window
        window = { hour, from: window.from + window.rows, events: [], rows: 0 }
      }
      window.events.push(event)
      window.rows += rowCount(event)
    }
    yield window
  }

  /** @param skipped number of rows of the hour to leave out */
  function rowsOf(
    { hour, from, events, rows }: Window<Event>,
    skipped: number,
    isKept: (event: Recorded<Event>) => boolean,
  ): Row[] {
    const sources = events.flatMap((event) => {
      const rowAt = isKept(event) ? rowsIn(event) : undefined
      return Array.from({ length: rowCount(event) }, (_, row) => rowAt && { rowAt, row })
    })
    const found: Row[] = []
    // What is left out has its numbers too: those of the others stay the same.
    for (const [index, source] of shuffled(`${hour}.${from}`, rows).entries()) {
      const kept = sources[source]
      if (kept && from + index >= skipped) found.push(kept.rowAt(kept.row, positionOf(hour, from + index)))
    }
    return found
  }

  return async function* ({
    after,
    from = 0,
    to = Number.POSITIVE_INFINITY,
  }: HourlyRowsOptions): AsyncGenerator<readonly Row[], void> {
    const last = after === undefined ? { hour: 0, number: -1 } : placeOf(after)
    const first = Math.max(last.hour, Math.ceil(from / HOUR_MS))
    const end = Math.floor(Math.min(to, clock.now() - MAX_CLOCK_SKEW_MS) / HOUR_MS)
    const erasedAccounts = await erased()
    const isKept = (event: Recorded<Event>) => !erasedAccounts.has(event.data.account) && isExported(event)
    for await (const window of windows(first, end)) {
      const skipped = window.hour === last.hour ? last.number + 1 : 0
      if (window.from + window.rows > skipped) yield rowsOf(window, skipped, isKept)
    }
  }
}

const hourOf = ({ recordedAt }: { readonly recordedAt: string }): number => Math.floor(Date.parse(recordedAt) / HOUR_MS)

const positionOf = (hour: number, number: number): string =>
  hour.toString(16).padStart(HOUR_DIGITS, '0') + number.toString(16).padStart(NUMBER_DIGITS, '0')

const placeOf = (position: string) => ({
  hour: Number.parseInt(position.slice(0, HOUR_DIGITS), 16),
  number: Number.parseInt(position.slice(HOUR_DIGITS), 16),
})
