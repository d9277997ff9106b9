import { parseMailbox } from './parseMailbox.js'

/**
 * The form that defines whether two texts are the same address (`Mailbox.canonical`). A syntactically invalid text is
 * its own canonical form, unchanged: trimming could make it equal to a valid address with a different verdict.
 */
export const canonicalAddress = (text: string, parsed = parseMailbox(text)): string =>
  parsed.ok ? parsed.mailbox.canonical : text
