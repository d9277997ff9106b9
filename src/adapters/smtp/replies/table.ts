// What replies mean. The first rule that matches applies; each has its source. Its tests are literal replies.
import type { Stage } from '../protocol/session.js'
import {
  BLOCK_TEXT,
  DISABLED_TEXT,
  FULL_TEXT,
  GREYLIST_TEXT,
  PAUSE_TEXT,
  RATE_TEXT,
  RELAY_TEXT,
  RESTRICTED_TEXT,
  UNKNOWN_TEXT,
} from './texts.js'

/** The meaning of one reply. `accepted` is decided by the reply for a recipient that cannot exist. */
export type Meaning =
  | 'accepted'
  | 'no_such_mailbox'
  | 'full'
  | 'disabled'
  | 'greylisted'
  | 'blocked_here'
  | 'rate_limited'
  | 'temporary'
  | 'unverifiable'
  /** This server does not serve the domain now, but another exchange may. */
  | 'elsewhere'

export interface ReplyRule {
  /** Never changes its meaning. */
  readonly id: string
  readonly means: Meaning
  /** Where in a conversation; default: everywhere. */
  readonly at?: readonly Stage[]
  /** Matches the code; default: any. */
  readonly code?: RegExp
  /** Matches the enhanced code, '' if there is none; default: any. */
  readonly enhanced?: RegExp
  /** Matches the text. */
  readonly text?: RegExp
  /** The operator of the exchange; default: any. */
  readonly operator?: string
  readonly source: string
}

/** Increases with each change of the rules. */
export const TABLE_VERSION = 1

const BEFORE_RECIPIENT: readonly Stage[] = ['greeting', 'hello', 'sender']
const AT_RECIPIENT: readonly Stage[] = ['recipient', 'random']

const RFC_5321 = 'RFC 5321 section 4.2.3'
const RFC_3463 = 'RFC 3463 section 3'
const GOOGLE = 'https://support.google.com/a/answer/3726730'
const MICROSOFT =
  'https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online'
const SMTP_CODES = 'https://smtp.codes'
const POSTFIX = 'https://www.postfix.org/postconf.5.html'

