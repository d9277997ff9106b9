/** The names that a provider gives to mailboxes. Older mailboxes may differ, so no rule denies an address. */
export interface MailboxRule {
  /** The provider, as the list of providers names it. */
  readonly provider: string
  /** Its domains with this rule; all if absent. */
  readonly domains?: readonly string[]
  /** In lower case. */
  readonly form: RegExp
  /** Names of another kind, such as telephone numbers, of any length. */
  readonly also?: RegExp
  /** Bounds of the length, inclusive. */
  readonly shortest: number
  readonly longest: number
  /** A character that does not count. */
  readonly uncounted?: string
  /** Where the rule is published. */
  readonly source: string
  /** As of when the rule is known: year and month. The forms of providers change without notice. */
  readonly asOf: string
}

/** Letters, digits, dot, underscore and hyphen, where the provider's older mailboxes keep to no stricter form. */
const PLAIN = /^[a-z0-9][a-z0-9._-]*$/

const RULES: readonly MailboxRule[] = [
  {
    provider: 'gmail',
    form: /^[a-z0-9]+(?:\.[a-z0-9]+)*$/,
    // The rule says 6, but mailboxes from before it have three to five.
    shortest: 3,
    longest: 30,
    uncounted: '.',
    source: 'Google, "Create a username" (support.google.com/mail/answer/9211434)',
    asOf: '2026-11',
  },
  {
    provider: 'outlook',
    form: /^[a-z0-9_][a-z0-9._-]*$/,
    shortest: 1,
    longest: 64,
    source: 'Microsoft, the form for a new account (signup.live.com); Mailgun flanker, plugins/hotmail.py',
    asOf: '2026-11',
  },
  {
    provider: 'yahoo',
    // One dot at most; behind a hyphen, the keyword of a disposable address. Names of any age have 32 characters at most.
    form: /^(?!.*\..*\.)[a-z0-9][a-z0-9._]{0,31}(?:-[a-z0-9._-]{0,32})?$/,
    // The rule says 4, but older mailboxes have three.
    shortest: 3,
    longest: 65,
    source: 'Yahoo, the form for a new account (login.yahoo.com/account/create); Mailgun flanker, plugins/yahoo.py',
    asOf: '2026-11',
  },
  {
    provider: 'aol',
    // Screen names begin with a letter, as they always have.
    form: /^[a-z][a-z0-9._-]*$/,
    // The user ID of a CompuServe mailbox: two octal numbers, with a dot for the comma.
    also: /^[0-7]{5,6}\.[0-7]{1,5}$/,
    shortest: 3,
    longest: 32,
    source: 'AOL, the form for a new account (login.aol.com/account/create); Mailgun flanker, plugins/aol.py',
    asOf: '2026-11',
  },
  {
    provider: 'icloud',
    // Hide My Email makes names with hyphens, longer than the 20 characters that people can choose.
    form: PLAIN,
    shortest: 3,
    longest: 64,
    source: 'Apple, "Add and manage email aliases" (iCloud User Guide); Mailgun flanker, plugins/icloud.py',
    asOf: '2026-11',
  },
  {
    provider: 'fastmail',
    // No address at Fastmail's own domains has a hyphen.
    form: /^[a-z0-9][a-z0-9._]*$/,
    shortest: 1,
    longest: 40,
    source: 'Fastmail, "How to change a username" (fastmail.help/hc/en-us/articles/360060590533): dots and hyphens',
    asOf: '2026-11',
  },
  {
    provider: 'proton',
    form: PLAIN,
    shortest: 1,
    longest: 40,
    source: 'Proton, the form for a new account (account.proton.me/signup)',
    asOf: '2026-11',
  },
  {
    provider: 'gmx',
    form: PLAIN,
    shortest: 3,
    longest: 40,
    source: 'GMX, the form for a new account (signup.gmx.com)',
    asOf: '2026-11',
  },
  {
    provider: 'web.de',
    form: PLAIN,
    shortest: 3,
    longest: 40,
    source: 'WEB.DE, the form for a new account (registrierung.web.de)',
    asOf: '2026-11',
  },
  {
    provider: 'yandex',
    form: /^[a-z](?:[.-]?[a-z0-9])*$/,
    // A telephone number is another name of a mailbox.
    also: /^[0-9]{10,15}$/,
    shortest: 1,
    longest: 30,
    source: 'Yandex, the form for a new account (passport.yandex.com/registration)',
    asOf: '2026-11',
  },
  {
    provider: 'mail.ru',
    form: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/,
    shortest: 1,
    longest: 31,
    source: 'Mail.ru, the form for a new account (account.mail.ru/signup)',
    asOf: '2026-11',
  },
  {
    provider: 'qq',
    domains: ['qq.com'],
    form: /^[a-z][a-z0-9._-]*$/,
    // The number of the QQ account.
    also: /^[1-9][0-9]{4,10}$/,
    shortest: 3,
    longest: 18,
    source: 'Tencent, QQ Mail, settings of the English account name (service.mail.qq.com)',
    asOf: '2026-11',
  },
  {
    provider: 'netease',
    domains: ['163.com', '126.com', 'yeah.net'],
    form: /^[a-z][a-z0-9_.-]*$/,
    // A Chinese mobile number.
    also: /^1[0-9]{10}$/,
    shortest: 6,
    longest: 18,
    source: 'NetEase, the form for a new account (mail.163.com): 6 to 18 letters, digits and underscores',
    asOf: '2026-11',
  },
  {
    provider: 'naver',
    form: /^[a-z0-9][a-z0-9_-]*$/,
    shortest: 5,
    longest: 20,
    source: 'Naver, the form for a new account (nid.naver.com): 5 to 20 lower-case letters, digits, _ and -',
    asOf: '2026-11',
  },
]

/** By provider. */
export const MAILBOX_RULES: ReadonlyMap<string, MailboxRule> = new Map(RULES.map((rule) => [rule.provider, rule]))
