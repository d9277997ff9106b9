// The period of a request for single verifications.
import { rejectParameter } from '../../../kernel/failure.js'
import { DAY_MS } from '../../../kernel/time.js'
import { momentOf } from './moments.js'
import { timeZoneOf } from './timeZone.js'

const MAX_DAYS = 366
const DEFAULT_DAYS = 30
const UTC = timeZoneOf('UTC')!

/** Milliseconds since the epoch; `to` is exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * The period between two ISO 8601 instants or UTC dates, by default the last 30 days. `to` is exclusive, and a date stands for its
 * whole day.
 * @throws Failure VALIDATION_ERROR when it is reversed, in the future or too long
 */
export function rangeOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): Range {
  const end = to === undefined ? now + 1 : momentOf('to', to, { zone: UTC, end: true })
  const latest = Math.min(end, now + 1)
  const start = from === undefined ? latest - DEFAULT_DAYS * DAY_MS : momentOf('from', from, { zone: UTC })
  if (start > now) rejectParameter('from', 'must not be in the future')
  if (start >= end) rejectParameter('from', 'must be before `to`')
  if (latest - start > MAX_DAYS * DAY_MS) rejectParameter('from', `must be at most ${MAX_DAYS} days before \`to\``)
  return { from: start, to: latest }
}
