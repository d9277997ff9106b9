// What an account's own rules decide about an address: the port that the feature of rules implements.
import type { AcceptAll, MailboxResult } from '../../kernel/ports/mailboxes.js'
import { type Judgement, keyOf } from './encoding.js'
import type { Facts } from './engine/facts.js'
import type { Decision } from './engine/policy/reasonCodes.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { V2Verdict } from './engine/policy/v2.js'
import { exchangeName } from './engine/route.js'
import { canonicalAddress } from './engine/syntax/canonicalAddress.js'
import type { RecordedRuling, VerdictStatus } from './events.js'
import { asciiDomainOf } from './verdict.js'

/** Mail exchanges that rules see, in order of preference. */
const MAX_EXCHANGES = 4

/** What rules decide by. */
export interface RuledAddress {
  /** The canonical form of the address. */
  readonly canonical: string
  /** A-labels; null for an address literal or invalid syntax. */
  readonly domain: string | null
  /** At most four names, most preferred first, in lower case; empty if mail is not routed by MX records, or the signal pool answered. */
  readonly exchanges: readonly string[]
  readonly provider: string | null
  readonly status: VerdictStatus
  /** Of v2's default policy, as its reasons. */
  readonly decision: Decision
  readonly reasons: Judgement['reasons']
  /** What the mail server says about the mailbox; `not_checked` unless the caller asked for it. */
  readonly mailbox: MailboxResult
  readonly acceptAll: AcceptAll
  /** The code of its reply; null without one. */
  readonly mailboxCode: string | null
  readonly mailboxEnhancedCode: string | null
  /** Whether to ask again would change nothing; true unless the caller asked for it. */
  readonly mailboxFinal: boolean
  /** The API key (`keyOf`). */
  readonly key: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** What the rules decided. */
export interface Ruling {
  readonly action: Decision
  /** Name of the rule that decided; null if none did, so that v2's default policy did. */
  readonly rule: string | null
  /** What the rule says to the visitor. */
  readonly message: string | null
  /** Version of the set of rules; 0 before the first. */
  readonly version: number
  /** As events hold it. */
  readonly recorded: RecordedRuling
}

/** The rules of an account that are in force, with its lists: one version of them. */
export interface RulesInForce {
  readonly version: number
  decide(address: RuledAddress): Ruling
  /** What a rule says to the visitor. @param rule its name */
  messageOf(rule: string): string | null
}

/**
 * The rules in force; undefined if the account has neither rules nor lists. Synchronous while they are cached.
 * @param version another one than the live one
 */
export type RulesOf = (
  account: string,
  version?: number,
) => RulesInForce | undefined | Promise<RulesInForce | undefined>

/** The rules that decide a request, its key and its time. */
export interface Ruler {
  readonly rules: RulesInForce
  readonly key: number
  readonly at: number
}

/** @param key id of the API key @param at milliseconds since the epoch */
export const rulerOf = (rules: RulesInForce | undefined, key: string, at: number): Ruler | undefined =>
  rules && { rules, key: keyOf(key), at }

/** What the rules decide about an address that was judged. */
export function rule(
  { rules, key, at }: Ruler,
  facts: Facts,
  verdict: V1Verdict,
  { decision, reasons }: Judgement,
): Ruling {
  const { email, parsed, routed, provider = null, mailbox } = facts
  return rules.decide({
    canonical: canonicalAddress(email, parsed),
    domain: asciiDomainOf(verdict),
    exchanges: routed && 'exchanges' in routed.route ? namesOf(routed.route.exchanges) : NONE,
    provider,
    status: verdict.status,
    decision,
    reasons,
    mailbox: mailbox?.result ?? 'not_checked',
    acceptAll: mailbox?.acceptAll ?? 'unknown',
    mailboxCode: mailbox?.code === undefined ? null : String(mailbox.code),
    mailboxEnhancedCode: mailbox?.enhancedCode ?? null,
    mailboxFinal: mailbox?.final ?? true,
    key,
    at,
  })
}

const NONE: readonly string[] = []

const namesOf = (exchanges: readonly string[]): readonly string[] => exchanges.slice(0, MAX_EXCHANGES).map(exchangeName)

/** What callers are told. */
export interface RulingView {
  readonly action: Decision
  readonly rule: string | null
  readonly message: string | null
  readonly version: number
}

/** Without what events hold beside it: answers are kept for webhooks. */
export const rulingView = ({ action, rule, message, version }: Ruling): RulingView => ({
  action,
  rule,
  message,
  version,
})

/** v2's verdict with what the account's own rules made of it; absent if it has neither rules nor lists. */
export interface RuledVerdict extends V2Verdict {
  readonly ruling?: RulingView | undefined
}
