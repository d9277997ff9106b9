import { CLASS_IN, HEADER_LENGTH, TYPE } from './message.js'

export type QueryType = 'A' | 'AAAA' | 'MX'

export interface Question {
  /** Lower-case, checked by `isHostName`. */
  readonly name: string
  readonly type: QueryType
  /** Whether to announce a larger answer size (RFC 6891). */
  readonly edns: boolean
}

const OPT_LENGTH = 11
/** The size that passes every common path unfragmented (DNS flag day 2020). */
const UDP_PAYLOAD = 1232

/** One query with recursion desired, as it goes over UDP. */
export function encodeQuery(id: number, { name, type, edns }: Question): Buffer {
  const questionEnd = HEADER_LENGTH + name.length + 2 + 4
  const packet = Buffer.allocUnsafe(questionEnd + (edns ? OPT_LENGTH : 0))
  packet.writeUInt16BE(id, 0)
  packet.writeUInt32BE(0x0100_0001, 2)
  packet.writeUInt32BE(0, 6)
  packet.writeUInt16BE(edns ? 1 : 0, 10)

  let lengthAt = HEADER_LENGTH
  let at = lengthAt + 1
  for (let i = 0; i < name.length; i++, at++) {
    const code = name.charCodeAt(i)
    if (code === 0x2e) {
      packet[lengthAt] = at - lengthAt - 1
      lengthAt = at
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
 * Whether `packet` answers `query`: a response of the same id to the same question (RFC 5452 section 9.1).
 * A server that could not read or would not take the question may leave it out; its error counts all the same.
 */
export function answers(packet: Buffer, query: Buffer, { name }: Question): boolean {
  if (packet.length < HEADER_LENGTH || packet[0] !== query[0] || packet[1] !== query[1]) return false
  const flags = packet[2]!
  const isStandardResponse = (flags & 0xf8) === 0x80
  if (!isStandardResponse) return false
  const questions = packet.readUInt16BE(4)
  if (questions === 0) return isServerError(packet)
  const end = HEADER_LENGTH + name.length + 2 + 4
  if (questions !== 1 || packet.length < end) return false
  for (let i = HEADER_LENGTH; i < end; i++) {
    if (packet[i] !== query[i] && !sameLetter(packet[i]!, query[i]!)) return false
  }
  return true
}

/** Names compare without regard to case (RFC 4343); the query is lower-case. */
const sameLetter = (given: number, lower: number): boolean => given >= 0x41 && given <= 0x5a && given + 0x20 === lower

const isServerError = (packet: Buffer): boolean => {
  const rcode = packet[3]! & 0x0f
  return rcode !== 0 && rcode !== 3
}

/** The answer did not fit: to be asked again over TCP (RFC 1035 section 4.2.1, RFC 2181 section 9). */
export const isTruncated = (packet: Buffer): boolean => (packet[2]! & 0x02) !== 0
