import type { Zone } from '../../test/support/dnsAnswers.js'

const DOMAINS = 50
const TARGET = 'mx.mailbench.net'
/** A TTL longer than the measurement. */
const TTL = 86_400

/** Domains that accept mail, all with one mail exchange. */
export const warmZone: Zone = {
  [TARGET]: { A: ['93.184.215.14'], ttl: TTL },
  ...Object.fromEntries(
    Array.from({ length: DOMAINS }, (_, index) => [`d${index}.mailbench.net`, { MX: [[10, TARGET]], ttl: TTL }]),
  ),
}

/** Distinct addresses over those domains, of the kinds of names that people have. */
export const warmAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const name = NAMES[index % NAMES.length]!
    return `${name}${index}@d${index % DOMAINS}.mailbench.net`
  })

const NAMES = ['ada.lovelace', 'grace', 'k.goedel', 'office-', 'alan+news', 'j_smith', 'marie.curie.', 'info']
