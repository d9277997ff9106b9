// Exports the contributions of every pool, pseudonymised.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { DAY_MS, HOUR_MS } from '../../../kernel/time.js'
import { isPublished, quorumOf } from '../consensus.js'
import { type AddressForgotten, contributionName, type PoolEvent } from '../events.js'
import { dayOf } from '../projections/buckets.js'
import { entryId, poolEntries } from '../projections/poolEntries.js'
import {
  type ContributionRow,
  createContributionRow,
  DAY_DIGITS,
  dayNumberOf,
  type Sortable,
} from './contributionRow.js'
import { createContributorLevels } from './contributorLevels.js'
import type { NamingPolicy } from './getPoolStats.js'

const EXPORTED: ReadonlySet<string> = new Set<PoolEvent['type']>(['ValidationContributed'])
const FORGOTTEN: ReadonlySet<string> = new Set<AddressForgotten['type']>(['AddressForgotten'])
/**
 * Events may be out of order by this much, because clocks of the servers that record them differ: a day is read until as
 * long after its end, and exported only then.
 */
const MAX_CLOCK_SKEW_MS = HOUR_MS
/** Default number of rows sorted in memory. */
const MAX_SORTED = 20_000
/** Entries per read. */
const PAGE_SIZE = 500

export interface ExportContributionsOptions {
  /** The position of a row: only rows after it. */
  readonly after?: Position | undefined
  /** Milliseconds since the epoch, inclusive; default: from the start of the log. Only whole UTC days. */
  readonly from?: number | undefined
  /** Exclusive; default and maximum: an hour ago. */
  readonly to?: number | undefined
}

interface ExportContributionsDependencies extends Pick<NamingPolicy, 'isBigProvider' | 'minContributors'> {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt'>
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
  readonly deriveKey: DeriveKey
  /** Maximum number of rows sorted in memory; a day with more is read several times. */
  readonly maxSorted?: number
  /** Erased accounts; default: none. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

/** A day, in days since the epoch, and a place in the log that none of its events precedes. */
interface Day {
  readonly day: number
  readonly from: Position
}

const noneErased = async () => new Map<string, unknown>()

const inOrder = (one: Sortable, other: Sortable): number => (one.position < other.position ? -1 : 1)

/**
 * The contributions of every pool by UTC day, in random order within a day, except those of erased accounts and of
 * addresses that are forgotten or that the pool does not answer for. A day is left out until an hour after its end. Repeated exports yield identical
 * rows, plus those of addresses that the pool answers for since.
 */
export function createExportContributions(dependencies: ExportContributionsDependencies) {
  const { store, eventing, clock, deriveKey, isBigProvider, minContributors } = dependencies
  const { maxSorted = MAX_SORTED, erased = noneErased } = dependencies
  const entries = eventing.read(poolEntries)
  const { positionOf, rowOf } = createContributionRow({ deriveKey, isBigProvider })

  /** The names of contributions whose address has been forgotten since. */
  async function forgotten(after: Position): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    for await (const event of store.readAll({ after, types: FORGOTTEN })) {
      for (const name of (event as Recorded<AddressForgotten>).data.contributions) names.add(name)
    }
    return names
  }

  /** Those that count towards an address that the pool answers for. */
  async function published(rows: readonly Sortable[]): Promise<Sortable[]> {
    const ids = rows.map(({ event: { data } }) => entryId(data.pool, data.address))
    const found = await entries.getMany(ids)
    return rows.filter(({ event: { data } }, index) => {
      const policy = { pool: data.pool, minContributors }
      const entry = found[index]
      return entry && isPublished(entry, policy) && (quorumOf(policy) === 1 || !data.young)
    })
  }

  /**
   * The next rows of a day.
   * @param from a place in the log that no event of the day precedes
   * @returns the rows in order; whether the day has more; and the next day that has events, if any, with its `from`
   */
  async function readDay(
    { day, from }: Day,
    after: Position,
    isKept: (event: Recorded<PoolEvent>) => boolean,
  ): Promise<{ readonly rows: readonly Sortable[]; readonly isCut: boolean; readonly next: Day | undefined }> {
    const end = (day + 1) * DAY_MS
    let rows: Sortable[] = []
    let nextDay: number | undefined
    let nextFrom: Position | undefined
    let previous = from
    let isCut = false
    const cut = () => {
      isCut = true
      rows = rows.sort(inOrder).slice(0, maxSorted)
    }
    for await (const recorded of store.readAll({ after: from, types: EXPORTED })) {
      const event = recorded as Recorded<PoolEvent>
      const at = Date.parse(event.recordedAt)
      if (at >= end - MAX_CLOCK_SKEW_MS) nextFrom ??= previous
      if (at >= end) nextDay ??= Math.max(day + 1, dayNumberOf(at - MAX_CLOCK_SKEW_MS))
      if (at >= end + MAX_CLOCK_SKEW_MS) break
      previous = event.position
      const position = positionOf(event)
      if (dayNumberOf(at) !== day || position <= after || !isKept(event)) continue
      if (rows.push({ position, event }) >= 2 * maxSorted) cut()
    }
    if (rows.length > maxSorted) cut()
    const next = nextDay === undefined ? undefined : { day: nextDay, from: nextFrom! }
    return { rows: rows.sort(inOrder), isCut, next }
  }

  return async function* exportContributions({
    after = START,
    from = 0,
    to = Infinity,
  }: ExportContributionsOptions): AsyncGenerator<readonly ContributionRow[], void> {
    const before = dayNumberOf(Math.min(to, clock.now() - MAX_CLOCK_SKEW_MS))
    const first = Math.max(Number.parseInt(after.slice(0, DAY_DIGITS), 16), Math.ceil(from / DAY_MS))
    const start = await store.positionAt(first * DAY_MS - MAX_CLOCK_SKEW_MS - 1)
    const [erasedAccounts, forgottenNames] = await Promise.all([erased(), forgotten(start)])
    const isKept = ({ id, data }: Recorded<PoolEvent>): boolean =>
      !erasedAccounts.has(data.account) &&
      !erasedAccounts.has(data.pool) &&
      !forgottenNames.has(contributionName(data.account, id))
    const levelsOn = createContributorLevels({ eventing })
    let last = after
    for (let day: Day | undefined = { day: first, from: start }; day && day.day < before; ) {
      const { rows, isCut, next }: Awaited<ReturnType<typeof readDay>> = await readDay(day, last, isKept)
      for (let at = 0; at < rows.length; at += PAGE_SIZE) {
        const kept = await published(rows.slice(at, at + PAGE_SIZE))
        const contributors = kept.map(({ event }) => event.data)
        const levels = await levelsOn(dayOf(day.day * DAY_MS), contributors)
        yield kept.map((row, index) => rowOf(row, levels[index]!))
      }
      if (isCut) last = rows.at(-1)!.position
      else day = next
    }
  }
}
