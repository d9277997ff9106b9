// Times in requests: instants, or dates in a time zone.
import { Failure } from '../../../kernel/failure.js'
import type { TimeZone } from './timeZone.js'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
/** RFC 3339 section 5.6. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i

/** @throws Failure VALIDATION_ERROR */
export function reject(name: string, what: string): never {
  const message = `\`${name}\` ${what}`
  throw new Failure('VALIDATION_ERROR', `${message}.`, { problems: [{ path: `/${name}`, message }] })
}

/**
 * The instant that a parameter names, in milliseconds since the epoch. A date stands for its day in the time zone: for its
 * start, or with `end` for its end.
 * @throws Failure VALIDATION_ERROR
 */
export function momentOf(name: string, text: string, { zone, end = false }: { zone: TimeZone; end?: boolean }): number {
  const date = DATE.exec(text)
  if (date) {
    const [year, month, day] = date.slice(1).map(Number) as [number, number, number]
    if (isCalendarDate(text)) return zone.startOf(year, month, day + (end ? 1 : 0))
  }
  const instant = INSTANT.exec(text)
  const time = instant && isCalendarDate(instant[1]!) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time)
    ? reject(name, 'must be a date such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z')
    : time
}

/** Whether a day exists: `Date.parse` may read 30 February as 2 March. */
function isCalendarDate(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
