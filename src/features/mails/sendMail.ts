// The job that sends the mail about one subject.
import { newSystemActor } from '../../kernel/actor.js'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { monthOf } from '../../kernel/months.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import { type Mailer, MailRefused } from '../../kernel/ports/mailer.js'
import { MINUTE_MS } from '../../kernel/time.js'
import type { Accounts } from '../accounts/index.js'
import type { Verification } from '../verification/index.js'
import type { AskForLink } from './askForLink.js'
import type { CountLink } from './countLink.js'
import { confirmationLetter, type Letter, quotaLetter } from './letters.js'
import type { MailRecord, MailRecords } from './records.js'
import { parseSubject, type Subject } from './subjects.js'

/** Pauses after failed attempts, the last one repeated: about three days in all. */
const PAUSES_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * MINUTE_MS)
const MAX_ATTEMPTS = 28

export interface SendMailDependencies {
  readonly accounts: Pick<Accounts, 'getContact'>
  readonly verification: Pick<Verification, 'getLimitUse'>
  readonly mailer: Mailer
  readonly countLink: CountLink
  readonly askForLink: AskForLink
  readonly records: MailRecords
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl: string
  readonly clock: Clock
  readonly log: Log
}

/** A mail that is due. */
interface Due extends Letter {
  readonly to: string
  /** What it tells of, different for each mail about the subject. */
  readonly what: string
}

/**
 * Sends what is due about a subject at the time of the run: the account's last link, or the highest percentage of the month
 * that is used. The mail is recorded once the server has taken it; one that is sent again, because the process died in
 * between, has the same Message-ID. Nothing but the link is sent to an address that is not confirmed.
 */
export function createSendMail(dependencies: SendMailDependencies): JobHandler {
  const { accounts, verification, mailer, countLink, askForLink, records, baseUrl, clock, log } = dependencies

  return async (key) => {
    const subject = parseSubject(key)
    if (!subject) return undefined
    const record = await records.get(key)
    const due = subject.kind === 'confirmation' ? await dueLink(subject.account, record) : await dueNotice(subject)
    if (!due || due.what === record?.done) return undefined
    const { what, ...mail } = due
    const owner = subject.account
    const failed = record?.trying?.what === what ? record.trying.failed : 0
    try {
      await mailer.send({ ...mail, id: `${key}.${what}` })
    } catch (error) {
      const isOver = error instanceof MailRefused || failed + 1 >= MAX_ATTEMPTS
      const outcome = isOver ? 'was given up' : 'could not be sent yet'
      log.warn({ error, account: owner, mail: subject.kind }, `mail to the owner of an account ${outcome}`)
      if (!isOver) {
        const trying = { what, failed: failed + 1 }
        await records.put(key, { owner, done: record?.done ?? '', trying }, clock.now())
        return { again: clock.now() + (PAUSES_MS[failed] ?? PAUSES_MS.at(-1)!) }
      }
    }
    await records.put(key, { owner, done: what }, clock.now())
    return undefined
  }

  async function dueLink(account: string, record: MailRecord | undefined): Promise<Due | undefined> {
    const contact = await accounts.getContact(account)
    if (!contact?.link) return undefined
    const { email: to, link } = contact
    const what = link.request
    const isCounted = !link.withAccount || record?.done === what || record?.trying?.what === what
    if (!isCounted && !(await countLink(to)).allowed) return undefined
    return { to, what, ...confirmationLetter({ account, baseUrl }, link) }
  }

  async function dueNotice({ account, month }: Extract<Subject, { kind: 'quota' }>): Promise<Due | undefined> {
    if (month !== monthOf(clock.now())) return undefined
    const use = await verification.getLimitUse(account, month)
    const contact = use && (await accounts.getContact(account))
    if (contact?.status === 'unasked') await askForLink(account, contact, newSystemActor())
    if (contact?.status !== 'confirmed') return undefined
    return { to: contact.email, what: String(use!.percent), ...quotaLetter({ account, baseUrl }, use!) }
  }
}
