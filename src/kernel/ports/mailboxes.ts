/** What the mail server of an address says about its mailbox. */
export const MAILBOX_RESULTS = [
  /** The server accepts this recipient, and refuses one that cannot exist. */
  'exists',
  /** A permanent refusal of this recipient: the only result that makes an address invalid, with `disabled`. */
  'no_such_mailbox',
  /** The mailbox is over its quota. */
  'full',
  /** The mailbox exists no more, or accepts no mail for good. */
  'disabled',
  /** The server accepts every recipient of the domain. */
  'accept_all',
  /** The server wants to be asked again by the same client, later. */
  'greylisted',
  /** The server refuses this installation: its policy, a block list, or our own self-test. */
  'blocked_here',
  /** The server wants fewer questions. */
  'rate_limited',
  /** No answer, or one that another attempt may change. */
  'temporary',
  /** No question at this server would settle it. */
  'unverifiable',
  /** No server was asked. */
  'not_checked',
] as const
export type MailboxResult = (typeof MAILBOX_RESULTS)[number]

/** Why there is no better result. */
export type MailboxCause =
  /** The question waits for its turn. */
  | 'waiting'
  /** The checks of the account, or of the installation, are used up for today. */
  | 'budget'
  /** The self-test has failed, so no server is asked. */
  | 'selftest'
  /** The operator is left in peace after it has refused questions. */
  | 'paused'
  /** The service stops. */
  | 'stopping'
  /** No server could be reached, or the connection was lost. */
  | 'connection'
  /** The server took too long. */
  | 'timeout'
  /** The server broke the protocol. */
  | 'protocol'
  /** No exchange has an address that may be connected to. */
  | 'no_address'
  /** The provider is known to accept every recipient. */
  | 'provider'
  /** The server does not support internationalized addresses. */
  | 'smtputf8'
  /** The server's statements contradict each other. */
  | 'contradiction'
  /** The server accepts the address, and could not be asked for another one. */
  | 'no_contrast'

export type AcceptAll = 'yes' | 'no' | 'unknown'

export interface MailboxQuestion {
  /** As in RCPT TO: quoted if necessary, and possibly not ASCII. */
  readonly local: string
  /** The whole address in its canonical form: two questions with the same one are about the same mailbox. */
  readonly canonical: string
  /** Lower-case A-labels. */
  readonly domain: string
  /** The domain's mail exchanges, the most preferred first; the domain itself if it has no MX record. */
  readonly exchanges: readonly string[]
  /** Whose question it is: turns and budgets are shared by account. */
  readonly account: string
}

export interface MailboxAnswer {
  readonly result: MailboxResult
  readonly cause?: MailboxCause
  /** Whether the server accepts every recipient of the domain. */
  readonly acceptAll: AcceptAll
  /** Of the reply that decided (RFC 5321 section 4.2; RFC 3463). */
  readonly code?: number
  readonly enhancedCode?: string
  /** Version of the table that the reply was read by; absent without a reply. */
  readonly table?: number
  /** Who runs the exchanges: the name of a large provider, or a registrable domain. */
  readonly operator: string
  /** Milliseconds since the epoch: when the server answered, or when it was decided not to ask. */
  readonly checkedAt: number
  /** Whether to ask again today would change nothing. */
  readonly final: boolean
  /** Milliseconds since the epoch from which another answer is possible; absent if `final`. */
  readonly retryAt?: number
}

export const SELF_TEST_PARTS = ['port', 'ehlo_name', 'reverse_dns', 'block_lists', 'tls'] as const

/** One finding of the self-test. */
export interface SelfTestFinding {
  readonly part: (typeof SELF_TEST_PARTS)[number]
  /** Version of IP. */
  readonly family: 4 | 6
  /** `failed`: no server is asked over this family. `warning`: some servers will refuse. `unknown`: could not be tested. */
  readonly outcome: 'ok' | 'warning' | 'failed' | 'unknown'
  /** What was found and, unless it is good, what to do, in a sentence or two. */
  readonly message: string
}

export interface SelfTest {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Families that servers are asked over. None: no question is asked. */
  readonly families: readonly (4 | 6)[]
  readonly findings: readonly SelfTestFinding[]
}

/** How busy the checks are, for metrics. */
interface MailboxLoad {
  readonly sessions: number
  readonly waiting: number
  /** Operators that are left in peace for now. */
  readonly paused: number
}

/** Asks mail servers whether mailboxes exist, without sending anything. */
export interface Mailboxes {
  /**
   * What is known after at most `waitMs`: what a server said earlier, in any process that shares the memory, or says now. A question
   * that has begun continues after that, and what comes of it is remembered: ask again from `retryAt`. The same mailbox is asked about
   * once a day, whoever asks; while the memory cannot be read, nobody is. Never rejects.
   */
  check(question: MailboxQuestion, waitMs: number): Promise<MailboxAnswer>
  /** The last self-test; undefined before the first has ended. */
  selfTest(): SelfTest | undefined
  load(): MailboxLoad
  close(): Promise<void>
}
