// Finds the days and months in which a pool was contributed to.
import type { ReadModel } from '../../../eventing/eventing.js'
import type { LeaderboardDocument } from '../projections/leaderboard.js'

const FORM = { day: /^\d{4}-\d{2}-\d{2}$/, month: /^\d{4}-\d{2}$/ }

/**
 * The days or months of a pool's leaderboard from one (inclusive) to another (exclusive), in order. Skips the buckets of
 * other kinds, which sort between them.
 */
export async function* bucketsBetween(
  model: Pick<ReadModel<LeaderboardDocument>, 'find'>,
  pool: string,
  { kind, from, to }: { readonly kind: keyof typeof FORM; readonly from: string; readonly to: string },
): AsyncGenerator<string, void> {
  for (let next = from; next < to; ) {
    const { items } = await model.find({ index: 'byScore', equals: { pool }, range: { from: next, to }, limit: 1 })
    if (!items[0]) return
    const { bucket } = items[0].document
    if (FORM[kind].test(bucket)) yield bucket
    next = kind === 'day' ? `${bucket}\0` : afterMonthOf(bucket)
  }
}

/** Sorts after the days of a bucket's month, or after the weeks of its year. */
const afterMonthOf = (bucket: string): string =>
  FORM.month.test(bucket.slice(0, 7)) ? `${bucket.slice(0, 7)}.` : `${bucket.slice(0, 4)}-X`
