// What mail servers have said about mailboxes, so that nobody is asked again too soon.
import type { AcceptAll, MailboxAnswer } from './mailboxes.js'

/** What is known about a mailbox and its domain. */
export interface KnownMailbox {
  /** The last answer, while it is too early for another one. */
  readonly answer?: MailboxAnswer | undefined
  /** When the last answer was given, however long ago, milliseconds since the epoch. */
  readonly answeredAt?: number | undefined
  /** Answers in succession, up to the last one, that were not final. */
  readonly attempts: number
  /** Whether the domain accepts every recipient, as long as that holds; and when it was found out, milliseconds since the epoch. */
  readonly acceptAll: AcceptAll
  readonly acceptAllAt?: number | undefined
}

/** Remembers answers, each for as long as `answerEndsAt` and `acceptAllEndsAt` say. */
export interface MailboxMemory {
  /**
   * @param address its canonical form, in which it is one mailbox however it is written
   * @param domain lower-case A-labels
   * @param now milliseconds since the epoch
   */
  recall(address: string, domain: string, now: number): KnownMailbox | Promise<KnownMailbox>
  /** Keeps what a server has said. @param answer with `retryAt` unless it is final */
  remember(address: string, domain: string, answer: MailboxAnswer): void | Promise<void>
}
