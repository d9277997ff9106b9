// Asks the mail server of an address of a batch, after DNS has judged it.
import type { Clock } from '../../kernel/clock.js'
import { recordedMailbox } from '../mailboxes/encoding.js'
import type { RecordedMailbox } from '../mailboxes/events.js'
import type { MailboxCheck } from './askServer.js'
import { notAsked } from './engine/mailboxFacts.js'
import type { Judge } from './judge.js'

interface AskOptions {
  /** The account that the batch belongs to. */
  readonly account: string
  readonly sandbox: boolean
  /** How long to wait for an answer, DNS included; the question goes on. */
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** What is known after that time, as events record it. */
export type AskMailbox = (email: string, options: AskOptions) => Promise<RecordedMailbox>

export const createAskMailbox =
  (judge: Judge, { mailboxCheck, clock }: { readonly mailboxCheck: MailboxCheck; readonly clock: Clock }): AskMailbox =>
  async (email, { account, sandbox, waitMs, signal }) => {
    const startedAt = performance.now()
    const { facts } = await judge(email, { account, sandbox, mailbox: true, signal })
    if (sandbox) return recordedMailbox(facts.mailbox ?? notAsked(facts, clock.now()))
    const ask = mailboxCheck.askServer(account, () => waitMs - (performance.now() - startedAt))
    return recordedMailbox(await ask(facts, facts.knownBounce === true))
  }
