// The levels of the contributors in a pool's history, at the end of each day.
import type { ReadModel } from '../../../eventing/eventing.js'
import { DAY_MS } from '../../../kernel/time.js'
import { type Level, levelOf } from '../levels.js'
import { dayOf } from '../projections/buckets.js'
import { type LeaderboardDocument, leaderboardId } from '../projections/leaderboard.js'
import { bucketsBetween } from './leaderboardBuckets.js'

/**
 * The level of each row's account by its counted contributions up to the end of the row's day. Rows must be given in the
 * order of their days, and from the first one that is given of an account, all of them: what came before is read once.
 */
export function createHistoryLevels(model: Pick<ReadModel<LeaderboardDocument>, 'find' | 'getMany'>, pool: string) {
  const counted = new Map<string, number>()
  let months: { readonly before: string; readonly buckets: readonly string[] } | undefined

  /** The months of the pool before a day's month, and the days of that month before the day. */
  async function bucketsBefore(day: string): Promise<string[]> {
    const month = day.slice(0, 7)
    if (months?.before !== month) {
      const buckets: string[] = []
      for await (const bucket of bucketsBetween(model, pool, { kind: 'month', from: '', to: month }))
        buckets.push(bucket)
      months = { before: month, buckets }
    }
    const first = Date.parse(`${month}-01`)
    const days = Array.from({ length: Number(day.slice(8)) - 1 }, (_, index) => dayOf(first + index * DAY_MS))
    return [...months.buckets, ...days]
  }

  async function readBefore(day: string, owners: readonly string[]): Promise<void> {
    if (owners.length === 0) return
    const buckets = await bucketsBefore(day)
    const ids = owners.flatMap((owner) => buckets.map((bucket) => leaderboardId(pool, bucket, owner)))
    const found = await model.getMany(ids)
    for (const owner of owners) counted.set(owner, 0)
    for (const document of found) {
      if (document) counted.set(document.owner, counted.get(document.owner)! + document.counted)
    }
  }

  /** @param rows of that day */
  return async (day: string, rows: readonly LeaderboardDocument[]): Promise<Level['name'][]> => {
    await readBefore(
      day,
      rows.map(({ owner }) => owner).filter((owner) => !counted.has(owner)),
    )
    return rows.map(({ owner, counted: added }) => {
      const sum = counted.get(owner)! + added
      counted.set(owner, sum)
      return levelOf(sum).name
    })
  }
}
