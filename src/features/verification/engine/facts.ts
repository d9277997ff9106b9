import type { Parsed } from './mailbox.js'
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

/** That a domain is on a list: which entry matched, and who lists it. */
export interface Listed {
  /** The entry that matched: the domain itself or a parent of it. */
  readonly entry: string
  /** Names of the lists that hold the entry. */
  readonly sources: readonly string[]
}

/** Facts about a domain name that need no network. */
export interface DomainFacts {
  readonly disposable: Listed | undefined
  /** A privacy relay: forwards to a real person's mailbox; not disposable. */
  readonly privacyRelay: boolean
  /** Anyone can have a mailbox there without paying. */
  readonly free: boolean
  /** The operator of the mailboxes as far as the domain's name tells (`gmail`, `outlook` …). */
  readonly provider: string | undefined
  /** The domain that was probably meant; undefined for real providers. */
  readonly meant: string | undefined
  /** RFC 2606, 6761, 7686: a name that never reaches the public DNS. */
  readonly reserved: boolean
  /** A provider so large that a transient DNS error says nothing about the address. */
  readonly major: boolean
}

/** How far an answer of the signal pool can be trusted. */
export interface FromPool {
  /** From 0 to 1, to four decimals. */
  readonly confidence: number
  /** Accounts that validated the address. */
  readonly validations: number
}

/** What the signal pool knows of an address: it stands in for DNS, and for nothing else. */
export interface Pooled extends FromPool {
  readonly routed: RoutedDomain
  readonly provider: string | undefined
}

/** All that is known of one address; both policies decide from this and nothing else. */
export interface Facts {
  /** The text as given. */
  readonly email: string
  readonly parsed: Parsed
  /** undefined when the syntax is invalid or the domain is a literal. */
  readonly domain: DomainFacts | undefined
  readonly role: boolean
  readonly patterns: readonly Pattern[]
  /** undefined where DNS was not asked: invalid syntax, reserved domain, address literal. */
  readonly routed: RoutedDomain | undefined
  /** Only where the signal pool answered in place of DNS. */
  readonly fromPool?: FromPool | undefined
  /** Of an address literal: whether mail from the public internet could reach it. */
  readonly literalIsPublic: boolean | undefined
  /** The operator of the mailboxes by MX, else by domain. */
  readonly provider: string | undefined
  /** The whole corrected address, when the domain was probably mistyped. */
  readonly didYouMean: string | undefined
}
