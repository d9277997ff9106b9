// What a mail server said about a mailbox, as columns of exports.
import { type Columns, nullable } from '../../../kernel/dataset.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'

export interface MailboxCells {
  readonly mailboxResult: string | null
  readonly mailboxCode: number | null
  readonly mailboxEnhancedCode: string | null
  readonly isMailboxFinal: boolean | null
}

export const mailboxColumns: Columns<MailboxCells> = {
  mailboxResult: nullable(
    'text',
    'what the mail server said, as `metadata.mailbox.result`; null unless the request had `mailbox`, and in jobs, whose servers are asked later',
  ),
  mailboxCode: nullable('integer', 'of its reply, such as 550; null without one'),
  mailboxEnhancedCode: nullable('text', 'of its reply, such as `5.1.1`; null without one'),
  isMailboxFinal: nullable('boolean', 'whether to ask again that day would have changed nothing'),
}

const NONE: MailboxCells = { mailboxResult: null, mailboxCode: null, mailboxEnhancedCode: null, isMailboxFinal: null }

/** @param said undefined if no server was to be asked */
export const mailboxCells = (said: RecordedMailbox | undefined): MailboxCells =>
  said
    ? {
        mailboxResult: said.result,
        mailboxCode: said.code ?? null,
        mailboxEnhancedCode: said.enhancedCode ?? null,
        isMailboxFinal: said.retryAt === undefined,
      }
    : NONE
