// Turns a point into the bytes that are sent: heads, chunks, frames and header entries.
import type { Point } from './point.js'
import { type Ids, type Request, requestsOf } from './targets.js'

/** One request, message, or series of pipelined requests as it is sent. */
export interface Wire {
  /** Sent at once, before the stream. */
  readonly head: Buffer
  readonly stream: Buffer
  /** Bytes of the stream that one piece takes, with its framing. */
  readonly step: number
  /** Bytes of one TCP write when nothing slows the sender down. */
  readonly write: number
  /** Requests or messages that the wire consists of; each has one response. */
  readonly requests: number
}

export interface WireOptions {
  readonly host: string
  /** A key for each request; undefined without one. */
  readonly key: () => string | undefined
  readonly ids?: Ids
  /** Of the page that the requests come from, if any. */
  readonly origin?: string | undefined
}

const FRAMED_WRITE = 65_536
/** Beyond it, a body of small pieces would be mostly framing. */
const MAX_PIECES = 1_000_000
/** Headers and queries that the service still reads. */
const MAX_HEAD = 15_000
/** Memory for wires that differ, and their number. */
const WIRES_BYTES = 4_194_304
const MAX_WIRES = 4_096
const GROWING_HEADERS = ['Accept', 'Accept-Encoding', 'Accept-Language', 'X-Forwarded-For', 'Cookie']

/** The wires of a point, to be sent in turns. */
export function wiresOf(point: Point, options: WireOptions): Wire[] {
  const requests = requestsOf(point, options.ids)
  const make = (turn: number) => wireOf(point, requests[turn % requests.length]!, turn, options)
  const first = make(0)
  const room = Math.floor(WIRES_BYTES / (first.head.length + first.stream.length))
  const count = Math.max(requests.length, Math.min(MAX_WIRES, room))
  return [first, ...Array.from({ length: count - 1 }, (_, at) => make(at + 1))]
}

function wireOf(point: Point, request: Request, turn: number, options: WireOptions): Wire {
  const { transport, piece } = point
  const bytes = Math.min(point.bytes, piece * MAX_PIECES)
  const { method, path, contentType } = request
  const lines = (extra: readonly string[] = [], suffix = '') =>
    Buffer.from(request.head?.(options.host) ?? headOf(`${method} ${path}${suffix}`, options, extra))
  const unframed = { step: piece, write: piece, requests: 1 }
  switch (transport) {
    case 'length':
    case 'form': {
      const stream = request.body(bytes, turn)
      return { ...unframed, head: lines([`Content-Type: ${contentType}`, `Content-Length: ${stream.length}`]), stream }
    }
    case 'chunked':
    case 'form-chunked': {
      const head = lines([`Content-Type: ${contentType}`, 'Transfer-Encoding: chunked'])
      return { ...framed(request.body(bytes, turn), piece, chunkOf, '0\r\n\r\n'), head }
    }
    case 'websocket':
      return { ...framed(request.body(bytes, turn), piece, frameOf), head: NOTHING }
    case 'pipelined': {
      const length = method === 'GET' ? [] : ['Content-Length: 0']
      const count = Math.max(1, Math.floor(bytes / lines(length).length))
      const stream = Buffer.concat(Array.from({ length: count }, () => lines(length)))
      return { ...unframed, head: NOTHING, stream, requests: count }
    }
    case 'headers': {
      const name = GROWING_HEADERS[turn % GROWING_HEADERS.length]!
      const stream = lines([`${name}: ${entries(Math.min(bytes, MAX_HEAD), piece, ',')}`])
      return { head: NOTHING, stream, step: piece + 1, write: FRAMED_WRITE, requests: 1 }
    }
    case 'query': {
      const stream = lines([], `?${entries(Math.min(bytes, MAX_HEAD), piece, '&')}`)
      return { head: NOTHING, stream, step: piece + 1, write: FRAMED_WRITE, requests: 1 }
    }
  }
}

function headOf(start: string, { host, key, origin }: WireOptions, extra: readonly string[]): string {
  const value = key()
  const known = [...(value === undefined ? [] : [`X-API-Key: ${value}`]), ...(origin ? [`Origin: ${origin}`] : [])]
  const lines = [`Host: ${host}`, ...known, ...extra]
  return `${start} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Entries of a length, as many as fit. */
function entries(bytes: number, piece: number, separator: string): string {
  const length = Math.min(piece, bytes)
  return Array.from({ length: Math.max(1, Math.floor(bytes / (length + 1))) }, () => 'a'.repeat(length)).join(separator)
}

/** Header and trailer of a piece. */
type Frame = (length: number, isFirst: boolean, isLast: boolean) => readonly [before: Buffer, after: Buffer]

const CRLF = Buffer.from('\r\n')
const NOTHING = Buffer.alloc(0)
const chunkOf: Frame = (length) => [Buffer.from(`${length.toString(16)}\r\n`), CRLF]
/** A frame of a text message. */
const frameOf: Frame = (length, isFirst, isLast) => [
  webSocketHeader((isLast ? 0x80 : 0) | (isFirst ? 0x01 : 0x00), length),
  NOTHING,
]

/** Divides a body into pieces. Copies into one buffer, because a million small ones would cost the attacker too much. */
function framed(body: Buffer, piece: number, frame: Frame, end = ''): Omit<Wire, 'head'> {
  const pieces = Math.max(1, Math.ceil(body.length / piece))
  const middle = frame(piece, false, false)
  const frameAt = (at: number) => {
    const isInside = at > 0 && at < pieces - 1
    return isInside ? middle : frame(Math.min(piece, body.length - at * piece), at === 0, at === pieces - 1)
  }
  const most = frame(piece, true, true).reduce((sum, { length }) => sum + length, 0)
  const buffer = Buffer.allocUnsafe(body.length + pieces * most + end.length)
  let length = 0
  for (let at = 0; at < pieces; at++) {
    const [before, after] = frameAt(at)
    length += before.copy(buffer, length)
    length += body.copy(buffer, length, at * piece, (at + 1) * piece)
    length += after.copy(buffer, length)
  }
  const step = Math.ceil(length / pieces) + end.length
  length += buffer.write(end, length)
  return { stream: buffer.subarray(0, length), step, write: FRAMED_WRITE, requests: 1 }
}

/**
 * The header of a masked frame (RFC 6455 section 5.2). The mask is zero, so that the payload stays as it is.
 * @param first FIN and opcode
 */
export function webSocketHeader(first: number, length: number): Buffer {
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const header = Buffer.alloc(2 + extended + 4)
  header[0] = first
  header[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127)
  if (extended === 2) header.writeUInt16BE(length, 2)
  if (extended === 8) header.writeBigUInt64BE(BigInt(length), 2)
  return header
}

/** The request that opens a WebSocket, and the message that begins the protocol. */
export const openingOf = (options: WireOptions): readonly [upgrade: Buffer, init: Buffer] => {
  const lines = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const init = Buffer.from(JSON.stringify({ type: 'connection_init' }))
  return [
    Buffer.from(headOf('GET /graphql', options, lines)),
    Buffer.concat([webSocketHeader(0x81, init.length), init]),
  ]
}
