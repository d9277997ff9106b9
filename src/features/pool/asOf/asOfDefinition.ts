import type { AsOfDefinition } from '../../../eventing/asOf/snapshots.js'
import { PUBLIC_POOL } from '../events.js'
import { activity } from '../projections/activity.js'
import { bucketsOf } from '../projections/buckets.js'
import { contributors } from '../projections/contributors.js'
import { leaderboard } from '../projections/leaderboard.js'
import { poolDays } from '../projections/poolDays.js'
import { poolDomains } from '../projections/poolDomains.js'
import { poolStats } from '../projections/poolStats.js'
import { shownDays } from '../queries/getPoolDays.js'

const PREFIX = `${PUBLIC_POOL}.`

/** Whether a document belongs to the public pool, not to an organisation's. */
const isPublic = (id: string): boolean => id.startsWith(PREFIX)

/**
 * What as-of queries replay: the public pool's documents; of the leaderboard, only the day, week and month that are
 * current, and of the days, only the last thirty.
 */
export const asOfDefinition: AsOfDefinition = {
  name: 'standings.public',
  version: 3,
  retainedModels: [
    { projection: poolStats, includes: (id) => id === PUBLIC_POOL },
    { projection: activity, includes: (id) => id === PUBLIC_POOL },
    {
      projection: poolDays,
      includes: isPublic,
      retainedAt: (at) => {
        const [first] = shownDays(Date.parse(at))
        return ({ day }) => (day as string) >= first!
      },
    },
    { projection: poolDomains, includes: isPublic },
    { projection: contributors, includes: isPublic },
    {
      projection: leaderboard,
      includes: isPublic,
      retainedAt: (at) => {
        const buckets = bucketsOf(at)
        return ({ bucket }) => buckets.includes(bucket as string)
      },
    },
  ],
}
