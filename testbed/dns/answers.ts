// What a DNS server answers from a zone, and how it misbehaves where the zone says so.
import type { Answer as DnsRecord, Packet } from 'dns-packet'

type Behaviour =
  /** Error codes, without records. */
  | 'servfail'
  | 'refused'
  | 'notimp'
  /** Never answers. */
  | 'silent'
  /** Truncates its answer over UDP (TC flag). */
  | 'truncated'
  /** Truncates it over TCP too. */
  | 'always_truncated'
  /** A forged response with another id, question or source port; the real response follows. */
  | 'wrong_id'
  | 'wrong_question'
  | 'wrong_source'
  /** Random bytes instead of a packet; the real response follows. */
  | 'noise_first'
  /** The header and the question are right, the records are cut off. */
  | 'cut_short'
  /** Repeats the question in lower case, over UDP and TCP, or over UDP only. */
  | 'lower_case'
  | 'lower_case_over_udp'
  /** Leaves the question out of an error over UDP; answers over TCP. */
  | 'servfail_without_question'
  | 'formerr_without_question'
  /** A forged response over UDP whose question differs in case; the real response follows. */
  | 'wrong_case'
  /** Answers twice. */
  | 'twice'
  /** Many forged responses with other ids; the real response follows. */
  | { readonly guesses: number }
  /** Does not support EDNS. */
  | 'formerr_on_edns'
  /** Does not recurse: points to other name servers. */
  | 'referral'
  /** Misbehaves this many times, then answers. */
  | { readonly servfailTimes: number }
  | { readonly silentTimes: number }
  /** Any bytes, from the query and the real response. */
  | { readonly bytes: (query: Buffer, truth: Buffer) => Buffer }

/** One name. A name that is not in the zone does not exist. */
export interface ZoneEntry {
  readonly MX?: readonly (readonly [preference: number, exchange: string])[]
  readonly A?: readonly string[]
  readonly AAAA?: readonly string[]
  readonly PTR?: readonly string[]
  readonly CNAME?: string
  /** An alias whose target the server leaves to the resolver. */
  readonly openCNAME?: string
  /** TTL of every record here, in seconds. Default: 300. */
  readonly ttl?: number
  /** The SOA in negative responses; `ttl` and `minimum` default to 60. */
  readonly SOA?: { readonly ttl: number; readonly minimum: number } | 'none'
  /** The name does not exist, although it is in the table (to give its SOA). */
  readonly missing?: true
  /** Delay of the response. */
  readonly delayMs?: number
  readonly does?: Behaviour | { readonly [type in 'MX' | 'A' | 'AAAA']?: Behaviour }
  readonly tcp?: 'hangs_up' | 'in_pieces'
}

export type Zone = { readonly [name: string]: ZoneEntry }

interface ReceivedQuery {
  readonly name: string
  readonly type: string
  readonly over: 'udp' | 'tcp'
  readonly edns: boolean
  /** How often the same question was received before. */
  readonly before: number
}

type Reply = { readonly delayMs: number } & (
  | { readonly kind: 'silent' }
  | { readonly kind: 'packet'; readonly packet: Packet }
  | { readonly kind: 'raw'; readonly packet: Packet; readonly bytes: (query: Buffer, truth: Buffer) => Buffer }
  | {
      readonly kind: 'forged_first'
      readonly packet: Packet
      readonly forged: Packet
      readonly forge: (bytes: Buffer, time: number) => Buffer
      readonly fromElsewhere: boolean
      /** Their number. Default: 1. */
      readonly times?: number
    }
)

const RECURSIVE = 0x0180
const TRUNCATED = 0x0200
const FORMERR = 1
const SERVFAIL = 2
const NXDOMAIN = 3
const NOTIMP = 4
const REFUSED = 5
/** The content of forged responses; a lookup that returns it was spoofed. */
const LIE = '6.6.6.6'

