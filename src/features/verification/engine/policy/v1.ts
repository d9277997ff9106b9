// Judges an address for v1: valid, invalid or unknown, with a reason.
import type { Facts, FromPool, MailboxFacts } from '../facts.js'
import type { ParsedAddress } from '../mailbox.js'
import { domainText } from '../syntax/domain.js'
import { MAX_DOMAIN_OCTETS } from '../syntax/limits.js'
import { parseMailbox } from '../syntax/parseMailbox.js'
import { type Deliverability, deliverabilityOf, isRefused } from './deliverability.js'
import type { V1Reason } from './reasonCodes.js'

interface Checks {
  readonly syntax: boolean
  /** DNS has a record that mail can be routed by; an address literal needs none. */
  readonly dns: boolean
  /** MX records with a usable target were confirmed. */
  readonly mx: boolean
  readonly disposable: boolean
  readonly role: boolean
  readonly free: boolean
  /** The mail server confirms that the mailbox exists. Only if the caller asked for it. */
  readonly mailbox?: boolean
}

/** The part of the specification's VerificationResult that follows from the facts. */
export interface V1Verdict {
  /** Whether mail can be delivered, by syntax and route. Independent of disposable, role and free. */
  readonly valid: boolean
  readonly status: 'valid' | 'invalid' | 'unknown'
  /** Only when invalid. */
  readonly reason?: V1Reason
  /** Accepted although DNS failed, because the domain belongs to a known major provider. */
  readonly isKnownValidFallback: boolean
  /** Accepted although DNS failed, for any other domain. */
  readonly isDnsFallback: boolean
  readonly checks: Checks
  /** What the mail server says about the mailbox. Only if the caller asked for it. */
  readonly mailbox?: MailboxFacts | undefined
  /** A-labels; an address literal in brackets; for invalid syntax, the text after the last `@`, or ''. */
  readonly domain: string
  readonly provider?: string
  readonly didYouMean?: string
  /** Only if the signal pool answered instead of DNS. */
  readonly fromPool?: FromPool
}

type Delivery = Pick<V1Verdict, 'valid' | 'status' | 'reason'> & { readonly dns: boolean; readonly mx: boolean }

const invalid = (reason: V1Reason, dns: boolean, mx = false): Delivery => ({
  valid: false,
  status: 'invalid',
  reason,
  dns,
  mx,
})
const valid = (mx: boolean): Delivery => ({ valid: true, status: 'valid', dns: true, mx })

/** Shared instances: nearly every verification has one of these. */
const SYNTAX = invalid('syntax', false)
const RESERVED = invalid('reserved_domain', false)
const NO_RECORDS = invalid('dns', false)
const NULL_MX = invalid('null_mx', true)
const NO_TARGET = invalid('mx', true)
const KNOWN_BOUNCE = { mx: invalid('known_bounce', true, true), address: invalid('known_bounce', true) }
const NO_SUCH_MAILBOX = { mx: invalid('no_such_mailbox', true, true), address: invalid('no_such_mailbox', true) }
const BY_MX = valid(true)
const BY_ADDRESS = valid(false)

function deliveryOf(deliverability: Deliverability, major: boolean): Delivery {
  switch (deliverability.kind) {
    case 'syntax_invalid':
      return SYNTAX
    case 'reserved':
      return RESERVED
    case 'no_records':
      return NO_RECORDS
    case 'null_mx':
      return NULL_MX
    case 'no_target':
    case 'not_public':
      return NO_TARGET
    case 'literal':
      return deliverability.isPublic ? BY_ADDRESS : NO_TARGET
    case 'implicit':
      return BY_ADDRESS
    case 'explicit':
      return BY_MX
    case 'temporary':
      // Only confirmed facts count: MX records prove that the domain is in DNS, not that a target is reachable.
      return { valid: true, status: major ? 'valid' : 'unknown', dns: deliverability.exchanges.length > 0, mx: false }
  }
}

/** Mail does not arrive where it should. While DNS fails, that is not known, and the answer stays a fallback. */
function refused(routed: Delivery, by: typeof KNOWN_BOUNCE): Delivery {
  if (routed === BY_MX) return by.mx
  return routed === BY_ADDRESS ? by.address : routed
}

function ownDelivery(routed: Delivery, { knownBounce, mailbox }: Facts): Delivery {
  if (knownBounce) return refused(routed, KNOWN_BOUNCE)
  return isRefused(mailbox) ? refused(routed, NO_SUCH_MAILBOX) : routed
}

/**
 * v1's policy: valid means that mail can be delivered. After a transient DNS error the address is accepted as a
 * fallback.
 */
export function judgeV1(facts: Facts): V1Verdict {
  const { parsed, domain, role, provider, didYouMean, fromPool, knownBounce, mailbox } = facts
  const deliverability = deliverabilityOf(facts)
  const major = domain?.major === true
  const routed = deliveryOf(deliverability, major)
  const { valid, status, reason, dns, mx } = knownBounce || mailbox ? ownDelivery(routed, facts) : routed
  const fallback = deliverability.kind === 'temporary'
  const checks = checksOf(parsed.ok, dns, mx, domain?.disposable !== undefined, role, domain?.free === true)
  // Undefined members instead of spreads: all verdicts then have one hidden class.
  return {
    valid,
    status,
    reason,
    isKnownValidFallback: fallback && major,
    isDnsFallback: fallback && !major,
    checks: mailbox ? { ...checks, mailbox: mailbox.result === 'exists' } : checks,
    mailbox,
    domain: domainOfParsed(facts.email, parsed),
    provider,
    didYouMean,
    fromPool,
  }
}

/** Shared: a call of ten thousand rows keeps the checks of each. */
const CHECKS: Checks[] = []

function checksOf(
  syntax: boolean,
  dns: boolean,
  mx: boolean,
  disposable: boolean,
  role: boolean,
  free: boolean,
): Checks {
  const at = +syntax + 2 * +dns + 4 * +mx + 8 * +disposable + 16 * +role + 32 * +free
  CHECKS[at] ??= { syntax, dns, mx, disposable, role, free }
  return CHECKS[at]
}

const domainOfParsed = (email: string, parsed: ParsedAddress): string =>
  parsed.ok ? domainText(parsed.mailbox.domain) : afterLastAt(email)

/** An address's domain as its verdict names it. */
export const verdictDomainOf = (email: string): string => domainOfParsed(email, parseMailbox(email))

/** The apparent domain of a text that is not an address; '' if it is too long to be a domain. */
function afterLastAt(text: string): string {
  const at = text.lastIndexOf('@')
  const length = text.length - at - 1
  return at === -1 || length > MAX_DOMAIN_OCTETS ? '' : text.slice(at + 1).toLowerCase()
}
