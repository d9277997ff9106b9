import type { ReasonCode, ReasonText } from './reasonCodes.js'

const OWN_LISTS = 'mailproof, its lists of domains; each entry names the list it comes from'
const OPERATOR_LISTS = "mailproof, its operator's own lists (LISTS_ALLOW_FILE and LISTS_DENY_FILE)"
const OWN_PATTERNS = 'mailproof, the pattern rules of the verdict engine'

const SYNTAX: ReasonText = {
  category: 'deny',
  sentence: 'The text is not an email address.',
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
  explanation:
    'DNS answered for certain that there is neither an MX record nor an address record for this domain. Mail to it ' +
    'bounces immediately. Most often the domain is mistyped; look at the suggested correction, where there is one. If ' +
    'the domain is yours, publish an MX record.',
  source: 'RFC 5321 section 5.1',
}

const NO_TARGET: ReasonText = {
  category: 'deny',
  sentence: 'The domain names no mail server that can be reached.',
  explanation:
    'The domain is in DNS, but none of its mail servers has an address on the public internet: the names in its MX ' +
    'records do not resolve, or lead to private, loopback or otherwise unusable addresses, as an IP address in ' +
    'brackets may. Mail to it cannot be delivered. If the domain is yours, let its MX records name a host with a public address.',
  source: 'RFC 5321 section 5.1; RFC 6890 for addresses that are not public',
}

const unresolved = (what: string): ReasonText => ({
  category: 'review',
  sentence: `The DNS lookup of the domain's mail servers failed: ${what}.`,
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
    explanation:
      'The only MX record of the domain is the null MX, a single dot: its owner says that no address there can ' +
      'receive mail. Such domains are often parked, or used for a web site only. Ask for another address.',
    source: 'RFC 7505',
  },
  reserved_domain: {
    category: 'deny',
    sentence: 'The domain is reserved and never receives mail.',
    explanation:
      'Names such as example.com, .test, .localhost, .local or .onion are set aside for documentation, tests or ' +
      'networks that public mail cannot enter. DNS was not queried. In your own tests, use a sandbox key; ask a ' +
      'person for a real address.',
    source: "RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476 and IANA's special-use domain names",
  },
  disposable: {
    category: 'deny',
    sentence: 'The domain belongs to a service for throw-away mailboxes.',
    explanation:
      'The domain, or a parent of it, is on a list of services that hand out mailboxes for minutes or without a ' +
      'password. Anyone may read mail sent there, and the owner soon will not. Ask for a permanent address; accept ' +
      'this one where you only need to reach the person once.',
    source: OWN_LISTS,
  },
  temporary: {
    category: 'deny',
    sentence: 'The local part says that the mailbox is temporary.',
    explanation:
      'The whole part before the @ (and before a +) is a word such as temp, throwaway or trash-mail, possibly with ' +
      'a number. The person who chose it does not intend to keep it. Parts of words and names never match. Ask for the ' +
      'address that the person uses, or decide by the signal yourself if your users have such mailboxes.',
    source: OWN_PATTERNS,
  },
  denied_by_operator: {
    category: 'deny',
    sentence: 'The operator of this service does not accept addresses of this domain.',
    explanation:
      'The domain, one above it or one of its mail servers is on the deny list that the operator of this service keeps. ' +
      'This list outweighs all others, and the lookup of the mail servers too. Ask for an address at another domain. If ' +
      'you are the operator, `debug` of `/v1/verify` shows the entry.',
    source: OPERATOR_LISTS,
  },
  allowed_by_operator: {
    category: 'allow',
    sentence: 'The operator of this service accepts addresses of this domain.',
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
    explanation:
      'Addresses such as ada@[192.0.2.1] are valid, but name a machine instead of a domain. Few servers accept them ' +
      'today and people hardly ever have one; tests and abuse do. Ask for an address with a domain name, unless you ' +
      'know the sender.',
    source: 'RFC 5321 section 4.1.3',
  },
  privacy_relay: {
    category: 'review',
    sentence: 'The address is an alias of a privacy relay.',
    explanation:
      'Services such as Firefox Relay, DuckDuckGo or Apple forward this address to a mailbox that a real person ' +
      'keeps. It is not disposable, but it may be switched off, and one person may have many. Accept it where you ' +
      'respect that wish; review it where one account per person matters.',
    source: OWN_LISTS,
  },
  developer_test: {
    category: 'review',
    sentence: 'The address looks like one made for a test.',
    explanation:
      'The part before the @, or its + tag, is a word that developers and testers use, such as test, qa, foobar or ' +
      'asdf. Often nobody waits for the mail. Let such a sign-up through in a test system; in production, look at it ' +
      'or confirm the address by mail.',
    source: OWN_PATTERNS,
  },
  development_env: {
    category: 'review',
    sentence: 'The domain is that of a development or test system.',
    explanation:
      'A label of the domain, left of the part that is registered, is the name of an environment such as dev, staging ' +
      'or sandbox, or the name exists only in private networks. Mail there seldom reaches a person. If it came from ' +
      'your own systems, check which environment wrote it.',
    source: OWN_PATTERNS,
  },
  ci_cd: {
    category: 'review',
    sentence: 'The address belongs to a build service or a robot.',
    explanation:
      'The part before the @, or its + tag, is the name of a build system or of its robot, such as jenkins, ' +
      'github-actions or dependabot. It writes commits and reports, and reads no mail. Keep it out of lists for ' +
      'people.',
    source: OWN_PATTERNS,
  },
  system_email: {
    category: 'review',
    sentence: 'The address belongs to a system, not to a person.',
    explanation:
      'The part before the @ is one that programs use, such as noreply, mailer-daemon, bounces or root, or that runs ' +
      'the mail system itself, such as postmaster. Nobody signs up with it. Ask for the address of a person.',
    source: `${OWN_PATTERNS}; RFC 2142 for postmaster`,
  },
  implicit_mx: {
    category: 'allow',
    sentence: 'The domain has no MX record; mail goes to the address of the domain itself.',
    explanation:
      'Without an MX record, senders try the host that the domain itself names. That is valid and works for some ' +
      'small domains, but a web server without mail looks the same. If the domain is yours, publish an MX record: ' +
      'some senders insist on one.',
    source: 'RFC 5321 section 5.1',
  },
  plus_addressing: {
    category: 'allow',
    sentence: 'The address has a + tag.',
    explanation:
      'What stands between + and @ is a label that the owner of the mailbox added, usually to sort mail or to see ' +
      'who passes the address on. Mail arrives as usual. One mailbox can have any number of tags: compare what stands ' +
      'before the + if one account per person matters.',
    source: 'RFC 5233',
  },
  deliverable: {
    category: 'allow',
    sentence: 'Mail can be delivered to the domain, and no problems were found.',
    explanation:
      'The address is well formed, its domain has a mail server on the public internet, and no list or pattern ' +
      'matched. Only the receiving server knows whether the mailbox exists. Send a confirmation email to be sure.',
    source: 'RFC 5321 section 5.1',
  },
}
