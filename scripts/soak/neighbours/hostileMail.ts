// Domains whose mail servers can be asked about mailboxes: those of the other accounts, and the attacker's.
import type { Certificate } from '../../../testbed/certificate.js'
import type { Zone, ZoneEntry } from '../../../testbed/dns/server.js'
import { HOSTILE_MAIL, HOSTILE_MAIL_KINDS } from '../../../testbed/mail/hostile.js'
import type { MailScript } from '../../../testbed/mail/server.js'

/** Operators of each kind: each has a registered domain and a network of its own, because limits hold for both. */
const OPERATORS = 250
/** Second byte of the addresses of mail servers that behave; those before it are of the kinds of hostile ones, in their order. */
const CALM = 200

/** In DNS they have public addresses; the proxy leads to the same one in 127.0.0.0/8. */
const addressAt = (kind: number, operator: number): string => `11.${kind}.${operator}.1`

export const CALM_MAIL_DOMAINS = Array.from({ length: 50 }, (_, at) => `calm-${at}.net`)

/** An address at a hostile mail server, another one for each turn. */
export function hostileMailbox(turn: number): string {
  const kind = HOSTILE_MAIL_KINDS[turn % HOSTILE_MAIL_KINDS.length]!
  return `eve${turn}@${domainAt(kind, Math.floor(turn / HOSTILE_MAIL_KINDS.length) % OPERATORS)}`
}

const domainAt = (kind: string, operator: number): string => `${kind}-${operator}.net`

export function mailZone(): Zone {
  const zone: { [name: string]: ZoneEntry } = {}
  const add = (domain: string, address: string) => {
    zone[domain] = { MX: [[10, `mx.${domain}`]] }
    zone[`mx.${domain}`] = { A: [address] }
  }
  // Greeted by the self-test.
  add('gmail.com', addressAt(CALM, 255))
  for (const [at, domain] of CALM_MAIL_DOMAINS.entries()) add(domain, addressAt(CALM, at))
  for (const [at, kind] of HOSTILE_MAIL_KINDS.entries())
    for (let operator = 0; operator < OPERATORS; operator++) add(domainAt(kind, operator), addressAt(at, operator))
  return zone
}

/** Mailboxes of servers that behave begin with "ada". */
const CALM_SCRIPT: MailScript = {
  rcpt: (recipient) => (recipient.startsWith('ada') ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'),
}

/** What the server at an address of loopback says. */
export function mailScriptOf(address: string, tls: Certificate): MailScript {
  const kind = HOSTILE_MAIL_KINDS[Number(address.split('.')[1])]
  if (!kind) return CALM_SCRIPT
  const { script } = HOSTILE_MAIL[kind]
  return 'starttls' in script ? { ...script, tls } : script
}
