// Answers of mail servers as events hold them.
import type { MailboxAnswer } from '../../kernel/ports/mailboxes.js'
import type { MailboxChecked } from './events.js'

export function mailboxChecked(mailbox: string, domain: string, answer: MailboxAnswer): MailboxChecked {
  const { result, cause, acceptAll, code, enhancedCode, table, operator, checkedAt, retryAt } = answer
  const data = {
    mailbox,
    domain,
    result,
    ...(cause !== undefined && { cause }),
    ...(acceptAll !== 'unknown' && { acceptAll }),
    ...(code !== undefined && { code }),
    ...(enhancedCode !== undefined && { enhancedCode }),
    ...(table !== undefined && { table }),
    operator,
    checkedAt,
    ...(retryAt !== undefined && { retryAt }),
  }
  return { type: 'MailboxChecked', data }
}

export const answerOf = (recorded: Omit<MailboxChecked['data'], 'mailbox' | 'domain'>): MailboxAnswer => ({
  ...recorded,
  acceptAll: recorded.acceptAll ?? 'unknown',
  final: recorded.retryAt === undefined,
})
