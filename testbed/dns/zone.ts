// The zone that most tests use: a domain for each verdict.
import type { Zone } from './answers.js'

/** Public addresses, so that verdicts treat them as such; nothing ever connects to them. */
const PUBLIC = '93.184.215.14'
const PUBLIC_TOO = '1.1.1.1'
const PUBLIC_6 = '2606:4700:4700::1111'

/**
 * A domain for every verdict that depends on DNS, with a name that says which. Any other name does not exist.
 * @param timeoutMs the resolver's timeout for one lookup: slow names take 80 % of it
 */
export const mailZone = (timeoutMs = 2_000): Zone => ({
  'mx1.mailproof.net': { A: [PUBLIC], AAAA: [PUBLIC_6] },
  'mx2.mailproof.net': { A: [PUBLIC_TOO] },
  'mx-ipv6.mailproof.net': { AAAA: [PUBLIC_6] },
  'mx-inside.mailproof.net': { A: ['10.0.0.5'], AAAA: ['fd00::5'] },
  'mx-silent.mailproof.net': { does: 'silent' },
  'mx-failing.mailproof.net': { does: 'servfail' },
  'mx-empty.mailproof.net': {},

  // Mail can be delivered.
  'explicit.mailproof.net': {
    MX: [
      [20, 'mx2.mailproof.net'],
      [10, 'mx1.mailproof.net'],
    ],
  },
  'explicit-ipv6.mailproof.net': { MX: [[10, 'mx-ipv6.mailproof.net']] },
  'explicit-second.mailproof.net': {
    MX: [
      [10, 'mx-gone.mailproof.net'],
      [20, 'mx1.mailproof.net'],
    ],
  },
  'explicit-silent-first.mailproof.net': {
    MX: [
      [10, 'mx-silent.mailproof.net'],
      [20, 'mx1.mailproof.net'],
    ],
  },
  'implicit.mailproof.net': { A: [PUBLIC] },
  'implicit-ipv6.mailproof.net': { AAAA: [PUBLIC_6] },
  'parked.mailproof.net': { A: ['91.195.240.117'] },
  'black-hole.mailproof.net': { MX: [[10, 'nullmx.domainmanager.com']] },
  'nullmx.domainmanager.com': { A: [PUBLIC] },
  'alias.mailproof.net': { CNAME: 'explicit.mailproof.net' },
  'slow.mailproof.net': { MX: [[10, 'mx1.mailproof.net']], delayMs: timeoutMs * 0.8 },
  'truncated.mailproof.net': { MX: [[10, 'mx1.mailproof.net']], does: 'truncated' },
  'ttl-zero.mailproof.net': { MX: [[10, 'mx1.mailproof.net']], ttl: 0 },
  'ttl-minute.mailproof.net': { MX: [[10, 'mx1.mailproof.net']], ttl: 60 },
  'ttl-week.mailproof.net': { MX: [[10, 'mx-week.mailproof.net']], ttl: 604_800 },
  'mx-week.mailproof.net': { A: [PUBLIC], ttl: 604_800 },
  // bücher.net
  'xn--bcher-kva.net': { MX: [[10, 'mx1.mailproof.net']] },

  // Mail cannot be delivered.
  'missing.mailproof.net': { missing: true },
  'no-records.mailproof.net': {},
  'null-mx.mailproof.net': { MX: [[0, '.']] },
  'no-target.mailproof.net': { MX: [[10, 'mx-gone.mailproof.net']] },
  'empty-target.mailproof.net': { MX: [[10, 'mx-empty.mailproof.net']] },
  'address-as-target.mailproof.net': { MX: [[10, '93.184.215.14']] },
  'private-target.mailproof.net': { MX: [[10, 'mx-inside.mailproof.net']] },
  'private-address.mailproof.net': { A: ['192.168.1.10'] },
  'loopback-address.mailproof.net': { A: ['127.0.0.1'], AAAA: ['::1'] },

  // DNS gives no answer.
  'timeout.mailproof.net': { does: 'silent' },
  'servfail.mailproof.net': { does: 'servfail' },
  'refused.mailproof.net': { does: 'refused' },
  'target-timeout.mailproof.net': { MX: [[10, 'mx-silent.mailproof.net']] },
  'target-servfail.mailproof.net': { MX: [[10, 'mx-failing.mailproof.net']] },
  'address-timeout.mailproof.net': { does: { A: 'silent', AAAA: 'silent' } },
  'address-servfail.mailproof.net': { does: { A: 'servfail', AAAA: 'servfail' } },

  // Known providers: a healthy one of each kind, one that does not respond and one that fails.
  'gmail.com': {
    MX: [
      [5, 'gmail-smtp-in.l.google.com'],
      [10, 'alt1.gmail-smtp-in.l.google.com'],
    ],
  },
  'gmail-smtp-in.l.google.com': { A: ['142.250.27.26'] },
  'alt1.gmail-smtp-in.l.google.com': { A: ['142.250.153.26'] },
  'icloud.com': { MX: [[10, 'mx01.mail.icloud.com']] },
  'mx01.mail.icloud.com': { A: ['17.57.154.33'] },
  'outlook.com': { does: 'silent' },
  'yahoo.com': { does: 'servfail' },
  'mailinator.com': { MX: [[10, 'mail.mailinator.com']] },
  'mail.mailinator.com': { A: ['23.239.11.30'] },
  'duck.com': { MX: [[10, 'smtp-inbound.duck.com']] },
  'smtp-inbound.duck.com': { A: ['40.90.22.161'] },
})
