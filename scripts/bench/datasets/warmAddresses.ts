import type { Zone } from '../../../testbed/dns/answers.js'

const DOMAINS = 50
const EXCHANGE = 'mx.mailbench.net'
/** Longer than any benchmark runs. */
const TTL = 86_400
const LOCAL_PARTS = ['ada.lovelace', 'grace', 'k.goedel', 'office-', 'alan+news', 'j_smith', 'marie.curie.', 'info']

/** Domains that accept mail and share one mail exchange. */
export const warmZone: Zone = {
  [EXCHANGE]: { A: ['93.184.215.14'], ttl: TTL },
  ...Object.fromEntries(
    Array.from({ length: DOMAINS }, (_, index) => [`d${index}.mailbench.net`, { MX: [[10, EXCHANGE]], ttl: TTL }]),
  ),
}

/** Distinct addresses at those domains, with realistic local parts. */
export const warmAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const localPart = LOCAL_PARTS[index % LOCAL_PARTS.length]!
    return `${localPart}${index}@d${index % DOMAINS}.mailbench.net`
  })
