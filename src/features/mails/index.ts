/**
 * Mail to owners of accounts, where the operator has configured a mail server: the link that confirms an address, and how
 * much of the month's quota is used. Other rooms see what is declared here.
 */
import type { Reactor } from '../../eventing/reactor.js'
import type { CollectionDefinition } from '../../kernel/ports/documentStore.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import { type AskForLinkDependencies, createAskForLink } from './askForLink.js'
import { type CountLinkDependencies, createCountLink } from './countLink.js'
import { createReactor } from './reactor.js'
import { createMailRecords, MAILS } from './records.js'
import { createRequestLink, type RequestLink } from './requestLink.js'
import { createSendMail, type SendMailDependencies } from './sendMail.js'

export interface Mails {
  /** Enqueues the mail that events make due. Idempotent. */
  readonly reactor: Reactor
  /** Handler of the job `SEND_MAIL`. A process that is killed may send a mail twice, with the same Message-ID. */
  readonly sendMail: JobHandler
  /**
   * Any caller; nothing is sent for a sandbox key. Idempotent once the address is confirmed: `already_confirmed`.
   * @throws Failure RATE_LIMIT_EXCEEDED
   */
  readonly requestLink: RequestLink
  /** For a regular job. Idempotent. */
  sweepMails(): Promise<void>
}

export type MailsDependencies = Omit<SendMailDependencies, 'records' | 'countLink' | 'askForLink'> &
  Omit<AskForLinkDependencies, 'countLink'> &
  CountLinkDependencies &
  Parameters<typeof createMailRecords>[0] &
  Parameters<typeof createReactor>[0]

export function createMails(given: MailsDependencies): Mails {
  const records = createMailRecords(given)
  const countLink = createCountLink(given)
  const dependencies = { ...given, countLink, askForLink: createAskForLink({ ...given, countLink }) }
  return {
    reactor: createReactor(dependencies) as Reactor,
    sendMail: createSendMail({ ...dependencies, records }),
    requestLink: createRequestLink(dependencies),
    sweepMails: () => records.expire(dependencies.clock.now()),
  }
}

/** Deletes what is recorded about mail to the owner of an erased account. */
export const createForgetMails = (
  dependencies: Parameters<typeof createMailRecords>[0],
): ((account: string) => Promise<void>) => createMailRecords(dependencies).forget

/** Collections of operational records, which are not in the log. */
export const mailCollections: readonly CollectionDefinition[] = [MAILS]

export { requestLinkWithoutMail } from './requestLink.js'
export { SEND_MAIL } from './subjects.js'
