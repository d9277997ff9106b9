// Addresses of the test zone with the verdicts of both APIs.

/** The expected results of both APIs for an address; omitted ones are false or empty. */
export interface VerdictCase {
  readonly email: string
  /** What is special about it, in a few words. */
  readonly because: string
  /** v1: `valid`, `unknown`, `fallback` (valid by the known-valid safeguard), or the reason for which it is invalid. */
  readonly v1: 'valid' | 'unknown' | 'fallback' | 'syntax' | 'dns' | 'mx' | 'null_mx' | 'reserved_domain'
  /** Names of v1's checks that are true; `all` is `syntax`, `dns` and `mx`. */
  readonly checks: 'all' | 'none' | readonly ('syntax' | 'dns' | 'mx')[]
  readonly flags?: readonly ('disposable' | 'role' | 'free')[]
  readonly domain?: string
  readonly provider?: string
  readonly didYouMean?: string
  /** v2: the decision, the codes of its reasons in any order, then the signals of DNS and MX. */
  readonly v2: readonly ['allow' | 'deny' | 'review', readonly string[], dns: string, mx: string]
  readonly patterns?: readonly string[]
  /** Seconds. Default: 300, or 0 when degraded. */
  readonly ttl?: number
}

const DELIVERABLE = ['allow', ['deliverable'], 'resolves', 'present'] as const
const ABSENT = ['deny', ['mx_absent'], 'resolves', 'absent'] as const
const NO_RECORDS = ['deny', ['no_records'], 'no_records', 'absent'] as const
const NOT_AN_ADDRESS = ['deny', ['syntax_invalid'], 'not_checked', 'not_checked'] as const
const RESERVED = ['deny', ['reserved_domain'], 'no_records', 'absent'] as const

const ada = (domain: string): string => `ada@${domain}`
const good = (email: string, because: string) =>
  ({ email, because, v1: 'valid', checks: 'all', v2: DELIVERABLE }) as const
const noAddress = (email: string, because: string, didYouMean?: string) =>
  ({ email, because, v1: 'syntax', checks: 'none', v2: NOT_AN_ADDRESS, ...(didYouMean && { didYouMean }) }) as const
const unreachable = (domain: string, because: string) =>
  ({ email: ada(domain), because, v1: 'mx', checks: ['syntax', 'dns'], v2: ABSENT }) as const
const reserved = (domain: string, because: string, more: Partial<VerdictCase> = {}) =>
  ({ email: ada(domain), because, v1: 'reserved_domain', checks: ['syntax'], v2: RESERVED, ...more }) as const
const reviewed = (email: string, pattern: string, because: string) =>
  ({
    ...good(email, because),
    v2: ['review', [pattern], 'resolves', 'present'],
    patterns: [pattern],
  }) as const

