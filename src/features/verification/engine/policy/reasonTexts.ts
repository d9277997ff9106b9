// Every reason: whether it allows, reviews or denies (`category`), what it means, what to do, and its source.
import type { ReasonCode, ReasonText } from './reasonCodes.js'

const OWN_LISTS = 'mailproof, its lists of domains; each entry names the list it comes from'
const OPERATOR_LISTS = "mailproof, its operator's own lists (LISTS_ALLOW_FILE and LISTS_DENY_FILE)"
const OWN_PATTERNS = 'mailproof, the pattern rules of the verdict engine'

const SYNTAX: ReasonText = {
  category: 'deny',
  sentence: 'The text is not an email address.',
  visitor: 'This is not a complete email address. Please check it.',
  explanation:
    'Mail servers have one grammar for addresses, and this text does not follow it: the @ may be missing, a dot or ' +
    'a quote may be misplaced, a part may be too long, or there may be a space or an invisible character. No server ' +
    'would accept it, so nothing was looked up. Show the text to the person who typed it and ask for a correction; ' +
    'trim spaces before you send it here.',
  source: 'RFC 5321 sections 4.1.2, 4.1.3 and 4.5.3.1; RFC 6531 section 3.3; UTS #46',
}

const NO_RECORDS: ReasonText = {
  category: 'deny',
  sentence: 'The domain does not exist, or has no DNS records for receiving mail.',
  visitor: 'This domain does not receive mail. Please check what follows the @.',
  explanation:
    'DNS answered for certain that there is neither an MX record nor an address record for this domain. Mail to it ' +
    'bounces immediately. Most often the domain is mistyped; look at the suggested correction, where there is one. If ' +
    'the domain is yours, publish an MX record.',
  source: 'RFC 5321 section 5.1',
}

const NO_TARGET: ReasonText = {
  category: 'deny',
  sentence: 'The domain names no mail server that can be reached.',
  visitor: 'This domain does not receive mail. Please check what follows the @.',
  explanation:
    'The domain is in DNS, but none of its mail servers has an address on the public internet: the names in its MX ' +
    'records do not resolve, or lead to private, loopback or otherwise unusable addresses, as an IP address in ' +
    'brackets may. Mail to it cannot be delivered. If the domain is yours, let its MX records name a host with a public address.',
  source: 'RFC 5321 section 5.1; RFC 6890 for addresses that are not public',
}

const unresolved = (what: string): ReasonText => ({
  category: 'review',
  sentence: `The DNS lookup of the domain's mail servers failed: ${what}.`,
  visitor: 'We could not check this address just now. Please check the spelling.',
  explanation:
    `The look-up could not be finished, because ${what}. This says nothing about the address: the fault is ` +
    'usually brief and on the way, not in the mailbox. Accept the address for now or keep it aside, and ask again ' +
    'after a minute: the result is not cached, and a result that DNS could not confirm is not charged.',
  source: 'RFC 5321 section 5.1: a temporary DNS error is not an answer',
})

