import { createHmac } from 'node:crypto'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { DAY_MS, HOUR_MS } from '../../../kernel/time.js'
import { isPublished, quorumOf } from '../consensus.js'
import { type AddressForgotten, contributionName, countsAsFirst, type PoolEvent, PUBLIC_POOL } from '../events.js'
import { entryId, poolEntries } from '../projections/poolEntries.js'
import type { NamingPolicy } from './getPoolStats.js'

const EXPORTED: ReadonlySet<string> = new Set<PoolEvent['type']>(['ValidationContributed'])
const FORGOTTEN: ReadonlySet<string> = new Set<AddressForgotten['type']>(['AddressForgotten'])
const HASH_BYTES = 16
const MILLION = 1_000_000
/**
 * Events may be out of order by this much, because clocks of the servers that record them differ: a day is read until as
 * long after its end, and exported only then.
 */
const MAX_CLOCK_SKEW_MS = HOUR_MS
/** Default number of rows sorted in memory. */
const MAX_SORTED = 20_000
/** Entries per read. */
const PAGE_SIZE = 500
/** Hexadecimal digits of a row's position that are its day, in days since the epoch. */
const DAY_DIGITS = 8

/**
 * A contribution, pseudonymised for analysis: it has no identifier and no time that the service or another list shows
 * (account, contributor, address, event, batch, request, a vanity domain, the exact age of an account).
 */
export interface ExportRow {
  /** Its day and a random place within it; pass it as `after` to resume the export. */
  readonly position: Position
  readonly type: PoolEvent['type']
  /** The UTC day of recording, `yyyy-mm-dd`. */
  readonly at: string
  /** `public`, or the id of the organisation that owns the pool, like `contributorId`. */
  readonly pool: string
  /** Equal for the same account; hashed with a key used only for exports. */
  readonly contributorId: string
  /** Equal for the same address in the same pool; hashed with that key. */
  readonly addressHash: string
  /** The domain of a large provider; null for all others. */
  readonly domain: string | null
  /** Equal for the same domain in the same pool. */
  readonly domainHash: string
  readonly route: string
  readonly provider: string | null
  readonly valid: boolean
  readonly disposable: boolean
  readonly role: boolean
  /** The UTC day of the DNS query. */
  readonly checkedAt: string
  readonly ttl: number
  /** The account's weight when it voted, 0.1 to 1, to two decimals. */
  readonly weight: number
  readonly young: boolean
  /** Counts as the first contribution of its address, as it does for the account. */
  readonly unique: boolean
  readonly first: boolean
  readonly newDomain: boolean
  readonly credits: number
  readonly source: 'single' | 'batch'
  /** Equal for contributions of the same batch or request; null for single verifications. */
  readonly batchHash: string | null
}

export interface ExportOptions {
  /** Exclusive; default: from the start of the log. */
  readonly after?: Position | undefined
  /** Milliseconds since the epoch; days that had not ended by then are left out. Default and maximum: an hour ago. */
  readonly until?: number | undefined
}

export interface ExportPoolDependencies extends Pick<NamingPolicy, 'isBigProvider' | 'minContributors'> {
  readonly store: Pick<EventStore, 'readAll' | 'positionAt'>
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
  readonly deriveKey: DeriveKey
  /** Maximum number of rows sorted in memory; a day with more is read several times. */
  readonly maxSorted?: number
  /** Erased accounts; default: none. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

interface Sortable {
  readonly position: Position
  readonly event: Recorded<PoolEvent>
}

/** A day, in days since the epoch, and a place in the log that none of its events precedes. */
interface Day {
  readonly day: number
  readonly from: Position
}

const noneErased = async () => new Map<string, unknown>()

const dayNumberOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

const inOrder = (one: Sortable, other: Sortable): number => (one.position < other.position ? -1 : 1)

/**
 * The contributions of every pool by UTC day, in random order within a day, except those of erased accounts and of
 * addresses that are forgotten or that the pool does not answer for. A day is left out until an hour after its end. Repeated exports yield identical
 * rows, plus those of addresses that the pool answers for since.
 */
export function createExportPool(dependencies: ExportPoolDependencies) {
  const { store, eventing, clock, deriveKey, isBigProvider, minContributors } = dependencies
  const { maxSorted = MAX_SORTED, erased = noneErased } = dependencies
  const entries = eventing.read(poolEntries)
  const key = deriveKey('export')
  const hashOf = (kind: string, text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest().subarray(0, HASH_BYTES).toString('hex')

  /** Sorts by day, then by nothing that an account can know. */
  const positionOf = ({ id, recordedAt }: Recorded): Position =>
    dayNumberOf(Date.parse(recordedAt)).toString(16).padStart(DAY_DIGITS, '0') + hashOf('row', id).slice(DAY_DIGITS)

  function rowOf({ position, event: { type, recordedAt, data } }: Sortable): ExportRow {
    const { pool, account, address, domain, group, weight } = data
    const { route, provider, valid, disposable, role, checkedAt, ttl } = data
    const { young, first, newDomain, credits, source } = data
    return {
      position,
      type,
      at: recordedAt.slice(0, 10),
      pool: pool === PUBLIC_POOL ? pool : hashOf('account', pool),
      contributorId: hashOf('account', account),
      addressHash: hashOf('address', address),
      domain: isBigProvider(domain) ? domain : null,
      domainHash: hashOf('domain', `${pool}\n${domain}`),
      route,
      provider,
      valid,
      disposable,
      role,
      checkedAt: checkedAt.slice(0, 10),
      ttl,
      weight: Math.round((100 * weight) / MILLION) / 100,
      young,
      unique: countsAsFirst(data),
      first,
      newDomain,
      credits,
      source,
      batchHash: group === null ? null : hashOf('batch', group),
    }
  }

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

  return async function* exportPool({
    after = START,
    until = Infinity,
  }: ExportOptions): AsyncGenerator<ExportRow, void> {
    const before = dayNumberOf(Math.min(until + 1, clock.now() - MAX_CLOCK_SKEW_MS))
    const first = Number.parseInt(after.slice(0, DAY_DIGITS), 16)
    const from = await store.positionAt(first * DAY_MS - MAX_CLOCK_SKEW_MS - 1)
    const [erasedAccounts, forgottenNames] = await Promise.all([erased(), forgotten(from)])
    const isKept = ({ id, data }: Recorded<PoolEvent>): boolean =>
      !erasedAccounts.has(data.account) &&
      !erasedAccounts.has(data.pool) &&
      !forgottenNames.has(contributionName(data.account, id))
    let last = after
    for (let day: Day | undefined = { day: first, from }; day && day.day < before; ) {
      const { rows, isCut, next }: Awaited<ReturnType<typeof readDay>> = await readDay(day, last, isKept)
      for (let at = 0; at < rows.length; at += PAGE_SIZE) {
        for (const row of await published(rows.slice(at, at + PAGE_SIZE))) yield rowOf(row)
      }
      if (isCut) last = rows.at(-1)!.position
      else day = next
    }
  }
}
