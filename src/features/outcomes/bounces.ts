// When an address is known to bounce. Pure.
import { DAY_MS } from '../../kernel/time.js'
import { ARRIVED } from './encoding.js'
import type { OutcomeKind } from './events.js'

/** How long a hard bounce counts: mailboxes are given again, and servers reject mail by mistake. */
export const KNOWN_BOUNCE_DAYS = 180

/** The latest time of each kind of outcome of an address, milliseconds since the epoch. */
export type Latest = { readonly [kind in OutcomeKind]?: number }

/**
 * Whether mail to an address is known to bounce: it bounced for good, not long ago, and none has arrived later. Mail that was
 * accepted at the time of the bounce does not count: the bounce is the answer to it.
 */
export function isKnownBounce(latest: Latest, now: number): boolean {
  const { bounced_hard: bounced } = latest
  if (bounced === undefined || now - bounced >= KNOWN_BOUNCE_DAYS * DAY_MS) return false
  return ARRIVED.every((kind) => (latest[kind] ?? Number.NEGATIVE_INFINITY) <= bounced)
}
