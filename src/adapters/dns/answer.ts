import { isIPv4, isIPv6 } from 'node:net'
import { type Answer as DnsRecord, decode, type Packet } from 'dns-packet'
import ipaddr from 'ipaddr.js'
import type { DnsAnswer, MxRecord } from '../../kernel/ports/resolver.js'
import type { QueryType } from './query.js'

export interface RecordsOf {
  A: string
  AAAA: string
  MX: MxRecord
}

/** What one packet says; `alias` is a CNAME whose target the server left for us to ask. */
export type Reading<T> =
  | Exclude<DnsAnswer<T>, { outcome: 'timeout' }>
  | { readonly outcome: 'alias'; readonly target: string; readonly ttl: number }

/** dns-packet walks compression pointers anew for each name: this bounds the walk (30 ms at worst). */
export const LONGEST_PACKET = 16_384
const LONGEST_CHAIN = 16

/** Reads an answer that matched its question. Never throws: what cannot be read is the error `MALFORMED`. */
export function readAnswer<K extends QueryType>(bytes: Buffer, name: string, type: K): Reading<RecordsOf[K]> {
  const packet = decodeSafely(bytes)
  if (!packet) return { outcome: 'error', code: 'MALFORMED' }
  const rcode = rcodeOf(bytes, packet)
  if (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN') return { outcome: 'error', code: rcode }

  const found = followAliases(packet.answers ?? [], name)
  if (!found) return { outcome: 'error', code: 'CNAME_LOOP' }
  const records: RecordsOf[K][] = []
  let ttl = found.ttl
  for (const record of packet.answers ?? []) {
    if (record.type !== type || !isOf(record, found.name)) continue
    const read = readers[type](record as never)
    if (read === undefined) return { outcome: 'error', code: 'MALFORMED' }
    records.push(read)
    ttl = Math.min(ttl, ttlOf(record))
  }
  if (records.length > 0) return { outcome: 'found', records, ttl }

  const negativeTtl = negativeTtlOf(packet.authorities ?? [], found.name)
  const left = Math.min(found.ttl, negativeTtl ?? 0)
  if (rcode === 'NXDOMAIN') return { outcome: 'no_name', ttl: left }
  if (negativeTtl === undefined && found.name !== name) return { outcome: 'alias', target: found.name, ttl: found.ttl }
  if (negativeTtl === undefined && isReferral(packet)) return { outcome: 'error', code: 'REFERRAL' }
  return { outcome: 'no_data', ttl: left }
}

function decodeSafely(bytes: Buffer): Packet | undefined {
  if (bytes.length > LONGEST_PACKET) return undefined
  try {
    return decode(bytes)
  } catch {
    return undefined
  }
}

const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']

/** The upper eight bits of the code travel in the OPT record (RFC 6891 section 6.1.3). */
function rcodeOf(bytes: Buffer, { additionals }: Packet): string {
  const opt = additionals?.find((record) => record.type === 'OPT') as { extendedRcode?: number } | undefined
  const rcode = (bytes[3]! & 0x0f) | ((opt?.extendedRcode ?? 0) << 4)
  return RCODES[rcode] ?? (rcode === 16 ? 'BADVERS' : `RCODE${rcode}`)
}

/** Where the CNAMEs of the answer lead from `name`, and the smallest TTL on the way; undefined when in circles. */
function followAliases(answers: readonly DnsRecord[], name: string): { name: string; ttl: number } | undefined {
  let at = { name, ttl: Number.POSITIVE_INFINITY }
  for (let steps = 0; steps <= LONGEST_CHAIN; steps++) {
    const here = at.name
    const alias = answers.find((record) => record.type === 'CNAME' && isOf(record, here))
    if (alias?.type !== 'CNAME') return at
    at = { name: textOf(alias.data), ttl: Math.min(at.ttl, ttlOf(alias)) }
  }
  return undefined
}

/** RFC 2308 section 5; undefined without an SOA of a zone that holds the name. */
function negativeTtlOf(authorities: readonly DnsRecord[], name: string): number | undefined {
  for (const record of authorities) {
    if (record.type !== 'SOA') continue
    const zone = textOf(record.name)
    if (zone !== '' && zone !== name && !name.endsWith(`.${zone}`)) continue
    return Math.min(ttlOf(record), record.data.minimum ?? 0)
  }
  return undefined
}

/**
 * A server that does not recurse points elsewhere instead of answering; that is not NODATA (RFC 2308 section 2.2).
 */
const isReferral = (packet: Packet): boolean =>
  (packet.flags! & 0x0400) === 0 && (packet.authorities ?? []).some((record) => record.type === 'NS')

const isOf = (record: DnsRecord, name: string): boolean => {
  if (!('class' in record) || record.class !== 'IN') return false
  return record.name === name || textOf(record.name) === name
}

/** Lower-case, and the root as ''. */
const textOf = (name: string): string => (name === '.' ? '' : name.toLowerCase())

/** A TTL with its highest bit set counts as zero (RFC 2181 section 8). */
const ttlOf = (record: DnsRecord): number => {
  const ttl = ('ttl' in record ? record.ttl : undefined) ?? 0
  return ttl > 0x7fff_ffff ? 0 : ttl
}

const readers: { [K in QueryType]: (record: { data: any }) => RecordsOf[K] | undefined } = {
  A: ({ data }) => (isIPv4(data) ? data : undefined),
  AAAA: ({ data }) => (isIPv6(data) ? ipaddr.IPv6.parse(data).toRFC5952String() : undefined),
  MX: ({ data }) => ({ exchange: textOf(data.exchange), preference: data.preference }),
}
