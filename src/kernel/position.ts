/** Position in the log: 32 lower-case hex digits, so that string order is log order. Opaque to all but the adapters. */
export type Position = string

/** The position before the first event. */
export const START: Position = '0'.repeat(32)

const DIGITS = /^[0-9a-f]{32}$/

export const isPosition = (text: string): text is Position => DIGITS.test(text)

/** The next position. Used as a version counter by operational records, which no projection writes. */
export const next = (position: Position): Position =>
  (BigInt(`0x${position}`) + 1n).toString(16).padStart(START.length, '0')

/** The later of two positions. */
export const later = (a: Position, b: Position): Position => (a > b ? a : b)

const DIGITS_OF_PART = 13

/** Which part of the log up to `end` lies before a position, roughly, from 0 to 1: to show progress. */
export function partOf(position: Position, end: Position): number {
  const first = end.search(/[^0]/)
  if (first < 0 || position >= end) return 1
  const number = (text: Position) => Number.parseInt(text.slice(first, first + DIGITS_OF_PART), 16)
  return number(position) / number(end)
}
