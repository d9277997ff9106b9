// The levels that contributors had at the end of past days.
import type { Reading } from '../../../eventing/eventing.js'
import { DAY_MS } from '../../../kernel/time.js'
import { type Level, levelOf } from '../levels.js'
import { dayOf } from '../projections/buckets.js'
import { leaderboard, leaderboardId } from '../projections/leaderboard.js'
import { bucketsBetween } from './leaderboardBuckets.js'

/** Contributors whose counts are read together. */
const AT_ONCE = 100

interface Contributor {
  readonly pool: string
  readonly account: string
}

/** Counted contributions of an account to a pool, up to the end of a day. */
interface Tally {
  counted: number
  until: string
}

/**
 * Levels by day, for one reader that asks about days in order. The months before are read once per contributor and month, then
 * only the days since the last question about that contributor.
 * @returns a function from a UTC day and contributors to their levels at its end, by all their counted contributions until
 * then, in the order of the contributors
 */
export function createContributorLevels({ eventing }: { readonly eventing: Pick<Reading, 'read'> }) {
  const model = eventing.read(leaderboard)
  const tallies = new Map<string, Tally>()
  const monthsByPool = new Map<string, { readonly before: string; readonly buckets: readonly string[] }>()

  return async (day: string, contributors: readonly Contributor[]): Promise<Level['name'][]> => {
    const open = new Map<string, Contributor>()
    for (const contributor of contributors) {
      if (tallies.get(keyOf(contributor))?.until !== day) open.set(keyOf(contributor), contributor)
    }
    const asked = [...open.values()]
    for (let at = 0; at < asked.length; at += AT_ONCE) await bringTo(day, asked.slice(at, at + AT_ONCE))
    return contributors.map((contributor) => levelOf(tallies.get(keyOf(contributor))!.counted).name)
  }

  /** Adds what the contributors have contributed since they were asked about, in one read. */
  async function bringTo(day: string, contributors: readonly Contributor[]): Promise<void> {
    const ids: string[] = []
    const owners: Tally[] = []
    for (const contributor of contributors) {
      const { tally, buckets } = await missingOf(day, contributor)
      for (const bucket of buckets) {
        ids.push(leaderboardId(contributor.pool, bucket, contributor.account))
        owners.push(tally)
      }
      tally.until = day
      tallies.set(keyOf(contributor), tally)
    }
    for (const [index, document] of (await model.getMany(ids)).entries())
      owners[index]!.counted += document?.counted ?? 0
  }

  /** What is known of a contributor, and the buckets from there to the end of a day. */
  async function missingOf(
    day: string,
    contributor: Contributor,
  ): Promise<{ tally: Tally; buckets: readonly string[] }> {
    const month = day.slice(0, 7)
    const known = tallies.get(keyOf(contributor))
    if (known?.until.startsWith(month)) return { tally: known, buckets: daysAfter(known.until, day) }
    const lastOfMonthBefore = dayOf(Date.parse(`${month}-01`) - DAY_MS)
    const buckets = [...(await monthsBefore(contributor.pool, month)), ...daysAfter(lastOfMonthBefore, day)]
    return { tally: { counted: 0, until: '' }, buckets }
  }

  async function monthsBefore(pool: string, month: string): Promise<readonly string[]> {
    const known = monthsByPool.get(pool)
    if (known?.before === month) return known.buckets
    const buckets: string[] = []
    for await (const bucket of bucketsBetween(model, pool, { kind: 'month', from: '', to: month })) buckets.push(bucket)
    monthsByPool.set(pool, { before: month, buckets })
    return buckets
  }
}

const keyOf = ({ pool, account }: Contributor): string => `${pool} ${account}`

/** The days after one, up to another. */
const daysAfter = (day: string, last: string): string[] =>
  Array.from({ length: Math.round((Date.parse(last) - Date.parse(day)) / DAY_MS) }, (_, index) =>
    dayOf(Date.parse(day) + (index + 1) * DAY_MS),
  )
