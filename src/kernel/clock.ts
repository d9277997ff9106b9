import { DAY_MS } from './time.js'

/** The only source of "now". Tests supply their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Monotonic milliseconds, derived from a clock that may be set back: for short TTLs, which must not grow by an hour
 * when the clock is. Starts above 0.
 */
export function stopwatch(clock: Clock): () => number {
  let last = clock.now()
  let elapsed = 1
  return () => {
    const now = clock.now()
    elapsed += Math.max(0, now - last)
    last = now
    return elapsed
  }
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** The same for times in the order of a log, whose neighbours often are of the same millisecond. */
export function createIso(): typeof iso {
  let last = Number.NaN
  let text = ''
  return (milliseconds) => {
    if (milliseconds !== last) {
      text = iso(milliseconds)
      last = milliseconds
    }
    return text
  }
}

/** The day of the last question, which is nearly always that of the next one too. */
let last = { day: Number.NaN, month: '' }

/** The UTC month of an instant, as `yyyy-mm`. */
export function monthOf(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY_MS)
  if (day !== last.day) {
    const date = new Date(milliseconds)
    last = { day, month: `${padded(date.getUTCFullYear(), 4)}-${padded(date.getUTCMonth() + 1, 2)}` }
  }
  return last.month
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0')

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** Whether a text is a month, as `yyyy-mm`. */
export const isMonth = (text: string): boolean => MONTH.test(text)

/** The first instant after a `yyyy-mm` month, in milliseconds. */
export const endOfMonth = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)

/** The month before a `yyyy-mm` month. */
export const monthBefore = (month: string): string =>
  monthOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 2, 1))
