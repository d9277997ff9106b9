// The facts about an address that policies judge.
import type { MailboxAnswer } from '../../../kernel/ports/mailboxes.js'
import type { ParsedAddress } from './mailbox.js'
import type { RoutedDomain } from './route.js'

/** The six v2 patterns, in the order in which they are reported. */
export const PATTERNS = [
  'plus_addressing',
  'developer_test',
  'system_email',
  'temporary',
  'development_env',
  'ci_cd',
] as const
export type Pattern = (typeof PATTERNS)[number]

/** What the spelling of an address can say against it, in the order in which it is reported. */
export type Concern =
  | 'confusable'
  | 'impossible_at_provider'
  | 'routed_local_part'
  | 'quoted_local_part'
  | 'smtputf8_required'

/** A match of a domain on one or more lists. */
export interface Listed {
  /** The entry that matched: the domain itself or a parent of it. */
  readonly entry: string
  /** Names of the lists that hold the entry. */
  readonly sources: readonly string[]
}

/** An entry of the operator's own lists, which outweigh all others. */
export interface OperatorEntry {
  readonly list: 'allow' | 'deny'
  /** As written: `example.com`, `*.example.com` or `mx:mail.example.com`. */
  readonly entry: string
}

/** Facts about a domain name that need no network access. */
export interface DomainFacts {
  readonly disposable: Listed | undefined
  /** A privacy relay: forwards to a real person's mailbox; not disposable. */
  readonly privacyRelay: boolean
  /** Anyone can have a mailbox there without paying. */
  readonly free: boolean
  /** The operator of the mailboxes, if the domain name identifies it (`gmail`, `outlook` …). */
  readonly provider: string | undefined
  /** The domain that was probably intended, or that is imitated; undefined for real providers. */
  readonly meant: string | undefined
  /** Looks like another domain, by letters of other scripts (UTS #39). */
  readonly confusable: boolean
  /** RFC 2606, 6761, 7686: a name that never reaches the public DNS. */
  readonly reserved: boolean
  /** A provider so large that a transient DNS error is no reason to doubt the address. */
  readonly major: boolean
  /** The most specific entry of the operator's own lists. One for a mail exchange is known only with the route. */
  readonly operator?: OperatorEntry | undefined
}

/** How reliable an answer of the signal pool is. */
export interface FromPool {
  /** From 0 to 1, to four decimals. */
  readonly confidence: number
  /** Number of accounts that validated the address. */
  readonly validations: number
}

/** The signal pool's answer for an address. It replaces DNS, and nothing else. */
export interface Pooled extends FromPool {
  readonly routed: RoutedDomain
  readonly provider: string | undefined
}

/** Everything known about one address; the only input of both policies. */
export interface Facts {
  /** The text as given. */
  readonly email: string
  /** Version of the lists that were looked up; undefined if none were. */
  readonly lists?: string | undefined
  readonly parsed: ParsedAddress
  /** Undefined if the syntax is invalid or the domain is a literal. */
  readonly domain: DomainFacts | undefined
  readonly role: boolean
  readonly patterns: readonly Pattern[]
  readonly concerns: readonly Concern[]
  /** Undefined if DNS was not queried: invalid syntax, reserved domain, address literal. */
  readonly routed: RoutedDomain | undefined
  /** Only if the signal pool answered instead of DNS. */
  readonly fromPool?: FromPool | undefined
  /** For an address literal: whether it is reachable from the public internet. */
  readonly literalIsPublic: boolean | undefined
  /** The operator of the mailboxes, by MX or otherwise by domain. */
  readonly provider: string | undefined
  /** The whole corrected address, if the domain was probably mistyped. */
  readonly didYouMean: string | undefined
  /** The account that asks has reported that mail to this very address bounces. Nobody else may learn it. */
  readonly knownBounce?: boolean | undefined
  /** What the mail server says about the mailbox. Only if the caller asked for it. */
  readonly mailbox?: MailboxFacts | undefined
}

export interface MailboxFacts extends Omit<MailboxAnswer, 'operator'> {
  /** Seconds after which to ask again, at least 1; absent if `final`. */
  readonly ttlHintSeconds?: number
}

/** The facts of an address, with what is known only to this caller. */
export const withFacts = (facts: Facts, { knownBounce, mailbox }: Pick<Facts, 'knownBounce' | 'mailbox'>): Facts => ({
  // Each member by name: some are getters, which a spread would not copy.
  email: facts.email,
  lists: facts.lists,
  parsed: facts.parsed,
  domain: facts.domain,
  role: facts.role,
  patterns: facts.patterns,
  concerns: facts.concerns,
  routed: facts.routed,
  fromPool: facts.fromPool,
  literalIsPublic: facts.literalIsPublic,
  provider: facts.provider,
  didYouMean: facts.didYouMean,
  knownBounce,
  mailbox,
})
