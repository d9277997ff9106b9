import { iso } from '../../../kernel/clock.js'
import { DAY_MS } from '../../../kernel/time.js'

/** The bucket that covers all time. */
export const ALL_TIME = 'all'

/** The UTC day an instant belongs to, as `yyyy-mm-dd`. */
export const dayOf = (milliseconds: number): string => iso(milliseconds).slice(0, 10)

/**
 * The UTC week an instant belongs to, as `yyyy-Www`; a week belongs to the year of its Thursday (ISO 8601 section
 * 4.4.4).
 */
export function weekOf(milliseconds: number): string {
  const thursday = startOfWeek(milliseconds) + 3 * DAY_MS
  const year = new Date(thursday).getUTCFullYear()
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS))
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** Midnight UTC of the Monday of an instant's week. */
export function startOfWeek(milliseconds: number): number {
  const days = Math.floor(milliseconds / DAY_MS)
  // Day 0 of the epoch was a Thursday.
  return (days - ((days + 3) % 7)) * DAY_MS
}

/** The buckets an instant counts towards: its day, week and month, and all time. @param at ISO 8601 in UTC */
export const bucketsOf = (at: string): readonly string[] => [
  at.slice(0, 10),
  weekOf(Date.parse(at)),
  at.slice(0, 7),
  ALL_TIME,
]
