// The periods that verdicts are asked for by, and the fewest documents that cover them.
import { rejectParameter } from '../../../kernel/failure.js'
import { DAY_MS, HOUR_MS } from '../../../kernel/time.js'
import type { Span } from '../projections/verdicts.js'
import { isDate, momentOf } from './moments.js'
import type { TimeZone } from './timeZone.js'

export type Interval = 'hour' | 'day' | 'month'

/** Periods of a response, at most: a partial one may be added at either end. */
const MAX_PERIODS: { readonly [interval in Interval]: number } = { hour: 744, day: 366, month: 120 }
/** Periods by default, with the current one. */
const DEFAULT_PERIODS: { readonly [interval in Interval]: number } = { hour: 24, day: 30, month: 12 }

export interface Period {
  /** Whole UTC hours, milliseconds since the epoch. */
  readonly start: number
  readonly end: number
}

export interface PeriodsInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly interval: Interval
  readonly zone: TimeZone
  readonly now: number
}

const floorHour = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS
const ceilHour = (time: number): number => Math.ceil(time / HOUR_MS) * HOUR_MS

/**
 * Divides a range into the hours, days or months of a time zone. Verdicts are counted by UTC hour, so periods start at the
 * hour in which they do: in a zone that is half an hour off, they start and end half an hour early.
 * @throws Failure VALIDATION_ERROR
 */
export function periodsOf({ from, to, interval, zone, now }: PeriodsInput): Period[] {
  const latest = ceilHour(now + 1)
  const asked = to === undefined ? latest : momentOf('to', to, { zone, end: true })
  const first =
    from === undefined ? defaultStart(interval, zone, Math.min(asked, now)) : momentOf('from', from, { zone })
  if (first > now) rejectParameter('from', 'must not be in the future')
  if (first >= asked) rejectParameter('from', 'must be before `to`')
  const start = floorHour(first)
  // A day ends where the next one starts, so that dates in succession share no hour.
  const last = to !== undefined && isDate(to) ? Math.max(floorHour(asked), start + HOUR_MS) : ceilHour(asked)
  const end = Math.min(last, latest)
  const most = MAX_PERIODS[interval]
  // Before anything is listed: months have at most 31 days.
  const shortest = interval === 'hour' ? HOUR_MS : interval === 'day' ? DAY_MS - HOUR_MS : 28 * DAY_MS
  const starts = (end - start) / shortest > 2 * most + 2 ? [] : startsBetween(start, end, interval, zone)
  if (starts.length === 0 || starts.length > most + 1) {
    const longer = interval === 'hour' ? 'day' : 'month'
    const hint = interval === 'month' ? '' : `; use \`interval=${longer}\``
    rejectParameter('from', `must be at most ${most} ${interval}s before \`to\`${hint}`)
  }
  return starts.map((each, index) => ({ start: each, end: starts[index + 1] ?? end }))
}

/** The range of the same length before. */
export const rangeBefore = (periods: readonly Period[]): Period => {
  const start = periods[0]!.start
  return { start: 2 * start - periods.at(-1)!.end, end: start }
}

function defaultStart(interval: Interval, zone: TimeZone, end: number): number {
  const count = DEFAULT_PERIODS[interval]
  if (interval === 'hour') return end - (count - 1) * HOUR_MS
  const { year, month, day } = zone.dateOf(end - 1)
  return interval === 'day' ? zone.startOf(year, month, day - count + 1) : zone.startOf(year, month - count + 1, 1)
}

function startsBetween(start: number, end: number, interval: Interval, zone: TimeZone): number[] {
  const starts = [start]
  if (interval === 'hour') {
    for (let next = start + HOUR_MS; next < end; next += HOUR_MS) starts.push(next)
    return starts
  }
  const { year, month, day } = zone.dateOf(start)
  for (let step = 1; ; step++) {
    const next = floorHour(
      interval === 'day' ? zone.startOf(year, month, day + step) : zone.startOf(year, month + step, 1),
    )
    if (next >= end) return starts
    if (next > starts.at(-1)!) starts.push(next)
  }
}

/** A range of documents of one span: `from` inclusive, `to` exclusive. */
export interface Segment {
  readonly span: Span
  readonly from: number
  readonly to: number
}

/** The fewest documents that cover periods exactly: whole UTC days inside a period by day, the rest by hour. */
export function segmentsOf(periods: readonly Period[]): Segment[] {
  const segments: Segment[] = []
  const add = (span: Span, from: number, to: number) => {
    if (from >= to) return
    const last = segments.at(-1)
    if (last?.span === span && last.to === from) segments.splice(-1, 1, { ...last, to })
    else segments.push({ span, from, to })
  }
  for (const { start, end } of periods) {
    const firstDay = Math.ceil(start / DAY_MS) * DAY_MS
    const lastDay = Math.floor(end / DAY_MS) * DAY_MS
    if (firstDay >= lastDay) add('hour', start, end)
    else {
      add('hour', start, firstDay)
      add('day', firstDay, lastDay)
      add('hour', lastDay, end)
    }
  }
  return segments
}
