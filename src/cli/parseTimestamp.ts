import { InvalidArgumentError } from 'commander'

const DAY_MS = 24 * 60 * 60_000

const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * A moment as an operator writes it, in milliseconds since the epoch: an ISO 8601 time with its zone, or a UTC date,
 * which is the end of that day, and of today as much as there is of it.
 * @throws InvalidArgumentError
 */
export function parseTimestamp(text: string, now = Date.now()): number {
  if (DATE.test(text)) {
    const begin = startOf(text)
    const end = begin + DAY_MS - 1
    return begin <= now && now < end ? now : end
  }
  const date = TIME.exec(text)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(time)) throw notOne()
  startOf(date!)
  return time
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function startOf(date: string): number {
  const time = Date.parse(date)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, date.length) !== date) throw notOne()
  return time
}

const notOne = () => new InvalidArgumentError('A time such as 2026-11-21T09:30:00Z, or a UTC date such as 2026-11-21.')
