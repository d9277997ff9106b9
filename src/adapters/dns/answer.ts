import ipaddr from 'ipaddr.js'
import type { DnsAnswer, MxRecord } from '../../kernel/ports/resolver.js'
import { type Message, readMessage, TYPE, type WireRecord } from './message.js'
import type { QueryType } from './query.js'
import { readName, skipName } from './wireName.js'

export interface RecordsOf {
  A: string
  AAAA: string
  MX: MxRecord
}

/** What one packet says; `alias` is a CNAME whose target the server left for us to ask. */
export type Reading<T> =
  | Exclude<DnsAnswer<T>, { outcome: 'timeout' }>
  | { readonly outcome: 'alias'; readonly target: string; readonly ttl: number }

/** Octets. A longer answer is malformed: it bounds what reading one costs to two milliseconds. */
export const LONGEST_PACKET = 16_384
const LONGEST_CHAIN = 16

/** Reads an answer that matched its question. Never throws: what cannot be read is the error `MALFORMED`. */
export function readAnswer<K extends QueryType>(bytes: Buffer, name: string, type: K): Reading<RecordsOf[K]> {
  if (bytes.length > LONGEST_PACKET) return MALFORMED
  try {
    return readingOf(bytes, readMessage(bytes, TYPE[type]), name, type)
  } catch {
    return MALFORMED
  }
}

const MALFORMED = { outcome: 'error', code: 'MALFORMED' } as const

function readingOf<K extends QueryType>(bytes: Buffer, message: Message, name: string, type: K): Reading<RecordsOf[K]> {
  const { rcode, answers } = message
  if (rcode !== NOERROR && rcode !== NXDOMAIN) return { outcome: 'error', code: codeOf(rcode) }

  const found = followAliases(bytes, answers, name)
  if (!found) return { outcome: 'error', code: 'CNAME_LOOP' }
  const records: RecordsOf[K][] = []
  let ttl = found.ttl
  for (const record of answers) {
    if (record.type !== TYPE[type] || record.name !== found.name) continue
    records.push(readers[type](bytes, record))
    ttl = Math.min(ttl, record.ttl)
  }
  if (records.length > 0) return { outcome: 'found', records, ttl }

  const negativeTtl = negativeTtlOf(message, found.name)
  const left = Math.min(found.ttl, negativeTtl ?? 0)
  if (rcode === NXDOMAIN) return { outcome: 'no_name', ttl: left }
  if (negativeTtl === undefined && found.name !== name) return { outcome: 'alias', target: found.name, ttl: found.ttl }
  if (negativeTtl === undefined && isReferral(message)) return { outcome: 'error', code: 'REFERRAL' }
  return { outcome: 'no_data', ttl: left }
}

const NOERROR = 0
const NXDOMAIN = 3
const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']

const codeOf = (rcode: number): string => RCODES[rcode] ?? (rcode === 16 ? 'BADVERS' : `RCODE${rcode}`)

/** Where the CNAMEs of the answer lead from `name`, and the smallest TTL on the way; undefined when in circles. */
function followAliases(
  bytes: Buffer,
  answers: readonly WireRecord[],
  name: string,
): { name: string; ttl: number } | undefined {
  let at = { name, ttl: Number.POSITIVE_INFINITY }
  for (let steps = 0; steps <= LONGEST_CHAIN; steps++) {
    const here = at.name
    const alias = answers.find((record) => record.type === TYPE.CNAME && record.name === here)
    if (!alias) return at
    at = { name: nameFilling(bytes, alias.start, alias.end), ttl: Math.min(at.ttl, alias.ttl) }
  }
  return undefined
}

/** RFC 2308 section 5; undefined without an SOA of a zone that holds the name. */
function negativeTtlOf({ soas }: Message, name: string): number | undefined {
  const soa = soas.find(({ name: zone }) => zone === '' || zone === name || name.endsWith(`.${zone}`))
  return soa && Math.min(soa.ttl, soa.minimum)
}

/**
 * A server that does not recurse points elsewhere instead of answering; that is not NODATA (RFC 2308 section 2.2).
 */
const isReferral = ({ authoritative, delegates }: Message): boolean => !authoritative && delegates

/** @throws RangeError when the data are not one name */
function nameFilling(bytes: Buffer, start: number, end: number): string {
  if (skipName(bytes, start) !== end) throw new RangeError('a DNS name does not fill its record')
  return readName(bytes, start)
}

/** @throws RangeError for data that are not of the type */
const readers: { [K in QueryType]: (bytes: Buffer, record: WireRecord) => RecordsOf[K] } = {
  A(bytes, { start, end }) {
    if (end - start !== 4) throw new RangeError('an A record of the wrong length')
    return `${bytes[start]}.${bytes[start + 1]}.${bytes[start + 2]}.${bytes[start + 3]}`
  },
  AAAA(bytes, { start, end }) {
    if (end - start !== 16) throw new RangeError('an AAAA record of the wrong length')
    return new ipaddr.IPv6([...bytes.subarray(start, end)]).toRFC5952String()
  },
  MX: (bytes, { start, end }) => ({
    exchange: nameFilling(bytes, start + 2, end),
    preference: bytes.readUInt16BE(start),
  }),
}
