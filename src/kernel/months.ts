// Calendar months in UTC, as `yyyy-mm`.
import { DAY_MS } from './time.js'

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
