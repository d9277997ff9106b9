import type { Zone } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { DNS_TIMEOUT_MS } from '../../testbed/service/inProcess.js'

const MAIL = { MX: [[10, 'mx1.mailproof.net']] } as const

/** The shared zone and the further names that the addresses of `VERDICTS` need. */
export const verdictZone = (): Zone => ({
  ...mailZone(DNS_TIMEOUT_MS),
  'staging.mailproof.net': MAIL,
  'dev2.mailproof.net': MAIL,
  'noreply.mailproof.net': MAIL,
  'null-mx-of-two.mailproof.net': {
    MX: [
      [0, '.'],
      [10, 'mx1.mailproof.net'],
    ],
  },
  'inbox.mailinator.com': MAIL,
  [`${'l'.repeat(63)}.mailproof.net`]: MAIL,
  'gmial.com': MAIL,
  'proton.me': { MX: [[10, 'mail.protonmail.ch']] },
  'mail.protonmail.ch': { A: ['185.70.42.128'] },
})
