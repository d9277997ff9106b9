import { setUrl, useUrl } from '../url.js'

const DAY_MS = 86_400_000

export const RANGES = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const
type Days = (typeof RANGES)[number][0]

/** The days that the URL names, with today, and the first of them (UTC, `yyyy-mm-dd`). */
export function useRange(): { readonly days: Days; readonly from: string } {
  const given = useUrl('days')
  const days = RANGES.find(([each]) => each === given)?.[0] ?? '30'
  const from = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  return { days, from }
}

export const selectRange = (days: Days): void => setUrl({ days: days === '30' ? undefined : days })
