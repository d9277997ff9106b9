import { parseMailbox } from './parseMailbox.js'

/**
 * The form that decides whether two texts are one address (`Mailbox.canonical`). A syntactically invalid text is
 * its own canonical form, untouched: trimmed, it could become equal to a valid address with another verdict.
 */
export const canonicalAddress = (text: string, parsed = parseMailbox(text)): string =>
  parsed.ok ? parsed.mailbox.canonical : text
