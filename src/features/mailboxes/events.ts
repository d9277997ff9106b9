// The events of mailboxes: what mail servers say about them, whoever asked.
import type { DomainEvent } from '../../kernel/envelope.js'
import type { AcceptAll, MailboxCause, MailboxResult } from '../../kernel/ports/mailboxes.js'

/** Stream `mailbox-<yyyy-mm>`, by the month of the answer. Names no address and no account, and holds no text of a server. */
export type MailboxChecked = DomainEvent<
  'MailboxChecked',
  {
    /** Keyed hash of the canonical address (`MailboxKeys`). */
    readonly mailbox: string
    /** A-labels. */
    readonly domain: string
    readonly result: MailboxResult
    /** Why there is no better result, if there is not. */
    readonly cause?: MailboxCause
    /** Absent if unknown. */
    readonly acceptAll?: Exclude<AcceptAll, 'unknown'>
    /** Of the reply that decided (RFC 5321 section 4.2; RFC 3463), and the version of the table that it was read by. Absent without a reply. */
    readonly code?: number
    readonly enhancedCode?: string
    readonly table?: number
    /** Who runs the exchanges: the name of a large provider, or a registrable domain. */
    readonly operator: string
    /** When the server answered, milliseconds since the epoch. */
    readonly checkedAt: number
    /** From when another answer is possible, milliseconds since the epoch; absent if the result is final. */
    readonly retryAt?: number
  }
>

/** The same stream. What is known of a mailbox is forgotten, on behalf of its owner. */
export type MailboxForgotten = DomainEvent<'MailboxForgotten', { readonly mailbox: string }>

export type MailboxEvent = MailboxChecked | MailboxForgotten

/** What a mail server said, as events of verifications and jobs hold it; `not_checked` if none was asked. */
export type RecordedMailbox = Omit<MailboxChecked['data'], 'mailbox' | 'domain' | 'operator'>
