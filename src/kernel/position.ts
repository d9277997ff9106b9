/** A place in the log: 32 lower-case hex digits, so that string order is log order. Opaque to all but the adapters. */
export type Position = string

/** Before the first event. */
export const START: Position = '0'.repeat(32)

const DIGITS = /^[0-9a-f]{32}$/

export const isPosition = (text: string): text is Position => DIGITS.test(text)

/** The one after it: positions of records that are no projection are versions, which their writers count. */
export const next = (position: Position): Position =>
  (BigInt(`0x${position}`) + 1n).toString(16).padStart(START.length, '0')

/** The later of two places. */
export const later = (a: Position, b: Position): Position => (a > b ? a : b)
