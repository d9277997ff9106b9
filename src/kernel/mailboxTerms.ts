// How long what mail servers say about mailboxes is good. Pure.
import { mailboxChecks } from './limits.js'
import type { AcceptAll, MailboxAnswer } from './ports/mailboxes.js'

const { again, acceptAll } = mailboxChecks

/** From when a mailbox may be asked about again, milliseconds since the epoch. */
export const answerEndsAt = ({ result, checkedAt, retryAt }: Pick<MailboxAnswer, 'result' | 'checkedAt' | 'retryAt'>) =>
  retryAt ?? checkedAt + (result === 'accept_all' ? acceptAll.yesMs : again.finalMs)

/** How long it is known whether a domain accepts every recipient. @param at when it was found out, milliseconds since the epoch */
export const acceptAllEndsAt = (found: AcceptAll, at: number): number =>
  found === 'unknown' ? at : at + (found === 'yes' ? acceptAll.yesMs : acceptAll.noMs)

/** The pause after answers in succession that were not final, in milliseconds. @param attempts at least 1 */
export const pauseAfter = (attempts: number): number => Math.min(again.firstMs * 2 ** (attempts - 1), again.maxMs)
