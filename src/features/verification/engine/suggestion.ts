import type { DomainFacts } from './facts.js'
import { isDelegated } from './lists/endings.js'
import type { Mailbox } from './mailbox.js'
import { toUnicode } from './syntax/idna.js'
import { repairMailbox, withApostrophes } from './syntax/repair.js'

/**
 * The address that was probably meant by a text which is none; undefined if it is not obvious, or if it is disposable or can
 * receive no mail itself.
 */
export function suggestionFor(text: string, factsOf: (ascii: string) => DomainFacts): string | undefined {
  const mailbox = repairMailbox(text)
  if (mailbox?.domain.kind !== 'name') return undefined
  const { ascii } = mailbox.domain
  const { meant, reserved, disposable } = factsOf(ascii)
  if (meant !== undefined) return `${mailbox.local}@${meant}`
  if (reserved || disposable || !ascii.includes('.') || !isDelegated(ascii)) return undefined
  return `${mailbox.local}@${toUnicode(ascii)}`
}

/** The address with the domain that was probably meant, and with apostrophes for typographic ones; undefined if it is right. */
export function correctionOf({ local }: Mailbox, ascii: string, facts: DomainFacts): string | undefined {
  const straight = withApostrophes(local)
  const { meant, reserved, disposable } = facts
  if (meant !== undefined) return `${straight}@${meant}`
  return straight === local || reserved || disposable ? undefined : `${straight}@${ascii}`
}

/** The corrected address again. @param domain that of the suggestion for this text */
export const correctedAddress = (text: string, domain: string): string =>
  `${repairMailbox(text)?.local ?? text.slice(0, text.lastIndexOf('@')).normalize('NFC')}@${domain}`
