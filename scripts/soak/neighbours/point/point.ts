// A point in the space of attacks: its dimensions, and the text that names and replays it.

/** The values that the search tries. A point that is written by hand may have other numbers. */
export const DIMENSIONS = {
  /**
   * How the bytes are framed: a body with Content-Length or in chunks, an upload with either, messages over WebSocket,
   * requests without a body one after the other, or a request whose headers or query grow.
   */
  transport: ['length', 'chunked', 'form', 'form-chunked', 'websocket', 'pipelined', 'headers', 'query'],
  /**
   * Key: none, a new random one for each request, of a free account, of its sandbox, of an account on the growth plan, or that
   * account's publishable one, sent by many visitors of the page that it is for, or of a foreign one.
   */
  identity: ['none', 'unknown', 'free', 'sandbox', 'paid', 'publishable', 'foreign'],
  /** Bytes of one body, message, head or series of pipelined requests. */
  bytes: [128, 1_024, 16_384, 65_536, 1_048_576, 16_777_216],
  /** Bytes of one chunk, frame, header entry or query parameter; of one TCP write where the transport has none of these. */
  piece: [1, 16, 64, 1_024, 65_536, 1_048_576],
  /** As fast as the uplink carries it; one piece a second; or a break of four seconds before the last piece and the next request. */
  pace: ['burst', 'drip', 'pause'],
  /** Sent as a whole; closed halfway; or kept open without its last piece. */
  completeness: ['finished', 'abandoned', 'held'],
  /** Sockets at the same time. */
  concurrency: [1, 8, 64, 512],
  /** Responses are read, read slowly, or never read. */
  reading: ['reads', 'slowly', 'never'],
} as const

/** Whether the key is in the source of a page, so that its abuse must not use up its account. */
export const isPublished = ({ identity }: Pick<Point, 'identity'>): boolean =>
  identity === 'publishable' || identity === 'foreign'

export type Dimension = keyof typeof DIMENSIONS
type Choice<D extends Dimension> = (typeof DIMENSIONS)[D][number]

export interface Point {
  readonly transport: Choice<'transport'>
  /** What is requested, as `targets.ts` reads it. */
  readonly target: string
  readonly identity: Choice<'identity'>
  readonly bytes: number
  readonly piece: number
  readonly pace: Choice<'pace'>
  readonly completeness: Choice<'completeness'>
  readonly concurrency: number
  readonly reading: Choice<'reading'>
}

/** The largest body that is built: the largest JSON body that any operation reads. */
const MAX_BYTES = 16_777_216
const MAX_CONCURRENCY = 10_000

/** For example `chunked graphql:typename none 1048576/1 burst finished x8 reads`. */
export const nameOf = (point: Point): string => {
  const { transport, target, identity, bytes, piece, pace, completeness, concurrency, reading } = point
  return [transport, target, identity, `${bytes}/${piece}`, pace, completeness, `x${concurrency}`, reading].join(' ')
}

/** @throws Error if a word is not a value of its dimension */
export function parsePoint(name: string): Point {
  const [transport, target, identity, size, pace, completeness, sockets, reading, ...rest] = name.trim().split(/\s+/)
  const [, bytes, piece] = /^(\d+)\/(\d+)$/.exec(size ?? '') ?? []
  const [, concurrency] = /^x(\d+)$/.exec(sockets ?? '') ?? []
  if (!target || rest.length > 0)
    throw new Error(
      `"${name}" is no attack. An attack has eight words: transport, target, identity, bytes/piece, pace, completeness, x sockets, reading.`,
    )
  return {
    transport: choiceOf('transport', transport),
    target,
    identity: choiceOf('identity', identity),
    bytes: numberOf('bytes', bytes, MAX_BYTES),
    piece: numberOf('piece', piece, MAX_BYTES),
    pace: choiceOf('pace', pace),
    completeness: choiceOf('completeness', completeness),
    concurrency: numberOf('concurrency', concurrency, MAX_CONCURRENCY),
    reading: choiceOf('reading', reading),
  }
}

function choiceOf<D extends Dimension>(dimension: D, word: string | undefined): Choice<D> {
  const values: readonly unknown[] = DIMENSIONS[dimension]
  if (!values.includes(word)) throw new Error(`"${word}" is no ${dimension}. Values: ${values.join(', ')}.`)
  return word as Choice<D>
}

function numberOf(dimension: Dimension, digits: string | undefined, most: number): number {
  const value = Number(digits)
  if (!(value >= 1 && value <= most)) throw new Error(`"${digits}" is no ${dimension}. Values: 1 to ${most}.`)
  return value
}
