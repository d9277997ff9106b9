import type { Zone, ZoneEntry } from '../../../testbed/dns/server.js'
import { mailZone } from './hostileMail.js'

/** Replaces the name of the first answer with a compression pointer to itself (RFC 1035 section 4.1.4). */
const pointerLoop = (query: Buffer, truth: Buffer): Buffer => {
  const loop = Buffer.from(truth)
  const at = query.length - 11
  if (at > 12 && at + 1 < loop.length) loop.writeUInt16BE(0xc000 | at, at)
  return loop
}

/** Behaviour of the DNS servers of the attacker's domains. */
const ENTRIES = {
  silent: { does: 'silent' },
  servfail: { does: 'servfail' },
  slow: { MX: [[10, 'mx.hostile.net']], delayMs: 1_900 },
  'wrong-id': { MX: [[10, 'mx.hostile.net']], does: 'wrong_id' },
  'wrong-question': { MX: [[10, 'mx.hostile.net']], does: 'wrong_question' },
  noise: { MX: [[10, 'mx.hostile.net']], does: 'noise_first' },
  cut: { MX: [[10, 'mx.hostile.net']], does: 'cut_short' },
  truncated: { does: 'always_truncated' },
  'hangs-up': { MX: [[10, 'mx.hostile.net']], does: 'truncated', tcp: 'hangs_up' },
  pointers: { MX: [[10, 'mx.hostile.net']], does: { bytes: pointerLoop } },
  'many-targets': { MX: Array.from({ length: 200 }, (_, at) => [at, `mx${at}.silent-${at}.hostile.net`] as const) },
} as const satisfies { readonly [kind: string]: ZoneEntry }

type Kind = keyof typeof ENTRIES

export const HOSTILE_KINDS = Object.keys(ENTRIES) as readonly Kind[]
/** Number of names of each kind. */
export const HOSTILE_NAMES = 2_000

export const hostileName = (kind: Kind, at: number): string => `${kind}-${at}.hostile.net`

const WARM_TTL = 86_400
export const WARM_DOMAINS = Array.from({ length: 50 }, (_, at) => `warm-${at}.mailproof.net`)

/** The domains of the other accounts, which stay cached during the run, and the attacker's. */
export function neighboursZone(): Zone {
  const exchange = { A: ['93.184.215.14'], ttl: WARM_TTL }
  const zone: { [name: string]: ZoneEntry } = {
    ...mailZone(),
    'mx.mailproof.net': exchange,
    'mx.hostile.net': exchange,
  }
  for (const domain of WARM_DOMAINS) zone[domain] = { MX: [[10, 'mx.mailproof.net']], ttl: WARM_TTL }
  for (const kind of HOSTILE_KINDS) {
    for (let at = 0; at < HOSTILE_NAMES; at++) zone[hostileName(kind, at)] = ENTRIES[kind]
  }
  return zone
}
