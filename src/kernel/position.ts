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
