import { monthOf } from '../../kernel/months.js'
import { ALL_TIME, dayOf, startOfWeek, weekOf } from './projections/buckets.js'

/** UTC calendar periods of the leaderboard. */
export type LeaderboardPeriod = 'daily' | 'weekly' | 'monthly' | 'all-time'
/** The same periods, as the API names them for the caller's own contributions. */
export type ContributionPeriod = 'today' | 'week' | 'month' | 'all-time'

/** The bucket of the period that contains an instant. @param now milliseconds since the epoch */
export function bucketOf(period: LeaderboardPeriod | ContributionPeriod, now: number): string {
  switch (period) {
    case 'daily':
    case 'today':
      return dayOf(now)
    case 'weekly':
    case 'week':
      return weekOf(now)
    case 'monthly':
    case 'month':
      return monthOf(now)
    case 'all-time':
      return ALL_TIME
  }
}

/** Start of the period that contains an instant, in milliseconds since the epoch. */
export function startOf(period: ContributionPeriod, now: number): number {
  switch (period) {
    case 'today':
      return Date.parse(dayOf(now))
    case 'week':
      return startOfWeek(now)
    case 'month':
      return Date.parse(`${monthOf(now)}-01`)
    case 'all-time':
      return 0
  }
}