/** Every verdict of decisions.md, "Verdicts". */
export const VERDICTS: readonly VerdictCase[] = [
  good(ada('explicit.mailproof.net'), 'MX records whose targets have addresses'),
  good(ada('explicit-ipv6.mailproof.net'), 'a target with an IPv6 address only'),
  good(ada('explicit-second.mailproof.net'), 'the second target can be reached'),
  good(ada('explicit-silent-first.mailproof.net'), 'the second target can be reached, the first is silent'),
  good(ada('alias.mailproof.net'), 'an alias of a domain that takes mail'),
  good(ada('slow.mailproof.net'), 'a slow name that is healthy'),
  good(ada('truncated.mailproof.net'), 'an answer that fits into TCP only'),
  good(ada('ttl-zero.mailproof.net'), 'a TTL of 0'),
  good(ada('ttl-minute.mailproof.net'), 'a TTL of a minute'),
  { ...good(ada('ttl-week.mailproof.net'), 'a TTL of a week'), ttl: 86_400 },
  good(ada('null-mx-of-two.mailproof.net'), 'a null MX beside another record is none'),
  {
    ...good('jürgen@bücher.net', 'an internationalised address'),
    domain: 'xn--bcher-kva.net',
    v2: ['review', ['smtputf8_required'], 'resolves', 'present'],
  },
  { ...good('ada@xn--bcher-kva.net', 'the same domain in A-labels'), domain: 'xn--bcher-kva.net' },
  {
    ...good('"a@b"@explicit.mailproof.net', 'an @ in a quoted local part'),
    v2: ['review', ['routed_local_part', 'quoted_local_part'], 'resolves', 'present'],
  },
  good(`${'a'.repeat(64)}@explicit.mailproof.net`, 'a local part of 64 octets'),
  { ...good('ADA@EXPLICIT.MAILPROOF.NET', 'capital letters'), domain: 'explicit.mailproof.net' },
  good(ada(`${'l'.repeat(63)}.mailproof.net`), 'a label of 63 octets'),

  {
    email: ada('implicit.mailproof.net'),
    because: 'no MX record, but an address of its own',
    v1: 'valid',
    checks: ['syntax', 'dns'],
    v2: ['allow', ['implicit_mx'], 'resolves', 'absent'],
  },
  {
    email: ada('parked.mailproof.net'),
    because: 'no MX record, and the address of a host of parked domains',
    v1: 'valid',
    checks: ['syntax', 'dns'],
    v2: ['review', ['parked_domain'], 'resolves', 'absent'],
  },
  {
    ...good(ada('black-hole.mailproof.net'), 'the only mail host discards mail'),
    v2: ['deny', ['blackhole_mx'], 'resolves', 'present'],
  },
  {
    email: ada('implicit-ipv6.mailproof.net'),
    because: 'no MX record, but an IPv6 address of its own',
    v1: 'valid',
    checks: ['syntax', 'dns'],
    v2: ['allow', ['implicit_mx'], 'resolves', 'absent'],
  },

  {
    email: ada('missing.mailproof.net'),
    because: 'the domain does not exist',
    v1: 'dns',
    checks: ['syntax'],
    v2: NO_RECORDS,
  },
  {
    email: ada('no-records.mailproof.net'),
    because: 'the domain has no MX, A or AAAA',
    v1: 'dns',
    checks: ['syntax'],
    v2: NO_RECORDS,
  },
  {
    email: ada('null-mx.mailproof.net'),
    because: 'the domain says that it takes no mail',
    v1: 'null_mx',
    checks: ['syntax', 'dns'],
    v2: ['deny', ['null_mx'], 'resolves', 'absent'],
  },
  unreachable('no-target.mailproof.net', 'its MX target does not exist'),
  unreachable('empty-target.mailproof.net', 'its MX target has no address'),
  unreachable('address-as-target.mailproof.net', 'its MX target is an address as text'),
  unreachable('private-target.mailproof.net', 'its MX target is in a private network'),
  unreachable('private-address.mailproof.net', 'its own address is in a private network'),
  unreachable('loopback-address.mailproof.net', 'its own address is the loopback'),

  reserved('example.org', 'a domain for documentation'),
  reserved('mail.example.com', 'below a domain for documentation'),
  reserved('somewhere.invalid', 'RFC 2606'),
  reserved('abcdefghijklmnop.onion', 'RFC 7686'),
  reserved('shop.test', 'RFC 6761', {
    v2: ['deny', ['reserved_domain', 'development_env'], 'no_records', 'absent'],
    patterns: ['development_env'],
  }),
  reserved('localhost', 'RFC 6761', {
    v2: ['deny', ['reserved_domain', 'development_env'], 'no_records', 'absent'],
    patterns: ['development_env'],
  }),

  {
    email: ada('[93.184.215.14]'),
    because: 'a public address literal',
    v1: 'valid',
    checks: ['syntax', 'dns'],
    v2: ['review', ['address_literal'], 'resolves', 'absent'],
  },
  {
    email: ada('[IPv6:2606:4700:4700::1111]'),
    domain: '[IPv6:2606:4700:4700::1111]',
    because: 'a public IPv6 address literal',
    v1: 'valid',
    checks: ['syntax', 'dns'],
    v2: ['review', ['address_literal'], 'resolves', 'absent'],
  },
  {
    email: ada('[192.168.0.1]'),
    because: 'a private address literal',
    v1: 'mx',
    checks: ['syntax', 'dns'],
    v2: ['deny', ['mx_absent', 'address_literal'], 'resolves', 'absent'],
  },

  noAddress('', 'nothing'),
  noAddress('ada', 'no @'),
  noAddress('ada@', 'no domain'),
  noAddress('@explicit.mailproof.net', 'no local part'),
  noAddress(' ada@explicit.mailproof.net', 'a space before it: it is judged as given', ada('explicit.mailproof.net')),
  noAddress('ada@explicit.mailproof.net\n', 'a line break behind it', ada('explicit.mailproof.net')),
  noAddress('ada lovelace@explicit.mailproof.net', 'a space in it'),
  noAddress('ada@@explicit.mailproof.net', 'two @', ada('explicit.mailproof.net')),
  noAddress('.ada@explicit.mailproof.net', 'a dot at the beginning', ada('explicit.mailproof.net')),
  noAddress('ada..l@explicit.mailproof.net', 'two dots', 'ada.l@explicit.mailproof.net'),
  noAddress('Ada <ada@explicit.mailproof.net>', 'a display name', ada('explicit.mailproof.net')),
  noAddress(`${'a'.repeat(65)}@explicit.mailproof.net`, 'a local part of 65 octets'),
  noAddress(`${'ü'.repeat(33)}@explicit.mailproof.net`, 'a local part of 66 octets in 33 characters'),
  noAddress(ada(`${'l'.repeat(64)}.mailproof.net`), 'a label of 64 octets'),
  noAddress(ada(`${'l.'.repeat(120)}mailproof.net`), 'more than 254 octets'),
  noAddress(ada('-explicit.mailproof.net'), 'a label that starts with a hyphen'),
  noAddress(ada('[300.1.1.1]'), 'a literal that is no address'),
  noAddress('ada(comment)@explicit.mailproof.net', 'a comment, which does not travel over SMTP'),

  ...(['timeout', 'servfail', 'refused'] as const).map((name) => ({
    email: ada(`${name}.mailproof.net`),
    because: `DNS ${name === 'timeout' ? 'does not answer' : 'fails'}`,
    v1: 'unknown' as const,
    checks: ['syntax'] as const,
    v2:
      name === 'timeout'
        ? (['review', ['dns_timeout'], 'timeout', 'timeout'] as const)
        : (['review', ['dns_error'], 'error', 'error'] as const),
  })),
  {
    email: ada('target-timeout.mailproof.net'),
    because: "its MX target's name server does not answer",
    v1: 'unknown',
    checks: ['syntax', 'dns'],
    v2: ['review', ['dns_timeout'], 'resolves', 'timeout'],
  },
  {
    email: ada('target-servfail.mailproof.net'),
    because: "its MX target's name server fails",
    v1: 'unknown',
    checks: ['syntax', 'dns'],
    v2: ['review', ['dns_error'], 'resolves', 'error'],
  },
  {
    email: ada('address-timeout.mailproof.net'),
    because: 'no MX record, and the address lookup fails',
    v1: 'unknown',
    checks: ['syntax'],
    v2: ['review', ['dns_timeout'], 'timeout', 'absent'],
  },
  {
    email: ada('address-servfail.mailproof.net'),
    because: 'no MX record, and the address lookup fails with an error',
    v1: 'unknown',
    checks: ['syntax'],
    v2: ['review', ['dns_error'], 'error', 'absent'],
  },
  {
    email: ada('outlook.com'),
    because: 'a known major provider that does not answer',
    v1: 'fallback',
    checks: ['syntax'],
    flags: ['free'],
    provider: 'outlook',
    v2: ['review', ['dns_timeout'], 'timeout', 'timeout'],
  },
  {
    email: ada('yahoo.com'),
    because: 'a known major provider that fails',
    v1: 'fallback',
    checks: ['syntax'],
    flags: ['free'],
    provider: 'yahoo',
    v2: ['review', ['dns_error'], 'error', 'error'],
  },
  {
    email: 'temp+x@timeout.mailproof.net',
    because: 'the failure comes first, whatever else is known',
    v1: 'unknown',
    checks: ['syntax'],
    v2: ['review', ['dns_timeout', 'temporary', 'plus_addressing'], 'timeout', 'timeout'],
    patterns: ['plus_addressing', 'temporary'],
  },

  { ...good(ada('gmail.com'), 'a free provider'), flags: ['free'], provider: 'gmail' },
  { ...good(ada('icloud.com'), 'another free provider'), flags: ['free'], provider: 'icloud' },
  { ...good(ada('proton.me'), 'a provider whose name is near to nothing'), flags: ['free'], provider: 'proton' },
  {
    ...good('info@explicit.mailproof.net', 'a role'),
    flags: ['role'],
    v2: ['review', ['role_account'], 'resolves', 'present'],
  },
  {
    ...good('"ada l"@explicit.mailproof.net', 'a local part in quotes'),
    v2: ['review', ['quoted_local_part'], 'resolves', 'present'],
  },
  {
    ...good('аda@explicit.mailproof.net', 'a Cyrillic letter among Latin ones'),
    v2: ['review', ['confusable', 'smtputf8_required'], 'resolves', 'present'],
  },
  {
    email: 'ada@gmаil.com',
    because: 'a domain that imitates a provider by a Cyrillic letter',
    v1: 'dns',
    checks: ['syntax'],
    domain: 'xn--gmil-63d.com',
    didYouMean: 'ada@gmail.com',
    v2: ['deny', ['no_records', 'confusable'], 'no_records', 'absent'],
  },
  {
    ...good('a_l@gmail.com', 'a name that Gmail gives no one'),
    flags: ['free'],
    provider: 'gmail',
    v2: ['review', ['impossible_at_provider'], 'resolves', 'present'],
  },
  {
    ...good(ada('mailinator.com'), 'a disposable service: valid, and denied'),
    flags: ['disposable'],
    v2: ['deny', ['disposable'], 'resolves', 'present'],
  },
  {
    ...good(ada('inbox.mailinator.com'), 'below a disposable service'),
    flags: ['disposable'],
    v2: ['deny', ['disposable'], 'resolves', 'present'],
  },
  {
    email: ada('gone.mailinator.com'),
    because: 'two reasons to deny',
    v1: 'dns',
    checks: ['syntax'],
    flags: ['disposable'],
    v2: ['deny', ['no_records', 'disposable'], 'no_records', 'absent'],
  },
  {
    ...good(ada('duck.com'), 'a privacy relay, which is not disposable'),
    provider: 'duckduckgo',
    v2: ['allow', ['privacy_relay'], 'resolves', 'present'],
  },
  {
    email: 'Ada.L@gmial.con',
    because: 'a mistyped domain that does not exist',
    v1: 'dns',
    checks: ['syntax'],
    didYouMean: 'Ada.L@gmail.com',
    v2: ['deny', ['no_records', 'probable_typo'], 'no_records', 'absent'],
  },

  {
    ...good('ada+news@explicit.mailproof.net', 'a tag'),
    v2: ['allow', ['plus_addressing'], 'resolves', 'present'],
    patterns: ['plus_addressing'],
  },
  reviewed('foobar1@explicit.mailproof.net', 'developer_test', 'a test'),
  reviewed('ada@staging.mailproof.net', 'development_env', 'an environment'),
  reviewed('ada@dev2.mailproof.net', 'development_env', 'another environment'),
  reviewed('jenkins@explicit.mailproof.net', 'ci_cd', 'a build service'),
  {
    ...reviewed('noreply@explicit.mailproof.net', 'system_email', 'a sender without a reader'),
    flags: ['role'],
    v2: ['review', ['system_email', 'role_account'], 'resolves', 'present'],
  },
  reviewed('ada@noreply.mailproof.net', 'system_email', 'a domain that only sends'),
  {
    ...good('temp@explicit.mailproof.net', 'a temporary address'),
    v2: ['review', ['temporary'], 'resolves', 'present'],
    patterns: ['temporary'],
  },
  {
    ...good('foobar+ci@staging.mailproof.net', 'four patterns at once; the worst decides'),
    v2: ['review', ['plus_addressing', 'developer_test', 'development_env', 'ci_cd'], 'resolves', 'present'],
    patterns: ['plus_addressing', 'developer_test', 'development_env', 'ci_cd'],
  },
  good('contest@explicit.mailproof.net', 'a word that only contains one of a pattern'),
]
