// Exports the verifications of all accounts, pseudonymised.
import type { Clock } from '../../../kernel/clock.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import { createPseudonyms } from '../../../kernel/crypto/pseudonyms.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { HOUR_MS } from '../../../kernel/time.js'
import { createVerificationRows, type Pseudonymising, type VerificationRow } from '../internal/verificationRow.js'
import { rowCount, rowsIn, type Verified } from '../internal/verifiedRows.js'

const EXPORTED: ReadonlySet<string> = new Set<Verified['type']>([
  'AddressVerified',
  'AddressesVerified',
  'BatchChunkVerified',
])
/** By how much the clocks of the servers that record events may differ. */
const MAX_CLOCK_SKEW_MS = HOUR_MS
/** Default number of rows that are shuffled together. */
const WINDOW_ROWS = 20_000
const HOUR_DIGITS = 7
const NUMBER_DIGITS = 9

interface ExportVerificationsOptions {
  /** Milliseconds since the epoch, inclusive; default: from the start of the log. Only whole UTC hours. */
  readonly from?: number | undefined
  /** Exclusive; default and maximum: an hour ago. */
  readonly to?: number | undefined
  /** The position of a row: only rows after it. */
  readonly after?: string | undefined
}

interface ExportVerificationsDependencies extends Pick<Pseudonymising, 'isBigProvider'> {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt'>
  readonly clock: Clock
  readonly deriveKey: DeriveKey
  /** Erased accounts. */
  readonly erased: () => Promise<ReadonlyMap<string, unknown>>
  readonly windowRows?: number
}

const positionOf = (hour: number, number: number): string =>
  hour.toString(16).padStart(HOUR_DIGITS, '0') + number.toString(16).padStart(NUMBER_DIGITS, '0')

const hourOf = ({ recordedAt }: Recorded): number => Math.floor(Date.parse(recordedAt) / HOUR_MS)

/** Consecutive events of an hour, whose rows are shuffled together. */
interface Window {
  readonly hour: number
  /** Number of rows of the hour before it. */
  readonly from: number
  readonly events: Recorded<Verified>[]
  rows: number
}

const windowOf = (hour: number, from: number): Window => ({ hour, from, events: [], rows: 0 })

/**
 * The verifications of whole UTC hours, in the order of the hours and in random order within an hour, except those of
 * erased accounts and of sandbox keys. An hour is left out until an hour after its end. Repeated exports yield identical
 * rows, wherever in the log they are kept. Busy hours are shuffled in parts, so that memory is bounded.
 *
 * An event that was recorded earlier than one before it, because servers' clocks differ, is among those of the later hour.
 */
export function createExportVerifications(dependencies: ExportVerificationsDependencies) {
  const { store, clock, deriveKey, isBigProvider, erased, windowRows = WINDOW_ROWS } = dependencies
  const { pseudonymOf, shuffled } = createPseudonyms(deriveKey)
  const { commonOf, rowOf } = createVerificationRows({ pseudonymOf, isBigProvider })

  /** The windows of the hours from `first` to before `end`. */
  async function* windows(first: number, end: number): AsyncGenerator<Window, void> {
    const after = await store.positionAt(first * HOUR_MS - MAX_CLOCK_SKEW_MS - 1)
    let window = windowOf(first, 0)
    let hour = 0
    for await (const event of store.readAll({ after, types: EXPORTED })) {
      hour = Math.max(hour, hourOf(event))
      if (hour < first) continue
      if (hour >= end) break
      if (hour !== window.hour) {
        yield window
        window = windowOf(hour, 0)
      } else if (window.rows >= windowRows) {
        yield window
        window = windowOf(hour, window.from + window.rows)
      }
      window.events.push(event as Recorded<Verified>)
      window.rows += rowCount(event as Recorded<Verified>)
    }
    yield window
  }

  /** @param skipped number of rows of the hour to leave out */
  function rowsOf(
    { hour, from, events, rows }: Window,
    skipped: number,
    isKept: (event: Recorded<Verified>) => boolean,
  ): VerificationRow[] {
    const sources = events.flatMap((event) => {
      const kept = isKept(event) ? { common: commonOf(event), rowAt: rowsIn(event) } : undefined
      return Array.from({ length: rowCount(event) }, (_, row) => kept && { ...kept, row })
    })
    const found: VerificationRow[] = []
    // What is left out has its numbers too: those of the others stay the same.
    for (const [index, source] of shuffled(`${hour}.${from}`, rows).entries()) {
      const kept = sources[source]
      if (kept && from + index >= skipped)
        found.push(rowOf(positionOf(hour, from + index), kept.common, kept.rowAt(kept.row)))
    }
    return found
  }

  return async function* exportVerifications({
    after,
    from = 0,
    to = Infinity,
  }: ExportVerificationsOptions): AsyncGenerator<readonly VerificationRow[], void> {
    const last = after === undefined ? { hour: 0, number: -1 } : placeOf(after)
    const first = Math.max(last.hour, Math.ceil(from / HOUR_MS))
    const end = Math.floor(Math.min(to, clock.now() - MAX_CLOCK_SKEW_MS) / HOUR_MS)
    const erasedAccounts = await erased()
    const isKept = ({ type, data }: Recorded<Verified>): boolean =>
      !erasedAccounts.has(data.account) && !(type === 'BatchChunkVerified' && data.sandbox)
    for await (const window of windows(first, end)) {
      const skipped = window.hour === last.hour ? last.number + 1 : 0
      if (window.from + window.rows > skipped) yield rowsOf(window, skipped, isKept)
    }
  }
}

const placeOf = (position: string) => ({
  hour: Number.parseInt(position.slice(0, HOUR_DIGITS), 16),
  number: Number.parseInt(position.slice(HOUR_DIGITS), 16),
})
