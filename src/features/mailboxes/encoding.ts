// Answers of mail servers as events hold them.
import type { MailboxAnswer } from '../../kernel/ports/mailboxes.js'
import type { MailboxChecked, RecordedMailbox } from './events.js'

/** Without what is not known, and without `final`, which `retryAt` says. */
export function recordedMailbox(said: Omit<MailboxAnswer, 'operator' | 'final'>): RecordedMailbox {
  const { result, cause, acceptAll, code, enhancedCode, table, checkedAt, retryAt } = said
  return {
    result,
    ...(cause !== undefined && { cause }),
    ...(acceptAll !== 'unknown' && { acceptAll }),
    ...(code !== undefined && { code }),
    ...(enhancedCode !== undefined && { enhancedCode }),
    ...(table !== undefined && { table }),
    checkedAt,
    ...(retryAt !== undefined && { retryAt }),
  }
}

/** What was recorded, with what follows from it. */
export const saidIn = <Recorded extends RecordedMailbox>(recorded: Recorded) => ({
  ...recorded,
  acceptAll: recorded.acceptAll ?? ('unknown' as const),
  final: recorded.retryAt === undefined,
})

export const mailboxChecked = (mailbox: string, domain: string, answer: MailboxAnswer): MailboxChecked => ({
  type: 'MailboxChecked',
  data: { mailbox, domain, ...recordedMailbox(answer), operator: answer.operator },
})
