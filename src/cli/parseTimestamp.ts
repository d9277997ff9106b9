import { InvalidArgumentError } from 'commander'
import { type Moment, parseMoment, startOfMoment } from '../kernel/moment.js'
import { DAY_MS } from '../kernel/time.js'

/**
 * Parses a time given on the command line: an ISO 8601 time with its zone, or a UTC date, which means the end of that
 * day, or `now` if the day is today.
 * @returns milliseconds since the epoch
 * @throws InvalidArgumentError
 */
export function parseTimestamp(text: string, now = Date.now()): number {
  const moment = momentOf(text)
  const start = startOfMoment(moment)
  if (moment.kind === 'instant') return start
  const end = start + DAY_MS - 1
  return start <= now && now < end ? now : end
}

/** Parses the inclusive start of a period: a time with its zone, or a UTC date. @throws InvalidArgumentError */
export const startOf = (text: string): number => startOfMoment(momentOf(text))

/** Parses its exclusive end: a time with its zone, or a UTC date, with all of its day. @throws InvalidArgumentError */
export function endOf(text: string): number {
  const moment = momentOf(text)
  return startOfMoment(moment) + (moment.kind === 'date' ? DAY_MS : 0)
}

/** A time may lack its seconds. */
function momentOf(text: string): Moment {
  const moment = parseMoment(text.replace(/(?<=T\d{2}:\d{2})(?=Z|[+-])/i, ':00'))
  if (!moment)
    throw new InvalidArgumentError('Must be a time such as 2026-11-21T09:30:00Z or a UTC date such as 2026-11-21.')
  return moment
}
