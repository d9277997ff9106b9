// Events as records of the LMDB log, and back. A record is compact, or JSON as earlier releases wrote all of them.
import { createHash } from 'node:crypto'
import { createIso } from '../../../kernel/clock.js'
import type { Meta, NewEvent, Recorded } from '../../../kernel/envelope.js'
import { UnreadableEvent } from '../../../kernel/ports/eventStore.js'
import { readNumber, writeNumber } from '../../lmdb/bytes.js'
import { CHECKSUM_BYTES, hasChecksum, writeChecksum } from '../../lmdb/checksum.js'
import type { DictionaryTable } from './dictionaryTable.js'
import { plainJson } from './plainJson.js'
import { toPosition } from './position.js'
import { createDecoder } from './records/decoder.js'
import { createEncoder, type Encoded } from './records/encoder.js'
import { COMPACT, JSON_TEXT, PLACE_BYTES, TIME_BYTES } from './records/tags.js'
import { writeVarint } from './records/varint.js'

/** An event that was encoded before its transaction starts, so that the transaction cannot fail because of it. */
export interface Prepared {
  readonly id: string
  readonly type: string
  readonly stream: string
  readonly data: unknown
  readonly meta: Meta
  readonly encoded: Encoded
}

/** An event's place, known once its transaction holds the log. */
export interface Place {
  readonly revision: number
  readonly position: number
  readonly recordedAt: string
}

