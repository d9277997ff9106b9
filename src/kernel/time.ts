// Durations: units in milliseconds, the longest time of a timer, and texts such as `15m`.

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The longest time that a timer of Node waits, almost 25 days; a longer one ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

const UNITS: { readonly [unit: string]: number } = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Milliseconds of a duration such as `5s`, `15m`, `24h` or `7d`; undefined when it is not one, or zero. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return Number(amount) * UNITS[unit ?? '']! || undefined
}
