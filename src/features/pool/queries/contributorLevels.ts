// The levels that contributors had at the end of past days.
import type { Eventing } from '../../../eventing/eventing.js'
import { DAY_MS } from '../../../kernel/time.js'
import { type Level, levelOf } from '../levels.js'
import { dayOf } from '../projections/buckets.js'
import { leaderboard } from '../projections/leaderboard.js'
import { bucketsBetween } from './leaderboardBuckets.js'

const PAGE_SIZE = 1_000

interface Contributor {
  readonly pool: string
  readonly account: string
}

/** The level of an account at the end of the day, by all its counted contributions to the pool until then. */
type LevelAt = (contributor: Contributor) => Level['name']

/** Counted contributions to a pool by account, up to the end of a day. */
interface Tally {
  readonly counted: Map<string, number>
  readonly until: string
}

/**
 * Levels by day, for one reader that asks about days in order: a day adds its contributions to those before.
 * @returns a function from a UTC day, and the pools that are asked about, to the levels of their contributors
 */
export function createContributorLevels({ eventing }: { readonly eventing: Pick<Eventing, 'read'> }) {
  const model = eventing.read(leaderboard)
  const tallies = new Map<string, Tally>()

  return async (day: string, pools: Iterable<string>): Promise<LevelAt> => {
    for (const pool of pools) {
      const { counted, until } = tallies.get(pool) ?? (await untilMonthOf(pool, day))
      await add(counted, pool, { kind: 'day', from: `${until}\0`, to: `${day}\0` })
      tallies.set(pool, { counted, until: day })
    }
    return ({ pool, account }) => levelOf(tallies.get(pool)?.counted.get(account) ?? 0).name
  }

  /** Up to the end of the month before that of a day. */
  async function untilMonthOf(pool: string, day: string): Promise<Tally> {
    const month = day.slice(0, 7)
    const counted = new Map<string, number>()
    await add(counted, pool, { kind: 'month', from: '', to: month })
    return { counted, until: dayOf(Date.parse(`${month}-01`) - DAY_MS) }
  }

  /** Adds the counts of the buckets of one kind between two. */
  async function add(
    counted: Map<string, number>,
    pool: string,
    range: Parameters<typeof bucketsBetween>[2],
  ): Promise<void> {
    for await (const bucket of bucketsBetween(model, pool, range)) {
      for (let after: string | undefined; ; ) {
        const page = { limit: PAGE_SIZE, ...(after !== undefined && { after }) }
        const { items, next } = await model.find({ index: 'byScore', equals: { pool, bucket }, ...page })
        for (const { document } of items) {
          if (document.counted > 0) counted.set(document.owner, (counted.get(document.owner) ?? 0) + document.counted)
        }
        if (next === undefined) break
        after = next
      }
    }
  }
}
