import { isMixedScript } from './confusables/scripts.js'
import type { Concern, DomainFacts } from './facts.js'
import type { Mailbox } from './mailbox.js'
import { isPossibleMailbox } from './mailboxRules.js'
import { isAscii } from './syntax/unicode.js'

/** Shared: nearly every address has none. */
const NONE: readonly Concern[] = []
const ONLY: Readonly<Record<Concern, readonly Concern[]>> = {
  confusable: ['confusable'],
  impossible_at_provider: ['impossible_at_provider'],
  routed_local_part: ['routed_local_part'],
  quoted_local_part: ['quoted_local_part'],
  smtputf8_required: ['smtputf8_required'],
}

const PERCENT = 0x25
const BANG = 0x21
const AT = 0x40
const QUOTE = 0x22

/**
 * What the spelling of a valid address says against it, in the order of the reasons.
 * @param domain undefined for an address literal
 */
export function concernsOf(mailbox: Mailbox, domain: DomainFacts | undefined): readonly Concern[] {
  const { local, localContent } = mailbox
  const ascii = isAscii(local)
  let found = NONE
  const add = (concern: Concern) => {
    found = found === NONE ? ONLY[concern] : [...found, concern]
  }
  if (domain?.confusable || (!ascii && isMixedScript(localContent))) add('confusable')
  const { provider } = domain ?? {}
  if (provider !== undefined && mailbox.domain.kind === 'name') {
    if (!isPossibleMailbox(provider, mailbox.domain.ascii, localContent)) add('impossible_at_provider')
  }
  if (hasRoute(localContent)) add('routed_local_part')
  if (local.charCodeAt(0) === QUOTE) add('quoted_local_part')
  if (!ascii) add('smtputf8_required')
  return found
}

/** RFC 2047 section 2; mail programs that decode it read another address. */
const ENCODED_WORD = /=\?[^?]+\?[bq]\?/i

/** The "%-hack" and bang paths of RFC 1123 section 5.2.16, a source route inside quotes, and an encoded word. */
function hasRoute(content: string): boolean {
  for (let i = 0; i < content.length; i++) {
    const unit = content.charCodeAt(i)
    if (unit === PERCENT || unit === BANG || unit === AT) return true
  }
  return content.includes('=?') && ENCODED_WORD.test(content)
}
