const NUMBER = new Intl.NumberFormat('en')
const TENTHS = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' })

export const number = (value: number): string => NUMBER.format(value)
/** `1.2M`, for scales. */
export const compact = (value: number): string => COMPACT.format(value)
/** `23 Nov`, for scales. @param seconds since the epoch */
export const shortDay = (seconds: number): string => SHORT_DAY.format(seconds * 1_000)
/** `1 contribution`, `2 contributions`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : nouns}`
/** `2026-11` as `November 2026`. */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01`))
export const tenths = (value: number): string => TENTHS.format(value)
export const percent = (share: number): string => `${tenths(share * 100)} %`
export const moment = (iso: string): string => `${MOMENT.format(new Date(iso))} UTC`
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `2 min. ago`, `in 3 hr.`, `yesterday`; beyond a week, the day. */
export function ago(iso: string, now = Date.now()): string {
  const away = Date.parse(iso) - now
  const size = Math.abs(away)
  if (size < MINUTE_MS) return away > 0 ? 'in a moment' : 'just now'
  if (size < HOUR_MS) return RELATIVE.format(Math.trunc(away / MINUTE_MS), 'minute')
  if (size < DAY_MS) return RELATIVE.format(Math.trunc(away / HOUR_MS), 'hour')
  const days = dayOf(now + away) - dayOf(now)
  if (size < 7 * DAY_MS) return RELATIVE.format(days, 'day')
  return day(iso)
}

/** A day of UTC, by number. */
const dayOf = (at: number): number => Math.floor(at / DAY_MS)

export const day = (iso: string): string => DAY.format(new Date(iso))

/** The days of a period, whose end is exclusive. */
export const period = (from: string, to: string): string =>
  `${day(from)} to ${day(new Date(Date.parse(to) - 1).toISOString())}`

/** `VALIDATION_COMPLETED` as `validation completed`. */
export const words = (name: string): string => name.toLowerCase().replaceAll('_', ' ')
