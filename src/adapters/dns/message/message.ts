// Parses a DNS message into what a stub resolver needs, and has the numbers of record types.
import { readName, skipName } from './wireName.js'

/** Numbers of record types (RFC 1035 section 3.2.2, RFC 3596, RFC 6891). */
export const TYPE = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, AAAA: 28, OPT: 41 } as const
export const CLASS_IN = 1
export const HEADER_LENGTH = 12
/** Octets of type, class, TTL and data length, between a record's name and its data (RFC 1035 section 4.1.3). */
const FIXED_LENGTH = 10
/** Octets of serial, refresh, retry, expire and minimum, at the end of an SOA (RFC 1035 section 3.3.13). */
const SOA_NUMBERS_LENGTH = 20

/** Created once, like the error of `readName`. */
const TRUNCATED_RECORD = new RangeError('a DNS record is truncated')

/** A record of class IN. */
export interface WireRecord {
  /** In the form of `readName`. */
  readonly name: string
  readonly type: number
  /** Seconds. */
  readonly ttl: number
  /** Offsets of the data in the packet; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

interface Soa {
  /** Name of the zone. */
  readonly name: string
  readonly ttl: number
  readonly minimum: number
}

/** The parts of a message that a stub resolver needs. */
export interface Message {
  /** Includes the upper eight bits from the OPT record, if there is one (RFC 6891 section 6.1.3). */
  readonly rcode: number
  readonly authoritative: boolean
  /** CNAMEs and records of the requested type. */
  readonly answers: readonly WireRecord[]
  readonly soas: readonly Soa[]
  /** Whether the authority section has NS records. */
  readonly delegates: boolean
}

/**
 * Parses a packet in one pass. Only the names of relevant records are decoded, each at a bounded cost, so the time is
 * linear in the packet's length, whatever its counts and pointers are.
 * @throws RangeError if the packet is shorter than its header and records claim
 */
export function parseMessage(bytes: Buffer, type: number): Message {
  const answers: WireRecord[] = []
  const soas: Soa[] = []
  let delegates = false
  let extendedRcode = 0

  let at = HEADER_LENGTH
  for (let left = bytes.readUInt16BE(4); left > 0; left--) at = skipName(bytes, at) + 4
  let ownerAt = -1
  let owner = ''
  for (let section = 0; section < 3; section++) {
    for (let left = bytes.readUInt16BE(6 + 2 * section); left > 0; left--) {
      const nameAt = at
      const fixed = skipName(bytes, at)
      const start = fixed + FIXED_LENGTH
      const end = start > bytes.length ? Infinity : start + bytes.readUInt16BE(fixed + 8)
      if (end > bytes.length) throw TRUNCATED_RECORD
      at = end
      const recordType = bytes.readUInt16BE(fixed)
      const isRelevant =
        section === 0 ? recordType === type || recordType === TYPE.CNAME : section === 1 && recordType === TYPE.SOA
      if (isRelevant && bytes.readUInt16BE(fixed + 2) === CLASS_IN) {
        // Most records of an answer point to the same name.
        const pointer = bytes[nameAt]! >= 0xc0 ? bytes.readUInt16BE(nameAt) : -1
        const name = pointer >= 0 && pointer === ownerAt ? owner : readName(bytes, nameAt)
        ownerAt = pointer
        owner = name
        const ttl = readTtl(bytes, fixed + 4)
        if (section === 0) answers.push({ name, type: recordType, ttl, start, end })
        else soas.push({ name, ttl, minimum: readMinimum(bytes, start, end) })
      } else if (recordType === TYPE.NS && section === 1) delegates = true
      else if (recordType === TYPE.OPT && section === 2) extendedRcode ||= bytes[fixed + 4]!
    }
  }
  return {
    rcode: (bytes[3]! & 0x0f) | (extendedRcode << 4),
    authoritative: (bytes[2]! & 0x04) !== 0,
    answers,
    soas,
    delegates,
  }
}

/** Reads a TTL; with its highest bit set it counts as zero (RFC 2181 section 8). */
function readTtl(bytes: Buffer, at: number): number {
  const ttl = bytes.readUInt32BE(at)
  return ttl > 0x7fff_ffff ? 0 : ttl
}

function readMinimum(bytes: Buffer, start: number, end: number): number {
  const numbers = skipName(bytes, skipName(bytes, start))
  if (numbers + SOA_NUMBERS_LENGTH !== end) throw new RangeError('an SOA record has the wrong length')
  return bytes.readUInt32BE(end - 4)
}
