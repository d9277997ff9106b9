import { iso } from '../../../kernel/clock.js'

const DAY_MS = 24 * 60 * 60_000

/** The bucket of everything since the beginning. */
export const ALL_TIME = 'all'

/** The UTC day an instant belongs to, as `yyyy-mm-dd`. */
export const dayOf = (milliseconds: number): string => iso(milliseconds).slice(0, 10)

/** The UTC week an instant belongs to, as `yyyy-Www`; it has the year of its Thursday (ISO 8601 section 4.4.4). */
export function weekOf(milliseconds: number): string {
  const thursday = startOfWeek(milliseconds) + 3 * DAY_MS
  const year = new Date(thursday).getUTCFullYear()
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS))
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The Monday, at midnight UTC, of an instant's week. */
export function startOfWeek(milliseconds: number): number {
  const day = milliseconds - (milliseconds % DAY_MS)
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS
}

/** Most events that are folded in a row are of one day. */
let last: readonly string[] = []

/** What an instant counts to: its day, week and month, and all time. @param at ISO 8601 in UTC */
export function bucketsOf(at: string): readonly string[] {
  const day = at.slice(0, 10)
  if (last[0] !== day) last = [day, weekOf(Date.parse(at)), at.slice(0, 7), ALL_TIME]
  return last
}