/** The server's response to a question. */
export function answerOf(zone: ReadonlyMap<string, ZoneEntry>, received: ReceivedQuery): Reply {
  const entry = zone.get(received.name)
  const delayMs = entry?.delayMs ?? 0
  const packet = truth(zone, received)
  const code = (rcode: number): Reply => ({ kind: 'packet', delayMs, packet: { flags: RECURSIVE | rcode } })
  const lie: Packet = {
    flags: RECURSIVE,
    answers: [
      received.type === 'MX'
        ? { type: 'MX', name: received.name, ttl: 300, data: { preference: 1, exchange: 'liar.net' } }
        : { type: 'A', name: received.name, ttl: 300, data: LIE },
    ],
  }
  const forged = (forge: (bytes: Buffer, time: number) => Buffer, fromElsewhere = false) => ({
    kind: 'forged_first' as const,
    delayMs,
    packet,
    forged: lie,
    forge,
    fromElsewhere,
  })

  const honest: Reply = { kind: 'packet', delayMs, packet }
  const wrongId = () => forged((bytes, time) => withId(bytes, bytes.readUInt16BE(0) + 1 + time))
  const does = behaviourOf(entry, received.type)
  if (typeof does === 'object') {
    if ('bytes' in does) return { kind: 'raw', delayMs, packet, bytes: does.bytes }
    if ('guesses' in does) return received.over === 'tcp' ? honest : { ...wrongId(), times: does.guesses }
    if ('servfailTimes' in does && received.before < does.servfailTimes) return code(SERVFAIL)
    if ('silentTimes' in does && received.before < does.silentTimes) return { kind: 'silent', delayMs }
    return { kind: 'packet', delayMs, packet }
  }
  const truncated: Reply = { kind: 'packet', delayMs, packet: { flags: RECURSIVE | TRUNCATED } }
  switch (does) {
    case undefined:
      return { kind: 'packet', delayMs, packet }
    case 'servfail':
      return code(SERVFAIL)
    case 'refused':
      return code(REFUSED)
    case 'notimp':
      return code(NOTIMP)
    case 'silent':
      return { kind: 'silent', delayMs }
    case 'truncated':
      return received.over === 'udp' ? truncated : { kind: 'packet', delayMs, packet }
    case 'always_truncated':
      return truncated
    case 'wrong_id':
      return wrongId()
    case 'wrong_question':
      return forged((bytes) => patched(bytes, 13, bytes[13] === 0x7a ? 0x79 : 0x7a))
    case 'wrong_case':
      return received.over === 'tcp' ? honest : forged((bytes) => patched(bytes, 13, bytes[13]! ^ 0x20))
    case 'lower_case':
      return { kind: 'raw', delayMs, packet, bytes: lowerCase }
    case 'lower_case_over_udp':
      return received.over === 'tcp' ? honest : { kind: 'raw', delayMs, packet, bytes: lowerCase }
    case 'servfail_without_question':
    case 'formerr_without_question': {
      const rcode = does === 'servfail_without_question' ? SERVFAIL : FORMERR
      return received.over === 'tcp'
        ? honest
        : { kind: 'raw', delayMs, packet, bytes: (query) => headerOnly(query, rcode) }
    }
    case 'twice':
      return { ...forged((bytes) => bytes), forged: packet }
    case 'wrong_source':
      return forged((bytes) => bytes, true)
    case 'noise_first':
      return forged((bytes) => Buffer.from(bytes.map((byte, at) => (at < 2 ? byte : byte ^ (at * 37)))))
    case 'cut_short':
      return { kind: 'raw', delayMs, packet, bytes: (query, whole) => whole.subarray(0, query.length + 2) }
    case 'formerr_on_edns':
      return received.edns ? code(FORMERR) : { kind: 'packet', delayMs, packet }
    case 'referral':
      return {
        kind: 'packet',
        delayMs,
        packet: { flags: 0, authorities: [{ type: 'NS', name: 'net', data: 'ns.net' }] },
      }
  }
}

function behaviourOf(entry: ZoneEntry | undefined, type: string): Behaviour | undefined {
  const does = entry?.does
  if (
    typeof does !== 'object' ||
    'bytes' in does ||
    'guesses' in does ||
    'servfailTimes' in does ||
    'silentTimes' in does
  )
    return does
  return does[type as 'MX' | 'A' | 'AAAA']
}

/** The response of an honest server: aliases followed, an SOA with every negative answer. */
function truth(zone: ReadonlyMap<string, ZoneEntry>, { name, type }: ReceivedQuery): Packet {
  const answers: DnsRecord[] = []
  let at = name
  for (let steps = 0; steps < 32; steps++) {
    const entry = zone.get(at)
    const alias = entry?.CNAME ?? entry?.openCNAME
    if (!entry || !alias) return { ...ending(entry, at, type), answers: [...answers, ...records(entry, at, type)] }
    answers.push({ type: 'CNAME', name: at, ttl: entry.ttl ?? 300, data: alias })
    if (entry.openCNAME) break
    at = alias.toLowerCase()
  }
  return { flags: RECURSIVE, answers }
}

function ending(entry: ZoneEntry | undefined, name: string, type: string): Packet {
  const exists = entry !== undefined && !entry.missing
  const positive = records(entry, name, type).length > 0
  const soa = entry?.SOA ?? { ttl: 60, minimum: 60 }
  const parent = name.split('.').slice(-2).join('.')
  return {
    flags: RECURSIVE | (exists ? 0 : NXDOMAIN),
    authorities: positive || soa === 'none' ? [] : [soaRecord(parent, soa.ttl, soa.minimum)],
  }
}

function records(entry: ZoneEntry | undefined, name: string, type: string): DnsRecord[] {
  const ttl = entry?.ttl ?? 300
  switch (type) {
    case 'MX':
      return (entry?.MX ?? []).map(([preference, exchange]) => ({ type, name, ttl, data: { preference, exchange } }))
    case 'A':
      return (entry?.A ?? []).map((data) => ({ type, name, ttl, data }))
    case 'AAAA':
      return (entry?.AAAA ?? []).map((data) => ({ type, name, ttl, data }))
    case 'PTR':
      return (entry?.PTR ?? []).map((data) => ({ type, name, ttl, data }))
    default:
      return []
  }
}

const soaRecord = (name: string, ttl: number, minimum: number): DnsRecord => ({
  type: 'SOA',
  name,
  ttl,
  data: { mname: 'ns.net', rname: 'hostmaster.net', serial: 1, refresh: 3600, retry: 600, expire: 86400, minimum },
})

/** A header with an error code, and nothing after it. */
function headerOnly(query: Buffer, rcode: number): Buffer {
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | rcode, 2)
  return header
}

/** The question's letters in lower case. */
function lowerCase(query: Buffer, truth: Buffer): Buffer {
  const copy = Buffer.from(truth)
  for (let at = 12; at < query.length - 15; at++) if (copy[at]! >= 0x41 && copy[at]! <= 0x5a) copy[at]! += 0x20
  return copy
}

function withId(bytes: Buffer, id: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(id & 0xffff)
  return copy
}

const patched = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}
