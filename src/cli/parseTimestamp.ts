import { InvalidArgumentError } from 'commander'
import { DAY_MS } from '../kernel/time.js'

const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * Parses a time given on the command line: an ISO 8601 time with its zone, or a UTC date, which means the end of that
 * day, or `now` if the day is today.
 * @returns milliseconds since the epoch
 * @throws InvalidArgumentError
 */
export function parseTimestamp(text: string, now = Date.now()): number {
  if (!DATE.test(text)) return timeOf(text)
  const start = midnightOf(text)
  const end = start + DAY_MS - 1
  return start <= now && now < end ? now : end
}

/** Parses the inclusive start of a period: a time with its zone, or a UTC date. @throws InvalidArgumentError */
export const startOf = (text: string): number => (DATE.test(text) ? midnightOf(text) : timeOf(text))

/** Parses its exclusive end: a time with its zone, or a UTC date, with all of its day. @throws InvalidArgumentError */
export const endOf = (text: string): number => (DATE.test(text) ? midnightOf(text) + DAY_MS : timeOf(text))

function timeOf(text: string): number {
  const date = TIME.exec(text)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(time)) throw invalidTimestamp()
  midnightOf(date!)
  return time
}

/** Start of a UTC date. Rejects days such as 30 February, which `Date.parse` may read as 2 March. */
function midnightOf(date: string): number {
  const time = Date.parse(date)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, date.length) !== date) throw invalidTimestamp()
  return time
}

const invalidTimestamp = () =>
  new InvalidArgumentError('Must be a time such as 2026-11-21T09:30:00Z or a UTC date such as 2026-11-21.')
