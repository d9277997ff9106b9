// What the parsers of senders' events have in common.
import type { OutcomeKind } from '../events.js'

/** An event that says what became of an address. */
export interface SenderOutcome {
  readonly kind: OutcomeKind
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * What a sender tells: outcomes; `ignored` is what says nothing about an address, such as an unknown type of event; `unreadable` what
 * lacks an address or a time.
 */
export type SenderEvent = SenderOutcome | 'ignored' | 'unreadable'

/** Any JSON; members of what is no object are undefined. */
export type Json = { readonly [name: string]: unknown }
const NO_MEMBERS: Json = {}

export const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : NO_MEMBERS

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Longer addresses are none (RFC 5321 section 4.5.3.1), and `POST /v1/outcomes` accepts none either. */
const MAX_ADDRESS_LENGTH = 1_000
/** SES repeats the recipient as the message names it if the bounce names none: `Jane Roe <jane@example.com>`. */
const IN_BRACKETS = /<([^<>]+)>\s*$/

/**
 * @param kind undefined: it says nothing
 * @param time RFC 3339, or seconds since the epoch
 */
export function senderEvent(kind: OutcomeKind | undefined, email: unknown, time: unknown): SenderEvent {
  if (kind === undefined) return 'ignored'
  const at =
    typeof time === 'number' ? Math.round(time * 1_000) : typeof time === 'string' ? Date.parse(time) : Number.NaN
  if (typeof email !== 'string' || email === '' || email.length > MAX_ADDRESS_LENGTH) return 'unreadable'
  return Number.isSafeInteger(at) ? { kind, email: IN_BRACKETS.exec(email)?.[1] ?? email, at } : 'unreadable'
}
