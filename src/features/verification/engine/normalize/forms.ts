/** The forms of an address that lead to one mailbox at a provider, by its own documentation as of November 2026. */
export interface ProviderForms {
  /** The domain under which the provider's other domains have the same mailboxes. */
  readonly domain?: string
  /** A separator of tags besides `+`. */
  readonly tag?: string
  /** Characters that the provider ignores. */
  readonly ignored?: RegExp
  /** A character that counts as another. */
  readonly alike?: readonly [from: string, to: string]
  /** Mail to any local part at `<user>.<domain>` reaches the user. */
  readonly subdomains?: true
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Google, "Dots don't matter in Gmail addresses" (support.google.com/mail/answer/7436150). */
const GMAIL: ProviderForms = { domain: 'gmail.com', ignored: /\./g }

/**
 * Yahoo, disposable addresses `<base>-<keyword>` (help.yahoo.com, AddressGuard; US patent application 2006/0041621).
 * Dots are significant.
 */
const YAHOO: ProviderForms = { tag: '-' }

/** Apple, "About your @icloud.com, @me.com, and @mac.com email addresses" (support.apple.com/118230). */
const ICLOUD: ProviderForms = { domain: 'icloud.com' }

/**
 * Proton, "Addresses and aliases" (proton.me/support/addresses-and-aliases) for the domains; `removeEmailAlias` in its
 * own clients (github.com/ProtonMail/WebClients) for the characters.
 */
const PROTON: ProviderForms = { domain: 'proton.me', ignored: /[._-]/g }

/** Yandex Mail: a login has its mailbox at all domains, and may be written with a dot or a hyphen (yandex.com/support/id). */
const YANDEX: ProviderForms = { domain: 'yandex.ru', alike: ['.', '-'] }

/** Fastmail, "Plus addressing and subdomain addressing" (fastmail.help/hc/en-us/articles/360060591053). */
const FASTMAIL: ProviderForms = { subdomains: true }

const YAHOO_DOMAINS = words(`
  yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.co.in yahoo.co.id
  yahoo.com.br yahoo.com.au yahoo.com.mx yahoo.com.ar yahoo.com.ph yahoo.com.sg yahoo.com.my yahoo.com.hk
  yahoo.com.tw yahoo.com.vn yahoo.com.tr yahoo.com.co yahoo.com.pe yahoo.com.ve yahoo.cl yahoo.co.nz yahoo.co.za
  yahoo.co.th yahoo.co.kr yahoo.co.il yahoo.com.cn yahoo.cn yahoo.gr yahoo.ie yahoo.ro yahoo.se yahoo.no yahoo.dk
  yahoo.pl yahoo.pt yahoo.nl yahoo.be yahoo.at yahoo.ch yahoo.cz yahoo.fi yahoo.hu yahoo.bg yahoo.hr yahoo.lt
  yahoo.lv yahoo.ee yahoo.si yahoo.sk yahoo.rs yahoo.com.ua yahoo.ae ymail.com rocketmail.com myyahoo.com
  y7mail.com yahoomail.com
`)

const FASTMAIL_DOMAINS = words(`
  fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.us fastmail.name fastmail.ca fastmail.cn
  fastmail.co.uk fastmail.com.au fastmail.de fastmail.es fastmail.im fastmail.in fastmail.jp fastmail.mx
  fastmail.nl fastmail.se fastmail.to fastmail.tw fastmail.uk fastmailbox.net fastemail.us fastest.cc
  fastimap.com fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com f-m.fm ftml.net 123mail.org
  150mail.com 150ml.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net bestmail.us
  cluemail.com elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org
  emailuser.net eml.cc fast-email.com fast-mail.org hailmail.net imap-mail.com imap.cc imapmail.org inoutbox.com
  internet-e-mail.com internet-mail.org internetemails.net internetmailing.net jetemail.net justemail.net
  letterboxes.org mail-central.com mail-page.com mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com
  mailforce.net mailftp.com mailhaven.com mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net
  mailservice.ms mailup.net mailworks.org ml1.net mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net
  petml.com postinbox.com postpro.net proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info
  rushpost.com sent.as sent.at sent.com speedpost.net speedymail.org ssl-mail.com swift-mail.com the-fastest.net
  the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net warpmail.net xsmail.com yepmail.net
  your-mail.com
`)

const formsOf = (forms: ProviderForms, domains: readonly string[]) => domains.map((domain) => [domain, forms] as const)

/** By domain. At the others, as at Outlook.com, dots are significant and only `+` starts a tag. */
export const PROVIDER_FORMS: ReadonlyMap<string, ProviderForms> = new Map([
  ...formsOf(GMAIL, ['gmail.com', 'googlemail.com']),
  ...formsOf(YAHOO, YAHOO_DOMAINS),
  ...formsOf(ICLOUD, ['icloud.com', 'me.com', 'mac.com']),
  ...formsOf(PROTON, ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me']),
  ...formsOf(YANDEX, ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'ya.ru']),
  ...formsOf(FASTMAIL, FASTMAIL_DOMAINS),
])
