// What mail servers do that is known from public reports, and what follows about the mailbox.
import type { MailScript } from '../../../testbed/mail/server.js'

/** `unknown`: nothing, or that the server accepts everybody. */
export type Truth = 'exists' | 'does not exist' | 'unknown'

interface Scenario {
  readonly what: string
  readonly script: MailScript
  readonly truth: Truth
  /** Default: ada. */
  readonly local?: string
  /** Names of the exchanges end with it; default: the domain. */
  readonly operator?: string
  /** Nobody listens at the first of two exchanges, or at the only one. */
  readonly closed?: 'first' | 'only'
  /** There is no MX record. */
  readonly implicit?: true
}

const UNKNOWN_USER = '550 5.1.1 <x>: Recipient address rejected: User unknown in virtual mailbox table'
/** Mailboxes that begin with "ada" exist. */
const knows = (unknown: string) => (recipient: string) => (recipient.startsWith('ada') ? '250 2.1.5 Ok' : unknown)
/** Something happens to the mailbox; others are unknown. */
const forAda = (reply: string) => (recipient: string) => (recipient.startsWith('ada') ? reply : UNKNOWN_USER)

export const SCENARIOS: readonly Scenario[] = [
  { what: 'accepts the mailbox, refuses others', script: { rcpt: knows(UNKNOWN_USER) }, truth: 'exists' },
  { what: 'refuses the mailbox: 550 5.1.1', script: { rcpt: () => UNKNOWN_USER }, truth: 'does not exist' },
  {
    what: 'refuses it as Outlook.com does: 550 5.5.0 (S2017062302)',
    script: { rcpt: () => '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).' },
    truth: 'does not exist',
    operator: 'olc.protection.outlook.com',
  },
  {
    what: 'says that the account is disabled: 550 5.2.1',
    script: { rcpt: forAda('550 5.2.1 The email account that you tried to reach is disabled.') },
    truth: 'does not exist',
  },
  { what: 'accepts everybody', script: {}, truth: 'unknown' },
  { what: 'accepts everybody, and is of Yahoo', script: {}, truth: 'unknown', operator: 'mail.am0.yahoodns.net' },
  {
    what: 'greylists everybody',
    script: { rcpt: () => '450 4.2.0 Recipient address rejected: Greylisted' },
    truth: 'unknown',
  },
  {
    what: 'greylists who exists, refuses others (postgrey after the check)',
    script: { rcpt: forAda('450 4.2.0 Recipient address rejected: Greylisted') },
    truth: 'unknown',
  },
  {
    what: 'has a temporary error: 451 4.3.0',
    script: { rcpt: forAda('451 4.3.0 Temporary lookup failure') },
    truth: 'unknown',
  },
  {
    what: 'says that the mailbox is full: 452 4.2.2',
    script: { rcpt: forAda('452 4.2.2 The email account that you tried to reach is over quota') },
    truth: 'unknown',
  },
  {
    what: 'says that it gets too much mail: 450 4.2.1',
    script: { rcpt: forAda('450 4.2.1 The user you are trying to contact is receiving mail too quickly') },
    truth: 'unknown',
  },
  {
    what: 'takes one recipient: 452 4.5.3 Too many recipients',
    script: { rcpt: (_, count) => (count > 0 ? '452 4.5.3 Too many recipients' : '250 2.1.5 Ok') },
    truth: 'unknown',
  },
  {
    what: 'blocks the client at RCPT: 550 5.7.1 Spamhaus',
    script: { rcpt: () => '550 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org' },
    truth: 'unknown',
  },
  {
    what: 'blocks the client at MAIL: 554 5.7.1',
    script: { mail: '554 5.7.1 Client host rejected: cannot find your reverse hostname' },
    truth: 'unknown',
  },
  { what: 'blocks the client at once: 554', script: { greeting: '554 5.7.1 No SMTP service here' }, truth: 'unknown' },
  {
    what: 'denies relay: 550 5.7.1',
    script: { rcpt: () => '550 5.7.1 Relaying denied' },
    truth: 'unknown',
  },
  { what: 'refuses without a reason: 550', script: { rcpt: () => '550 Rejected' }, truth: 'unknown' },
  { what: 'has too many connections: 421', script: { greeting: '421 4.7.0 Too many connections' }, truth: 'unknown' },
  { what: 'hangs up after MAIL', script: { mail: (socket) => void socket.end() }, truth: 'unknown' },
  { what: 'cannot be reached', script: {}, truth: 'unknown', closed: 'only' },
  { what: 'never greets', script: { greeting: () => undefined }, truth: 'unknown' },
  {
    what: 'is the second one, the first cannot be reached',
    script: { rcpt: knows(UNKNOWN_USER) },
    truth: 'exists',
    closed: 'first',
  },
  {
    what: 'knows only HELO',
    script: { ehlo: '502 5.5.1 Unrecognized command', rcpt: knows(UNKNOWN_USER) },
    truth: 'exists',
  },
  { what: 'has no MX record', script: { rcpt: knows(UNKNOWN_USER) }, truth: 'exists', implicit: true },
  {
    what: 'repeats the words of the address: ada-does-not-exist',
    script: {
      rcpt: (recipient) =>
        recipient.startsWith('ada') ? `450 4.3.0 <${recipient}>: try again later` : `${UNKNOWN_USER} <${recipient}>`,
    },
    truth: 'unknown',
    local: 'ada-does-not-exist',
  },
]