export function createCodec(dictionary: DictionaryTable) {
  const encode = createEncoder()
  const {
    decode: decodeCompact,
    decodeOf,
    last,
  } = createDecoder({
    known: dictionary.known.entry,
    read: dictionary.entry,
  })
  const moment = createIso()

  function prepare(stream: string, event: NewEvent): Prepared {
    const data = plainJson(event.data)
    const meta = plainJson(event.meta) as Meta
    const { id, type } = event
    return { id, type, stream, data, meta, encoded: encode({ id, type, stream, data, meta }, dictionary.known) }
  }

  /** The record of an event, inside its transaction, in which the dictionary learns what the event wants. */
  function record(event: Prepared, place: Place): Uint8Array {
    const { wanted } = event.encoded
    const { bytes } = wanted.length > 0 ? encode(event, dictionary.add(wanted)) : event.encoded
    if (!bytes) return jsonRecord(event, place)
    let end = writeVarint(place.revision, bytes, bytes.length - PLACE_BYTES)
    end = writeNumber(Date.parse(place.recordedAt), bytes, end)
    return bytes.subarray(0, writeChecksum(bytes, end, place.position >>> 0))
  }

  /**
   * Reads a record.
   * @param types if given, events of other types are undefined, and not decoded
   * @throws UnreadableEvent when the record is damaged or missing: an event is never skipped
   */
  function read(bytes: Uint8Array | undefined, number: number, types?: ReadonlySet<string>): Recorded | undefined {
    if (bytes && isChecked(bytes)) requireChecksum(bytes, number)
    if (bytes?.[0] !== COMPACT) {
      const type = bytes && types && jsonType(bytes)
      if (type !== undefined && !types!.has(type)) return undefined
      const event = decodeJson(bytes, number)
      return !types || types.has(event.type) ? event : undefined
    }
    const event = compact(bytes, number, types)
    return event && recorded(event, { revision: event.revision, position: number, recordedAt: moment(event.time) })
  }

  const decode = (bytes: Uint8Array | undefined, number: number): Recorded => read(bytes, number)!

  /** When an event was recorded, in milliseconds since the epoch. @throws UnreadableEvent */
  function timeOf(bytes: Uint8Array | undefined, number: number): number {
    if (bytes?.[0] !== COMPACT) return Date.parse(decode(bytes, number).recordedAt)
    requireChecksum(bytes, number)
    return readNumber(bytes, bytes.length - CHECKSUM_BYTES - TIME_BYTES)
  }

  function decodeJson(bytes: Uint8Array | undefined, number: number): Recorded {
    let stored: Partial<JsonRecord> | undefined
    try {
      stored = JSON.parse(bytes ? textOf(bytes) : '')
    } catch (error) {
      throw damaged(bytes, number, error)
    }
    if (!isComplete(stored)) throw damaged(bytes, number)
    const { revision, recordedAt } = stored
    return recorded(stored, { revision, position: number, recordedAt })
  }

  function compact(bytes: Uint8Array, number: number, types: ReadonlySet<string> | undefined) {
    try {
      return types ? decodeOf(bytes, types) : decodeCompact(bytes)
    } catch (error) {
      // Reading the dictionary has overwritten the bytes.
      throw damaged(last(), number, error)
    }
  }

  function requireChecksum(bytes: Uint8Array, number: number): void {
    if (hasChecksum(bytes, bytes.length, number >>> 0)) return
    throw damaged(bytes, number, new Error('its checksum does not match'))
  }

  function damaged(bytes: Uint8Array | undefined, number: number, cause?: unknown): UnreadableEvent {
    const content = bytes ? Buffer.from(bytes.subarray(0, bytes.length)) : Buffer.alloc(0)
    const event = {
      position: toPosition(number),
      ...namesIn(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    }
    return new UnreadableEvent(event, { cause })
  }

  /** What a damaged record seems to be, for the operator. */
  function namesIn(content: Buffer): { type: string | null; stream: string | null } {
    if (content[0] !== COMPACT) {
      const text = content.toString('utf8')
      return { stream: memberOf(text, 'stream'), type: memberOf(text, 'type') }
    }
    try {
      const { stream, type } = decodeCompact(content)
      return { stream: NAME.test(stream) ? stream : null, type: NAME.test(type) ? type : null }
    } catch {
      return { stream: null, type: null }
    }
  }

  return { prepare, record, read, decode, timeOf }
}

export type Codec = ReturnType<typeof createCodec>

export function recorded(
  { id, type, stream, data, meta }: Pick<JsonRecord, 'id' | 'type' | 'stream' | 'data' | 'meta'>,
  { revision, position, recordedAt }: Place,
): Recorded {
  return { id, type, stream, revision: BigInt(revision), position: toPosition(position), recordedAt, data, meta }
}

interface JsonRecord {
  readonly id: string
  readonly type: string
  readonly stream: string
  readonly data: unknown
  readonly meta: Meta
  readonly revision: number
  readonly recordedAt: string
}

/** Bytes of JSON per character, at most: an escaped control character. */
const MAX_CHARACTER_BYTES = 6

/** Whether events take more bytes of JSON than a limit. */
export function areLarger(events: readonly Prepared[], limit: number): boolean {
  if (events.reduce((sum, { encoded }) => sum + encoded.characters, 0) * MAX_CHARACTER_BYTES <= limit) return false
  const sizes = events.map(({ id, type, data, meta }) => Buffer.byteLength(JSON.stringify({ id, type, data, meta })))
  return sizes.reduce((sum, size) => sum + size, 0) > limit
}

/** JSON that starts with the type, so that readers of few types need not parse the rest. */
function jsonRecord({ type, id, data, meta, stream }: Prepared, { position, ...place }: Place): Uint8Array {
  const text = Buffer.from(JSON.stringify({ type, id, data, meta, stream, ...place }))
  const bytes = Buffer.allocUnsafe(1 + text.length + CHECKSUM_BYTES)
  bytes[0] = JSON_TEXT
  text.copy(bytes, 1)
  writeChecksum(bytes, 1 + text.length, position >>> 0)
  return bytes
}

/** JSON without a checksum may have lost a member to a damaged name. */
const isComplete = (stored: Partial<JsonRecord> | undefined | null): stored is JsonRecord =>
  typeof stored?.recordedAt === 'string' &&
  typeof stored.revision === 'number' &&
  typeof stored.id === 'string' &&
  typeof stored.type === 'string' &&
  typeof stored.stream === 'string' &&
  typeof stored.meta === 'object'

const utf8Slice = Buffer.prototype.utf8Slice as (this: Uint8Array, start: number, end: number) => string

/** The JSON of a record that is not compact. */
const textOf = (bytes: Uint8Array): string =>
  bytes[0] === JSON_TEXT
    ? utf8Slice.call(bytes, 1, bytes.length - CHECKSUM_BYTES)
    : utf8Slice.call(bytes, 0, bytes.length)

/** Whether a record ends with a checksum. */
const isChecked = (bytes: Uint8Array): boolean => bytes[0] === COMPACT || bytes[0] === JSON_TEXT

const BEFORE_TYPE = '{"type":"'.length
const QUOTE = 0x22

/** The type of a record in JSON, without parsing the rest; undefined if it is escaped. */
function jsonType(bytes: Uint8Array): string | undefined {
  const start = (bytes[0] === JSON_TEXT ? 1 : 0) + BEFORE_TYPE
  let end = start
  while (end < bytes.length && bytes[end] !== QUOTE) end++
  const type = utf8Slice.call(bytes, start, end)
  return type.includes('\\') ? undefined : type
}

const NAME = /^[A-Za-z0-9_.-]{1,200}$/

/** A member of damaged JSON, if it looks like a name; the stream comes last in the text. */
function memberOf(text: string, name: string): string | null {
  const matches = [...text.matchAll(new RegExp(`"${name}":"([A-Za-z0-9_.-]{1,200})"`, 'g'))]
  return (name === 'type' ? matches[0] : matches.at(-1))?.[1] ?? null
}
