// Encodes DNS queries, and matches responses to them.
import { random16 } from '../spoofing/random.js'
import { CLASS_IN, HEADER_LENGTH, TYPE } from './message.js'

export type QueryType = 'A' | 'AAAA' | 'MX' | 'PTR'

export interface Question {
  /** Lower-case; valid according to `isHostName`. */
  readonly name: string
  readonly type: QueryType
  /** Whether to announce a larger answer size (RFC 6891). */
  readonly edns: boolean
}

const OPT_LENGTH = 11
/** Octets; the size that passes all common paths without fragmentation (DNS flag day 2020). */
const UDP_PAYLOAD = 1232

/**
 * Encodes a query with recursion desired, in the format for UDP.
 * @param mixCase whether to randomize the case of each letter of the name (draft-vixie-dnsext-dns0x20): an answer
 * repeats the question, so an attacker has to guess one more bit per letter
 */
export function encodeQuery(id: number, { name, type, edns }: Question, mixCase: boolean): Buffer {
  const questionEnd = HEADER_LENGTH + name.length + 2 + 4
  const packet = Buffer.allocUnsafe(questionEnd + (edns ? OPT_LENGTH : 0))
  packet.writeUInt16BE(id, 0)
  packet.writeUInt32BE(0x0100_0001, 2)
  packet.writeUInt32BE(0, 6)
  packet.writeUInt16BE(edns ? 1 : 0, 10)

  let lengthAt = HEADER_LENGTH
  let at = lengthAt + 1
  /** Random bits below a leading 1; when only the 1 is left, they are used up. */
  let bits = 1
  for (let i = 0; i < name.length; i++, at++) {
    const code = name.charCodeAt(i)
    if (code === 0x2e) {
      packet[lengthAt] = at - lengthAt - 1
      lengthAt = at
    } else if (mixCase && isLetter(code)) {
      if (bits === 1) bits = 0x1_0000 | random16()
      packet[at] = code ^ ((bits & 1) << 5)
      bits >>= 1
    } else {
      packet[at] = code
    }
  }
  packet[lengthAt] = at - lengthAt - 1
  packet[at] = 0
  packet.writeUInt16BE(TYPE[type], at + 1)
  packet.writeUInt16BE(CLASS_IN, at + 3)

  if (edns) {
    packet[questionEnd] = 0
    packet.writeUInt16BE(TYPE.OPT, questionEnd + 1)
    packet.writeUInt16BE(UDP_PAYLOAD, questionEnd + 3)
    packet.writeUInt32BE(0, questionEnd + 5)
    packet.writeUInt16BE(0, questionEnd + 9)
  }
  return packet
}

/**
 * How a packet answers a query:
 * - `exact`: a response with the same id, opcode and question, octet by octet (RFC 5452 section 9.1);
 * - `case`: the question differs in case only; names are case-insensitive (RFC 4343), but most servers preserve case;
 * - `no_question`: an error with the same id and no question, as from a server that could not parse the query;
 * - `no_answer`: anything else.
 */
type Match = 'exact' | 'case' | 'no_question' | 'no_answer'

/** Compares a packet with a query. @param nameLength length of the queried name in presentation form, in octets */
export function matchAnswer(packet: Buffer, query: Buffer, nameLength: number): Match {
  if (packet.length < HEADER_LENGTH || packet[0] !== query[0] || packet[1] !== query[1]) return 'no_answer'
  const flags = packet[2]!
  const isStandardResponse = (flags & 0xf8) === 0x80
  if (!isStandardResponse) return 'no_answer'
  const questions = (packet[4]! << 8) | packet[5]!
  if (questions === 0) return isServerError(packet) ? 'no_question' : 'no_answer'
  const nameEnd = HEADER_LENGTH + nameLength + 2
  const end = nameEnd + 4
  if (questions !== 1 || packet.length < end) return 'no_answer'
  let match: Match = 'exact'
  for (let i = HEADER_LENGTH; i < end; i++) {
    if (packet[i] === query[i]) continue
    if (i >= nameEnd || (packet[i]! ^ query[i]!) !== 0x20 || !isLetter(packet[i]! | 0x20)) return 'no_answer'
    match = 'case'
  }
  return match
}

const isLetter = (lower: number): boolean => lower >= 0x61 && lower <= 0x7a

const isServerError = (packet: Buffer): boolean => {
  const rcode = packet[3]! & 0x0f
  return rcode !== 0 && rcode !== 3
}

/** FORMERR: the server may not support EDNS (RFC 6891 section 7). */
export const isFormatError = (packet: Buffer): boolean => (packet[3]! & 0x0f) === 1

/** The answer did not fit; the query must be repeated over TCP (RFC 1035 section 4.2.1, RFC 2181 section 9). */
export const isTruncated = (packet: Buffer): boolean => (packet[2]! & 0x02) !== 0