/** The text of every reason; `reasonCodes.ts` says which API uses which. */
export const REASON_TEXTS: Readonly<Record<ReasonCode, ReasonText>> = {
  syntax: SYNTAX,
  syntax_invalid: SYNTAX,
  dns: NO_RECORDS,
  no_records: NO_RECORDS,
  mx: NO_TARGET,
  mx_absent: NO_TARGET,
  null_mx: {
    category: 'deny',
    sentence: 'The domain declares that it accepts no mail.',
    visitor: 'This domain does not receive mail. Please use another address.',
    explanation:
      'The only MX record of the domain is the null MX, a single dot: its owner says that no address there can ' +
      'receive mail. Such domains are often parked, or used for a web site only. Ask for another address.',
    source: 'RFC 7505',
  },
  reserved_domain: {
    category: 'deny',
    sentence: 'The domain is reserved and never receives mail.',
    visitor: 'This domain never receives mail. Please use another address.',
    explanation:
      'Names such as example.com, .test, .localhost, .local or .onion are set aside for documentation, tests or ' +
      'networks that public mail cannot enter. DNS was not queried. In your own tests, use a sandbox key; ask a ' +
      'person for a real address.',
    source: "RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476 and IANA's special-use domain names",
  },
  disposable: {
    category: 'deny',
    sentence: 'The domain belongs to a service for throw-away mailboxes.',
    visitor: 'Please use a permanent address, so that we can reach you.',
    explanation:
      'The domain, or a parent of it, is on a list of services that hand out mailboxes for minutes or without a ' +
      'password. Anyone may read mail sent there, and the owner soon will not. Ask for a permanent address; accept ' +
      'this one where you only need to reach the person once.',
    source: OWN_LISTS,
  },
  blackhole_mx: {
    category: 'deny',
    sentence: 'The only mail server of the domain is known to discard mail.',
    visitor: 'This domain does not deliver mail. Please use another address.',
    explanation:
      'The domain has one MX record, and its host takes mail for very many parked or mistyped domains, or says by its ' +
      'name that it discards mail. A message is accepted and no person sees it; some of these hosts record who sends to ' +
      'them. Ask for another address. If the domain is yours, publish the MX record of your mail service, or a null MX.',
    source:
      'mailproof, its list of mail hosts; Szurdi and Christin, Email Typosquatting, IMC 2017; RFC 7505 for the null MX',
  },
  known_bounce: {
    category: 'deny',
    sentence: 'Mail to this address has bounced before.',
    visitor: 'Mail to this address does not arrive. Please use another address.',
    explanation:
      'Your account reported with POST /v1/outcomes that mail to this very address bounced for good, less than 180 days ago, and ' +
      'nothing has arrived there since. The domain receives mail, but the mailbox does not exist, or is closed. Ask for ' +
      'another address. If the address works again, report that mail was delivered. No other account sees this.',
    source: 'Outcomes that your account reported; RFC 3463 section 3.2 for bounces that are permanent',
  },
  no_such_mailbox: {
    category: 'deny',
    sentence: 'The mail server says that there is no such mailbox, or that it is closed.',
    visitor: 'There is no such mailbox. Please check what precedes the @.',
    explanation:
      'Because you asked for it with `mailbox`, the mail server of the domain was asked, and it refused this very recipient for ' +
      'good: the mailbox does not exist, or is disabled. Mail to it would bounce; nothing was sent. Only such a refusal counts: a ' +
      'server that is busy, greylists or refuses this installation leaves the verdict as it is. Ask for a correction. The code ' +
      'that the server answered is in `metadata.mailbox` of v1.',
    source: 'RFC 5321 section 4.2.3; RFC 3463 sections 3.2 and 3.3 (5.1.1, 5.1.10, 5.2.1)',
  },
  mailbox_full: {
    category: 'review',
    sentence: 'The mail server says that the mailbox is full.',
    visitor: 'This mailbox is full and receives no mail at present. Please use another address.',
    explanation:
      'Because you asked for it with `mailbox`, the mail server of the domain was asked, and it said that the mailbox exists but is over ' +
      'its quota. Mail bounces until its owner makes room; many full mailboxes are abandoned. The status in v1 stays as DNS gave it.',
    source: 'RFC 3463 section 3.3 (X.2.2)',
  },
  accept_all: {
    category: 'allow',
    sentence: 'The mail server accepts every address of the domain, so it does not say whether this mailbox exists.',
    visitor: 'The address looks good.',
    explanation:
      'Because you asked for it with `mailbox`, the mail server of the domain was asked. It accepted this address, and also one that cannot ' +
      'exist: it sorts out unknown recipients later, or has a mailbox that takes everything. Whether mail reaches a person can only ' +
      'be seen from a reply or a click. Nothing speaks against the address.',
    source: 'RFC 5321 section 3.3: a server may accept a recipient that it cannot deliver to',
  },
  probable_typo: {
    category: 'review',
    sentence: 'The address is probably mistyped.',
    visitor: 'Please check the spelling.',
    explanation:
      'The domain is one slip away from that of a mail provider, or from an ending that exists, repeats or resembles a ' +
      'provider, and did_you_mean has the correction. Mail to a mistyped domain reaches no one, another person, or a spam trap. Show the suggestion as a ' +
      'question and let the person choose: the domain may be right.',
    source: `${OWN_LISTS}; M3AAWG, Help! I Hit a Spam Trap`,
  },
  confusable: {
    category: 'review',
    sentence: 'The address looks like another one, by letters of another script.',
    visitor: 'Please type the address again with the keyboard of one language.',
    explanation:
      'A word of the address mixes scripts, as Cyrillic letters among Latin ones, or the domain looks like that of a known ' +
      'provider, although it is another domain. People who paste such an address are usually deceived, or deceive. Chinese, ' +
      'Japanese and Korean may be mixed with Latin, and a name wholly in one script is no reason.',
    source: 'UTS #39 sections 4 and 5.2; browsers show such domains as A-labels by the same rules',
  },
  impossible_at_provider: {
    category: 'review',
    sentence: 'The provider of the domain gives no mailbox such a name.',
    visitor: 'Please check what stands before the @.',
    explanation:
      'The large providers publish which names they give: Gmail, for one, up to 30 letters, digits and dots. The part before ' +
      'the @ has a character or a length outside these rules, so the mailbox most probably does not exist. It is no denial, ' +
      'because mailboxes from before a rule may differ. Ask the person to check the address.',
    source: 'The rules of the providers, each with its source and date in mailboxRules/providers.ts',
  },
  parked_domain: {
    category: 'review',
    sentence: 'The domain has no MX record and seems to have no mail of its own.',
    visitor: 'Please check what follows the @.',
    explanation:
      'Mail would go to the address of the domain itself. But the name is a public suffix, below which others have their ' +
      'domains, as github.io or co.uk, or its address is that of a host of parked domains. Such hosts seldom take mail, and ' +
      'no person reads it. If the domain is yours, publish an MX record.',
    source: 'RFC 5321 section 5.1; the Public Suffix List; MISP warning list of parking hosts',
  },
  routed_local_part: {
    category: 'review',
    sentence: 'The local part names a route, or is encoded.',
    visitor: 'Please use an address without %, ! or =? before the @.',
    explanation:
      'A % or ! before the @ once told a mail server where to send a message next, as in jane%example.org@relay.example. ' +
      'Servers refuse such routes today, because spammers used them to pass through others. An encoded word (=?…?=) belongs in ' +
      'names, not in addresses; some mail programs decode it and send the message elsewhere. Ask for the address itself.',
    source: 'RFC 1123 section 5.2.16; RFC 5321 appendix F.2; RFC 2047 section 5',
  },
  quoted_local_part: {
    category: 'review',
    sentence: 'The local part is in quotes.',
    visitor: 'Please use an address without quotes.',
    explanation:
      'Quotes allow spaces and other characters before the @. That is valid, but the standard advises receivers against ' +
      'such mailboxes, and many servers and programs refuse them. Ask for another address, or leave out the quotes where ' +
      'nothing needs them.',
    source: 'RFC 5321 section 4.1.2',
  },
  smtputf8_required: {
    category: 'review',
    sentence: 'Mail to the address needs servers that support SMTPUTF8.',
    visitor: 'Please use an address in unaccented Latin letters if you have one.',
    explanation:
      'The part before the @ has letters outside ASCII. Each server on the way has to support SMTPUTF8; many sending ' +
      'services do not, Amazon SES among them, and cannot send to it. Ask for an address in ASCII if yours does not. A domain ' +
      'in another script needs no such support, because it has a form in ASCII.',
    source: 'RFC 6531 section 3.2',
  },
  role_account: {
    category: 'review',
    sentence: 'The address belongs to a function, not to a person.',
    visitor: 'Please use your personal address if you have one.',
    explanation:
      'Names such as info, sales or abuse are read by several people, or by a ticket system, and providers reserve some of ' +
      'them. Mail to a list of such addresses is often reported as spam, because its readers did not subscribe. Accept it ' +
      'where a company may sign up; for a newsletter, ask for the address of a person.',
    source: 'RFC 2142; mailproof, its list of role names',
  },
  temporary: {
    category: 'review',
    sentence: 'The local part says that the mailbox is temporary.',
    visitor: 'Please use an address that you will keep.',
    explanation:
      'The whole part before the @ (and before a +) is a word such as temp, throwaway or trash-mail, possibly with ' +
      'a number. The person who chose it may not intend to keep it, but a word alone proves nothing: a staffing desk is ' +
      'called temp, too. Parts of words and names never match. Ask for the address that the person uses.',
    source: OWN_PATTERNS,
  },
  denied_by_operator: {
    category: 'deny',
    sentence: 'The operator of this service does not accept addresses of this domain.',
    visitor: 'Please use another address.',
    explanation:
      'The domain, one above it or one of its mail servers is on the deny list that the operator of this service keeps. ' +
      'This list outweighs all others, and the lookup of the mail servers too. Ask for an address at another domain. If ' +
      'you are the operator, `debug` of `/v1/verify` shows the entry.',
    source: OPERATOR_LISTS,
  },
  allowed_by_operator: {
    category: 'allow',
    sentence: 'The operator of this service accepts addresses of this domain.',
    visitor: 'This address is accepted.',
    explanation:
      'The domain, one above it or one of its mail servers is on the allow list that the operator of this service keeps. ' +
      'This list outweighs all others, so the address is accepted whatever else was found. Further reasons say what that ' +
      'was. If you are the operator, `debug` of `/v1/verify` shows the entry.',
    source: OPERATOR_LISTS,
  },
  dns_timeout: unresolved('no name server answered in time'),
  dns_error: unresolved('a server failed or refused, or many hosts had no address'),
  address_literal: {
    category: 'review',
    sentence: 'The domain is an IP address in brackets.',
    visitor: 'Please use an address with a domain name.',
    explanation:
      'Addresses such as ada@[192.0.2.1] are valid, but name a machine instead of a domain. Few servers accept them ' +
      'today and people hardly ever have one; tests and abuse do. Ask for an address with a domain name, unless you ' +
      'know the sender.',
    source: 'RFC 5321 section 4.1.3',
  },
  privacy_relay: {
    category: 'allow',
    sentence: 'The address is an alias of a privacy relay.',
    visitor: 'We will send mail to your alias.',
    explanation:
      'Services such as Firefox Relay, DuckDuckGo or Apple forward this address to a mailbox that a real person ' +
      'keeps. Mail arrives and is read, so the address is allowed: it is not disposable, and refusing it loses a customer ' +
      'who guards an address. It may be switched off, and one person may have many: decide by this reason where one ' +
      'account per person matters.',
    source: OWN_LISTS,
  },
  developer_test: {
    category: 'review',
    sentence: 'The address looks like one made for a test.',
    visitor: 'Please use the address that you read.',
    explanation:
      'The part before the @, or its + tag, is a word that developers and testers use, such as test, qa, foobar or ' +
      'asdf. Often nobody waits for the mail. Let such a sign-up through in a test system; in production, look at it ' +
      'or confirm the address by mail.',
    source: OWN_PATTERNS,
  },
  development_env: {
    category: 'review',
    sentence: 'The domain is that of a development or test system.',
    visitor: 'Please use the address that you read.',
    explanation:
      'A label of the domain, left of the part that is registered, is the name of an environment such as dev, staging ' +
      'or sandbox, or the name exists only in private networks. Mail there seldom reaches a person. If it came from ' +
      'your own systems, check which environment wrote it.',
    source: OWN_PATTERNS,
  },
  ci_cd: {
    category: 'review',
    sentence: 'The address belongs to a build service or a robot.',
    visitor: 'Please use the address of a person.',
    explanation:
      'The part before the @, or its + tag, is the name of a build system or of its robot, such as jenkins, ' +
      'github-actions or dependabot. It writes commits and reports, and reads no mail. Keep it out of lists for ' +
      'people.',
    source: OWN_PATTERNS,
  },
  system_email: {
    category: 'review',
    sentence: 'The address belongs to a system, not to a person.',
    visitor: 'Please use the address of a person.',
    explanation:
      'The part before the @ is one that programs use, such as noreply, mailer-daemon, bounces or root, a return path ' +
      '(SRS, BATV), or that runs the mail system itself, such as postmaster. Nobody signs up with it. Ask for the address of a person.',
    source: `${OWN_PATTERNS}; RFC 2142 for postmaster`,
  },
  implicit_mx: {
    category: 'allow',
    sentence: 'The domain has no MX record; mail goes to the address of the domain itself.',
    visitor: 'We will send you a message to confirm this address.',
    explanation:
      'Without an MX record, senders try the host that the domain itself names. That is valid and works for some ' +
      'small domains, but a web server without mail looks the same. If the domain is yours, publish an MX record: ' +
      'some senders insist on one.',
    source: 'RFC 5321 section 5.1',
  },
  plus_addressing: {
    category: 'allow',
    sentence: 'The address has a + tag.',
    visitor: 'We will send you a message to confirm this address.',
    explanation:
      'What stands between + and @ is a label that the owner of the mailbox added, usually to sort mail or to see ' +
      'who passes the address on. Mail arrives as usual. One mailbox can have any number of tags: compare what stands ' +
      'before the + if one account per person matters.',
    source: 'RFC 5233',
  },
  deliverable: {
    category: 'allow',
    sentence: 'Mail can be delivered to the domain, and no problems were found.',
    visitor: 'We will send you a message to confirm this address.',
    explanation:
      'The address is well formed, its domain has a mail server on the public internet, and no list or pattern ' +
      'matched. Only the receiving server knows whether the mailbox exists. Send a confirmation email to be sure.',
    source: 'RFC 5321 section 5.1',
  },
}
