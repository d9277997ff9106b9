import type { Facts, FromPool } from '../facts.js'
import type { Parsed } from '../mailbox.js'
import { domainText } from '../syntax/domain.js'
import { MAX_DOMAIN_OCTETS } from '../syntax/limits.js'
import { parseMailbox } from '../syntax/parseMailbox.js'
import { type Outcome, outcomeOf } from './outcome.js'
import type { V1Reason } from './reasonCodes.js'

/** The specification's VerificationResult, as far as it follows from the facts. */
export interface V1Verdict {
  /** Mail can be delivered there: syntax and route. Disposable, role and free are facts apart. */
  readonly valid: boolean
  readonly status: 'valid' | 'invalid' | 'unknown'
  /** Only when invalid. */
  readonly reason?: V1Reason
  /** Accepted although DNS failed, because the domain is a known major provider's. */
  readonly isKnownValidFallback: boolean
  /** Accepted although DNS failed; never together with the other fallback. */
  readonly isDnsFallback: boolean
  readonly checks: {
    readonly syntax: boolean
    /** DNS has shown a record by which mail could go there; an address literal needs none. */
    readonly dns: boolean
    /** MX records with a usable target were confirmed. */
    readonly mx: boolean
    readonly disposable: boolean
    readonly role: boolean
    readonly free: boolean
  }
  /** A-labels; of an address literal its text in brackets; of invalid syntax what follows the last `@`, or ''. */
  readonly domain: string
  readonly provider?: string
  readonly didYouMean?: string
  /** Only where the signal pool answered in place of DNS. */
  readonly fromPool?: FromPool
}

type Delivery = Pick<V1Verdict, 'valid' | 'status' | 'reason'> & { readonly dns: boolean; readonly mx: boolean }

const invalid = (reason: V1Reason, dns: boolean): Delivery => ({
  valid: false,
  status: 'invalid',
  reason,
  dns,
  mx: false,
})
const valid = (mx: boolean): Delivery => ({ valid: true, status: 'valid', dns: true, mx })

/** Made once: nearly every verification has one of these. */
const SYNTAX = invalid('syntax', false)
const RESERVED = invalid('reserved_domain', false)
const NO_RECORDS = invalid('dns', false)
const NULL_MX = invalid('null_mx', true)
const NO_TARGET = invalid('mx', true)
const BY_MX = valid(true)
const BY_ADDRESS = valid(false)

function deliveryOf(outcome: Outcome, major: boolean): Delivery {
  switch (outcome.kind) {
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
      return outcome.isPublic ? BY_ADDRESS : NO_TARGET
    case 'implicit':
      return BY_ADDRESS
    case 'explicit':
      return BY_MX
    case 'temporary':
      // Only what was confirmed counts: MX records show that the domain is in DNS, not that a target can be reached.
      return { valid: true, status: major ? 'valid' : 'unknown', dns: outcome.exchanges.length > 0, mx: false }
  }
}

/** v1's policy: valid means that mail can be delivered there; a transient DNS error is accepted and says so. */
export function judgeV1(facts: Facts): V1Verdict {
  const { parsed, domain, role, provider, didYouMean, fromPool } = facts
  const outcome = outcomeOf(facts)
  const major = domain?.major === true
  const { valid, status, reason, dns, mx } = deliveryOf(outcome, major)
  const fallback = outcome.kind === 'temporary'
  return {
    valid,
    status,
    ...(reason !== undefined && { reason }),
    isKnownValidFallback: fallback && major,
    isDnsFallback: fallback && !major,
    checks: {
      syntax: parsed.ok,
      dns,
      mx,
      disposable: domain?.disposable !== undefined,
      role,
      free: domain?.free === true,
    },
    domain: domainOfParsed(facts.email, parsed),
    ...(provider !== undefined && { provider }),
    ...(didYouMean !== undefined && { didYouMean }),
    ...(fromPool !== undefined && { fromPool }),
  }
}

const domainOfParsed = (email: string, parsed: Parsed): string =>
  parsed.ok ? domainText(parsed.mailbox.domain) : afterLastAt(email)

/** An address's domain as its verdict names it. */
export const domainOf = (email: string): string => domainOfParsed(email, parseMailbox(email))

/** What a person would call the domain of a text that is no address; '' where it is too long to be one. */
function afterLastAt(text: string): string {
  const at = text.lastIndexOf('@')
  const length = text.length - at - 1
  return at === -1 || length > MAX_DOMAIN_OCTETS ? '' : text.slice(at + 1).toLowerCase()
}
