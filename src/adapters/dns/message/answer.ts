// Parses the records of a DNS response.
import ipaddr from 'ipaddr.js'
import { sharedWork } from '../../../kernel/limits.js'
import { byPreference } from '../../../kernel/net/mxPreference.js'
import type { DnsAnswer, MxRecord } from '../../../kernel/ports/resolver.js'
import { type Message, parseMessage, TYPE, type WireRecord } from './message.js'
import type { QueryType } from './query.js'
import { readName, skipName } from './wireName.js'

export interface RecordsOf {
  A: string
  AAAA: string
  MX: MxRecord
  /** A host name. */
  PTR: string
}

/** Answer in one packet; `alias` is a CNAME whose target the server did not resolve, so we query it ourselves. */
export type ParsedAnswer<T> =
  | Exclude<DnsAnswer<T>, { outcome: 'timeout' }>
  | { readonly outcome: 'alias'; readonly target: string; readonly ttl: number }

/** Octets. A longer answer is malformed: the limit bounds the time to parse one to two milliseconds. */
export const MAX_PACKET_LENGTH = 16_384
/** CNAMEs that are followed within one answer. */
const MAX_CNAMES = 16
/** Records of an answer that are kept: a packet can hold 900, which would fill the memory from the cache. */
const MAX_RECORDS = sharedWork.mailRoutes.records

/** Parses an answer that matched its question. Never throws: an invalid answer is the error `MALFORMED`. */
export function parseAnswer<K extends QueryType>(bytes: Buffer, name: string, type: K): ParsedAnswer<RecordsOf[K]> {
  if (bytes.length > MAX_PACKET_LENGTH) return MALFORMED
  try {
    return interpret(bytes, parseMessage(bytes, TYPE[type]), name, type)
  } catch {
    return MALFORMED
  }
}

const MALFORMED = { outcome: 'error', code: 'MALFORMED' } as const

function interpret<K extends QueryType>(
  bytes: Buffer,
  message: Message,
  name: string,
  type: K,
): ParsedAnswer<RecordsOf[K]> {
  const { rcode, answers } = message
  if (rcode !== NOERROR && rcode !== NXDOMAIN) return { outcome: 'error', code: codeOf(rcode) }

  const canonical = followCnames(bytes, answers, name)
  if (!canonical) return { outcome: 'error', code: 'CNAME_LOOP' }
  const records: RecordsOf[K][] = []
  let ttl = canonical.ttl
  for (const record of answers) {
    if (record.type !== TYPE[type] || record.name !== canonical.name) continue
    records.push(recordParsers[type](bytes, record))
    ttl = Math.min(ttl, record.ttl)
  }
  if (records.length > 0) return { outcome: 'found', records: limited(type, records), ttl }

  const negativeTtl = negativeTtlOf(message, canonical.name)
  const ttlIfEmpty = Math.min(canonical.ttl, negativeTtl ?? 0)
  if (rcode === NXDOMAIN) return { outcome: 'no_name', ttl: ttlIfEmpty }
  if (negativeTtl === undefined && canonical.name !== name)
    return { outcome: 'alias', target: canonical.name, ttl: canonical.ttl }
  if (negativeTtl === undefined && isReferral(message)) return { outcome: 'error', code: 'REFERRAL' }
  return { outcome: 'no_data', ttl: ttlIfEmpty }
}

const NOERROR = 0
const NXDOMAIN = 3
const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED']

const codeOf = (rcode: number): string => RCODES[rcode] ?? (rcode === 16 ? 'BADVERS' : `RCODE${rcode}`)

/** The name that the answer's CNAMEs lead to from `name`, and the lowest TTL on the way; undefined in a loop. */
function followCnames(
  bytes: Buffer,
  answers: readonly WireRecord[],
  name: string,
): { name: string; ttl: number } | undefined {
  let current = { name, ttl: Number.POSITIVE_INFINITY }
  for (let step = 0; step <= MAX_CNAMES; step++) {
    const owner = current.name
    const cname = answers.find((record) => record.type === TYPE.CNAME && record.name === owner)
    if (!cname) return current
    current = { name: readWholeName(bytes, cname.start, cname.end), ttl: Math.min(current.ttl, cname.ttl) }
  }
  return undefined
}

/** TTL of a negative answer (RFC 2308 section 5); undefined without an SOA of a zone that contains the name. */
function negativeTtlOf({ soas }: Message, name: string): number | undefined {
  const soa = soas.find(({ name: zone }) => zone === '' || zone === name || name.endsWith(`.${zone}`))
  return soa && Math.min(soa.ttl, soa.minimum)
}

/** A server that does not recurse may refer to other servers; a referral is not NODATA (RFC 2308 section 2.2). */
const isReferral = ({ authoritative, delegates }: Message): boolean => !authoritative && delegates

/** Reads record data that must be exactly one name. @throws RangeError otherwise */
function readWholeName(bytes: Buffer, start: number, end: number): string {
  if (skipName(bytes, start) !== end) throw new RangeError('a DNS name is shorter or longer than its record')
  return readName(bytes, start)
}

/** Parse the data of a record. @throws RangeError if the data do not have the format of the type */
const recordParsers: { [K in QueryType]: (bytes: Buffer, record: WireRecord) => RecordsOf[K] } = {
  A(bytes, { start, end }) {
    if (end - start !== 4) throw new RangeError('an A record has the wrong length')
    return `${bytes[start]}.${bytes[start + 1]}.${bytes[start + 2]}.${bytes[start + 3]}`
  },
  AAAA(bytes, { start, end }) {
    if (end - start !== 16) throw new RangeError('an AAAA record has the wrong length')
    return new ipaddr.IPv6([...bytes.subarray(start, end)]).toRFC5952String()
  },
  MX: (bytes, { start, end }) => ({
    exchange: readWholeName(bytes, start + 2, end),
    preference: bytes.readUInt16BE(start),
  }),
  PTR: (bytes, { start, end }) => readWholeName(bytes, start, end),
}

/** Order in which records are kept when an answer has too many. */
const byRank: { readonly [K in QueryType]: (a: RecordsOf[K], b: RecordsOf[K]) => number } = {
  A: () => 0,
  AAAA: () => 0,
  MX: byPreference,
  PTR: () => 0,
}

/** The records that are kept: of MX records the most preferred ones. */
const limited = <K extends QueryType>(type: K, records: RecordsOf[K][]): RecordsOf[K][] =>
  records.length > MAX_RECORDS ? records.sort(byRank[type]).slice(0, MAX_RECORDS) : records
