import type { Facts } from '../facts.js'
import type { MailRoute } from '../route.js'

/** What both policies start from: how far mail to the address gets, in one word and its details. */
export type Outcome =
  | { readonly kind: 'syntax_invalid' }
  | { readonly kind: 'reserved' }
  | { readonly kind: 'literal'; readonly isPublic: boolean }
  | MailRoute

/** A route that was wanted and is missing counts as a look-up that ran out of time. */
const NOT_FOUND_IN_TIME: MailRoute = { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] }

export function outcomeOf({ parsed, domain, routed, literalIsPublic }: Facts): Outcome {
  if (!parsed.ok) return { kind: 'syntax_invalid' }
  if (domain?.reserved) return { kind: 'reserved' }
  if (routed) return routed.route
  if (parsed.mailbox.domain.kind === 'literal') return { kind: 'literal', isPublic: literalIsPublic === true }
  return NOT_FOUND_IN_TIME
}