export const RULES: readonly ReplyRule[] = [
  // What a server accepts.
  { id: 'accepted', means: 'accepted', at: AT_RECIPIENT, code: /^25[01]$/, source: RFC_5321 },
  { id: 'accepted-unverified', means: 'unverifiable', at: AT_RECIPIENT, code: /^2/, source: `${RFC_5321} (252)` },

  // Greylisting, whatever its code; some servers refuse for good in their code and not in their text.
  {
    id: 'greylisted',
    means: 'greylisted',
    code: /^[45]/,
    text: GREYLIST_TEXT,
    source: 'RFC 6647 section 2; https://postgrey.schweikert.ch',
  },

  // Limits of one mailbox, which say nothing about the client.
  {
    id: 'recipient-rate',
    means: 'temporary',
    at: AT_RECIPIENT,
    text: /(?:user|recipient|account|mailbox).{0,60}(?:receiving|receives) (?:mail|messages) (?:too quickly|at a|at too)/i,
    source: `${GOOGLE} (4.2.1 and 5.2.1)`,
  },
  {
    id: 'recipient-volume',
    means: 'temporary',
    at: AT_RECIPIENT,
    text: /^messages to .{0,80} deferred/i,
    source: `${SMTP_CODES}/icloud (421 4.7.1)`,
  },
  { id: 'full', means: 'full', at: AT_RECIPIENT, enhanced: /^[45]\.2\.2$/, source: `${RFC_3463}.3` },
  {
    id: 'full-text',
    means: 'full',
    at: AT_RECIPIENT,
    enhanced: /^(?:[45]\.[0235]\.\d+|5\.1\.0|)$/,
    text: FULL_TEXT,
    source: `${SMTP_CODES}/552`,
  },

  // Limits of rate.
  {
    id: 'too-many-recipients',
    means: 'rate_limited',
    code: /^[45]/,
    enhanced: /^[45]\.5\.3$/,
    source: `${RFC_3463}.6; https://github.com/reacherhq/check-if-email-exists/issues/569`,
  },
  {
    id: 'microsoft-rate',
    means: 'rate_limited',
    enhanced: /^4\.7\.(?:500|65\d)$/,
    source: `${MICROSOFT} (4.7.650: rate limited because of reputation)`,
  },
  {
    id: 'rate',
    means: 'rate_limited',
    code: /^[45]/,
    text: RATE_TEXT,
    source: `${SMTP_CODES}/421; RFC 5321 section 4.5.3.1.10`,
  },

  // What is temporary.
  {
    id: 'temporarily-blocked',
    means: 'blocked_here',
    code: /^4/,
    text: BLOCK_TEXT,
    source: `${POSTFIX} (reject_unknown_client_hostname: 450 4.7.25)`,
  },
  {
    id: 'pause',
    means: 'greylisted',
    at: ['sender', 'recipient', 'random'],
    code: /^4/,
    text: PAUSE_TEXT,
    source: 'RFC 6647 section 2',
  },
  { id: 'closing', means: 'rate_limited', code: /^421$/, source: `${RFC_5321} (421)` },
  { id: 'temporary', means: 'temporary', code: /^4/, source: RFC_5321 },

  // Permanent, before the recipient: never about the recipient.
  {
    id: 'blocked-at-greeting',
    means: 'blocked_here',
    at: ['greeting'],
    code: /^5/,
    text: BLOCK_TEXT,
    source: 'https://postmaster.gmx.net/en/error-messages (554 No SMTP service, IP address is block listed)',
  },
  { id: 'no-mail-host', means: 'elsewhere', at: ['greeting'], code: /^(?:521|556)$/, source: 'RFC 7504' },
  {
    id: 'no-service',
    means: 'elsewhere',
    at: ['greeting'],
    text: /no (?:smtp|mail) service|not accepting (?:mail|messages|connections)|nullmx|does not accept mail\b/i,
    enhanced: /^(?:5\.3\.2|5\.1\.10|)$/,
    source: 'RFC 5321 section 3.1; RFC 7504',
  },
  {
    id: 'sender-syntax',
    means: 'unverifiable',
    at: ['sender'],
    code: /^(?:50\d|555)$/,
    source: `${RFC_5321} (500 to 504, 555)`,
  },
  {
    id: 'refused-before',
    means: 'blocked_here',
    at: BEFORE_RECIPIENT,
    code: /^[35]/,
    source: 'RFC 5321 section 3.1 and 3.3',
  },

  // Permanent, at the recipient.
  {
    id: 'restricted',
    means: 'unverifiable',
    text: RESTRICTED_TEXT,
    source: `${MICROSOFT} (5.7.1 RESOLVER.RST.AuthRequired, 5.7.133)`,
  },
  {
    id: 'recipient-blocked',
    means: 'disabled',
    enhanced: /^5\.[25]\.[01]$/,
    text: /(?:mailbox|account|compte du destinataire)[^.]{0,30} (?:is|has been|est) (?:blocked|bloqu)/i,
    source: `${SMTP_CODES}/orange (OFR_417)`,
  },
  {
    id: 'yandex-unknown',
    means: 'no_such_mailbox',
    enhanced: /^5\.7\.1$/,
    text: /^no such user!/i,
    operator: 'yandex',
    source: `${SMTP_CODES}/yandex`,
  },
  {
    id: 'blocked',
    means: 'blocked_here',
    text: BLOCK_TEXT,
    source: `${SMTP_CODES}/550; https://github.com/getconversio/email-deep-validator/issues/9`,
  },
  {
    id: 'microsoft-no-object',
    means: 'no_such_mailbox',
    enhanced: /^5\.4\.1$/,
    text: /recipient address rejected: access denied/i,
    operator: 'microsoft',
    source: `${MICROSOFT}/fix-error-code-550-5-4-1 (directory-based edge blocking: the recipient's address is invalid)`,
  },
  {
    id: 'microsoft-consumer',
    means: 'no_such_mailbox',
    text: /mailbox unavailable \(S\d{6,}/i,
    operator: 'microsoft',
    source: 'https://www.spamresource.com/2023/09/microsoft-multiple-types-of-invalid.html',
  },
  { id: 'relay', means: 'unverifiable', text: RELAY_TEXT, source: `${POSTFIX} (reject_unauth_destination)` },
  {
    id: 'policy-and-unknown',
    means: 'unverifiable',
    enhanced: /^5\.7\./,
    text: UNKNOWN_TEXT,
    source: 'a code for policy with the text for an unknown recipient: contradictory',
  },
  {
    id: 'disabled-for-good',
    means: 'disabled',
    enhanced: /^5\.7\.13$/,
    source: 'RFC 5248; IANA SMTP enhanced status codes (X.7.13)',
  },
  { id: 'policy', means: 'blocked_here', enhanced: /^5\.7\./, source: `${RFC_3463}.8` },
  {
    id: 'disabled-text',
    means: 'disabled',
    enhanced: /^(?:5\.[0125]\.\d+|)$/,
    text: DISABLED_TEXT,
    source: `${GOOGLE} (5.2.1)`,
  },
  {
    id: 'unknown-text',
    means: 'no_such_mailbox',
    code: /^5(?:0[13]|11|5[0-4])$/,
    enhanced: /^(?:5\.1\.(?:0|1|6|10)|5\.[025]\.0|5\.2\.1|5\.1\.351|)$/,
    text: UNKNOWN_TEXT,
    source: `${POSTFIX} (unknown_local_recipient_reject_code); ${SMTP_CODES}/550`,
  },
  {
    id: 'unknown',
    means: 'no_such_mailbox',
    code: /^5/,
    enhanced: /^5\.1\.(?:1|10)$/,
    source: `${RFC_3463}.2; RFC 7505 section 5 for 5.1.10 of domains`,
  },
  { id: 'disabled', means: 'disabled', code: /^5/, enhanced: /^5\.2\.1$/, source: `${RFC_3463}.3` },
  {
    id: 'unavailable-at-united-internet',
    means: 'no_such_mailbox',
    code: /^550$/,
    text: /requested action not taken: mailbox unavailable/i,
    operator: 'united_internet',
    source: 'https://postmaster.gmx.net/en/error-messages',
  },
  { id: 'refused', means: 'unverifiable', source: RFC_5321 },
]
