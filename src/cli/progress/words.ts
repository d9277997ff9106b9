const MINUTE_S = 60
const HOUR_S = 3_600

/** A duration in words: `4 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return joinUnits(Math.floor(seconds / MINUTE_S), 'min', seconds % MINUTE_S, 's')
  const minutes = Math.round(seconds / MINUTE_S)
  return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

const joinUnits = (value: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${value} ${unit}` : `${value} ${unit} ${rest} ${restUnit}`

export const count = (value: number): string => Math.round(value).toLocaleString('en')

/** `1 row`, `2,000 rows`. */
export const plural = (value: number, noun: string, ending = 's'): string =>
  `${count(value)} ${noun}${value === 1 ? '' : ending}`

/** A size with a decimal unit (powers of 1,000). */
export function bytes(value: number): string {
  if (value < 1_000) return `${Math.round(value)} B`
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} kB`
  return `${(value / 1_000_000).toFixed(1)} MB`
}
