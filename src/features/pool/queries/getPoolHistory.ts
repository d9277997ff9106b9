// The queries for contributions by day and contributor.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import { type PoolKeys, poolOf } from '../keys.js'
import type { Level } from '../levels.js'
import { dayOf } from '../projections/buckets.js'
import { type LeaderboardDocument, leaderboard } from '../projections/leaderboard.js'
import { READ_YOUR_WRITES_TIMEOUT_MS } from '../readYourWrites.js'
import { createContributorLevels } from './contributorLevels.js'
import { bucketsBetween } from './leaderboardBuckets.js'

/** Default number of days, today included. */
const DEFAULT_DAYS = 30
const PAGE_SIZE = 1_000
/** Rows whose levels are found together. */
const LEVELS_AT_ONCE = 100

/** The contributions of one account on one UTC day. */
export interface HistoryRow {
  readonly day: string
  readonly contributorId: string
  readonly contributions: number
  /** Those that earned credits: only they count towards ranks and levels. */
  readonly countedContributions: number
  readonly uniqueContributions: number
  readonly creditsEarned: number
  readonly verdicts: { readonly valid: number; readonly invalid: number }
  /** At the end of the day, by all counted contributions until then. */
  readonly level: Level['name']
}

interface HistoryInput {
  /** UTC dates, `yyyy-mm-dd`, inclusive; default: the last thirty days, including today so far. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Pagination cursor: only rows after this one. */
  readonly after?: Pick<HistoryRow, 'day' | 'contributorId'> | undefined
}

interface GetPoolHistoryDependencies {
  readonly eventing: Eventing
  readonly clock: Clock
  readonly keys: PoolKeys
}

/**
 * Contributions to the caller's pool, by day and then by contributor. Read-your-writes, up to a timeout. Empty for a
 * sandbox key.
 */
export type GetPoolHistory = (caller: Caller, input: HistoryInput) => AsyncIterable<HistoryRow>

export const createGetPoolHistory =
  ({ eventing, clock, keys }: GetPoolHistoryDependencies): GetPoolHistory =>
  (caller, { after, ...input }) => {
    const { first, last } = daysOf(input, clock)
    const model = eventing.read(leaderboard)
    const pool = poolOf(caller)

    async function* history(): AsyncGenerator<HistoryRow> {
      if (caller.sandbox) return
      await waitForOwn(eventing)
      const start = after && after.day > first ? after.day : first
      for await (const day of bucketsBetween(model, pool, { kind: 'day', from: start, to: last })) {
        const rows = (await rowsOf(day)).filter((row) => !after || follows(row, after))
        for (let at = 0; at < rows.length; at += LEVELS_AT_ONCE)
          yield* await withLevels(day, rows.slice(at, at + LEVELS_AT_ONCE))
      }
    }

    const levelsOn = createContributorLevels({ eventing })

    async function withLevels(day: string, rows: readonly Contributor[]): Promise<HistoryRow[]> {
      const contributors = rows.map(({ document: { owner } }) => ({ pool, account: owner }))
      const levels = await levelsOn(day, contributors)
      return rows.map((row, index) => historyRowOf(row, levels[index]!))
    }

    async function rowsOf(day: string): Promise<Contributor[]> {
      const rows: Contributor[] = []
      for (let cursor: string | undefined; ; ) {
        const page = { limit: PAGE_SIZE, ...(cursor && { after: cursor }) }
        const { items, next } = await model.find({ index: 'byScore', equals: { pool, bucket: day }, ...page })
        for (const { document } of items)
          rows.push({ day, contributorId: keys.contributorOf(document.owner), document })
        if (next === undefined) break
        cursor = next
      }
      return rows.sort((a, b) => (a.contributorId < b.contributorId ? -1 : 1))
    }

    return history()
  }

/** The number of rows of the history in a range, under the same conditions. @throws Failure VALIDATION_ERROR */
export type CountPoolHistory = (caller: Caller, range: Pick<HistoryInput, 'from' | 'to'>) => Promise<number>

export const createCountPoolHistory =
  ({ eventing, clock }: Pick<GetPoolHistoryDependencies, 'eventing' | 'clock'>): CountPoolHistory =>
  async (caller, range) => {
    const { first, last } = daysOf(range, clock)
    if (caller.sandbox) return 0
    await waitForOwn(eventing)
    const model = eventing.read(leaderboard)
    const pool = poolOf(caller)
    let rows = 0
    for await (const bucket of bucketsBetween(model, pool, { kind: 'day', from: first, to: last }))
      rows += await model.count({ index: 'byScore', equals: { pool, bucket } })
    return rows
  }

const waitForOwn = async (eventing: Eventing) =>
  eventing.waitForPosition(await eventing.head(), [leaderboard.name], READ_YOUR_WRITES_TIMEOUT_MS)

/** The buckets of a range: from the first day, inclusive, to one after the last. @throws Failure VALIDATION_ERROR */
function daysOf({ from, to }: Pick<HistoryInput, 'from' | 'to'>, clock: Clock) {
  const last = to === undefined ? dayOf(clock.now()) : dateOf('to', to)
  const first = from === undefined ? daysAfter(last, 1 - DEFAULT_DAYS) : dateOf('from', from)
  if (first > last) rejectParameter('from', 'must not be after `to`')
  return { first, last: `${last}\0` }
}

/** A contributor's day. */
interface Contributor extends Pick<HistoryRow, 'day' | 'contributorId'> {
  readonly document: LeaderboardDocument
}

const historyRowOf = (
  { day, contributorId, document: { contributions, counted, unique, credits, valid } }: Contributor,
  level: HistoryRow['level'],
): HistoryRow => ({
  day,
  contributorId,
  contributions,
  countedContributions: counted,
  uniqueContributions: unique,
  creditsEarned: credits,
  verdicts: { valid, invalid: contributions - valid },
  level,
})

const follows = (
  row: Pick<HistoryRow, 'day' | 'contributorId'>,
  after: Pick<HistoryRow, 'day' | 'contributorId'>,
): boolean => (row.day === after.day ? row.contributorId > after.contributorId : row.day > after.day)

const isDay = (bucket: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(bucket)

const daysAfter = (day: string, count: number): string => dayOf(Date.parse(day) + count * DAY_MS)

/** @throws Failure VALIDATION_ERROR when the text is not an existing date */
function dateOf(name: string, text: string): string {
  const time = isDay(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time) || dayOf(time) !== text) rejectParameter(name, 'must be a date such as 2026-11-21')
  return text
}
