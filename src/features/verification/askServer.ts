// Asks the mail server of an address whether the mailbox exists, where the caller wants to know.
import type { Clock } from '../../kernel/clock.js'
import { invalidAt } from '../../kernel/failure.js'
import type { Mailboxes } from '../../kernel/ports/mailboxes.js'
import { mailboxFacts, mailboxQuestion, notAsked } from './engine/mailboxFacts.js'
import type { Trace } from './engine/trace.js'
import type { AskServer } from './judgeGathered.js'

/** Time that is left for what follows an answer. */
const MARGIN_MS = 150

export interface MailboxCheck {
  /** @throws Failure VALIDATION_ERROR if this installation asks no mail server */
  require(): void
  /** Asks about addresses of an account. @param remainingMs until the caller must have its answer */
  askServer(account: string, remainingMs: () => number, trace?: Trace): AskServer
}

/** @param mailboxes undefined while MAILBOX_CHECKS is off */
export function createMailboxCheck({
  mailboxes,
  clock,
}: {
  readonly mailboxes?: Pick<Mailboxes, 'check'> | undefined
  readonly clock: Clock
}): MailboxCheck {
  return {
    require() {
      if (mailboxes) return
      throw invalidAt(
        '/mailbox',
        '`mailbox` cannot be true: this installation does not ask mail servers (MAILBOX_CHECKS is off)',
      )
    },

    askServer: (account, remainingMs, trace) => async (facts, bounces) => {
      const now = clock.now()
      const question = bounces ? undefined : mailboxQuestion(facts, account)
      const said =
        question && mailboxes
          ? mailboxFacts(await mailboxes.check(question, Math.max(0, remainingMs() - MARGIN_MS)), clock.now())
          : notAsked(facts, now)
      trace?.note('mailbox', said.cause === undefined ? said.result : `${said.result}, ${said.cause}`)
      return said
    },
  }
}
