// Whether and how mail can reach an address: where both policies start.
import type { Facts, MailboxFacts } from '../facts.js'
import type { MailRoute } from '../route.js'

/** How mail reaches the address, or why it cannot. */
export type Deliverability =
  | { readonly kind: 'syntax_invalid' }
  | { readonly kind: 'reserved' }
  | { readonly kind: 'literal'; readonly isPublic: boolean }
  | MailRoute

/** A missing route counts as a lookup that timed out. */
const NOT_FOUND_IN_TIME: MailRoute = { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] }

export function deliverabilityOf({ parsed, domain, routed, literalIsPublic }: Facts): Deliverability {
  if (!parsed.ok) return { kind: 'syntax_invalid' }
  if (domain?.reserved) return { kind: 'reserved' }
  if (routed) return routed.route
  if (parsed.mailbox.domain.kind === 'literal') return { kind: 'literal', isPublic: literalIsPublic === true }
  return NOT_FOUND_IN_TIME
}

/** Whether the server has refused this very recipient for good: nothing else that it says makes an address invalid. */
export const isRefused = (mailbox: MailboxFacts | undefined): boolean =>
  mailbox?.result === 'no_such_mailbox' || mailbox?.result === 'disabled'
