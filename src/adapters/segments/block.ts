// The content of a block: events as compact records, one after the other.
import { eventText } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { eventId } from '../../kernel/ids.js'
import type { Position } from '../../kernel/position.js'
import { createDecoder } from '../eventstore/lmdb/records/decoder.js'
import { createDictionary, type Entry, kindOf, MAX_ENTRIES } from '../eventstore/lmdb/records/dictionary.js'
import { createEncoder } from '../eventstore/lmdb/records/encoder.js'
import { JSON_TEXT, PLACE_BYTES } from '../eventstore/lmdb/records/tags.js'
import { writeVarint } from '../eventstore/lmdb/records/varint.js'
import { MAX_NUMBER, writeNumber } from '../lmdb/bytes.js'

/**
 * For each event: how much each half of its position is above that of the event before (two varints; the first event of a block
 * has its position in the footer, and 0 here), the length of the record (varint), and the record. A record is as in the LMDB log (see
 * records/tags.ts), without its checksum; the id is empty if it follows from command and stream.
 */
const MAX_VARINT_BYTES = 8
const HALF_DIGITS = 16

/** Encodes events, with one dictionary for a whole file. */
export function createBlockEncoder() {
  const dictionary = createDictionary()
  const encode = createEncoder()
  const entries: Entry[] = []

  function compact({ id, type, stream, data, meta }: Recorded, revision: number, time: number): Uint8Array | undefined {
    const content = { id: id === eventId(stream, 0, meta) ? '' : id, type, stream, data, meta }
    let encoded = encode(content, dictionary)
    if (encoded.wanted.length > 0) {
      for (const entry of encoded.wanted) {
        if (dictionary.count(kindOf(entry)) >= MAX_ENTRIES) continue
        dictionary.add(entry)
        entries.push(entry)
      }
      encoded = encode(content, dictionary)
    }
    const { bytes } = encoded
    if (!bytes) return undefined
    const end = writeNumber(time, bytes, writeVarint(revision, bytes, bytes.length - PLACE_BYTES))
    return bytes.subarray(0, end)
  }

  return {
    entries: (): readonly Entry[] => entries,
    record(event: Recorded): Uint8Array {
      const time = Date.parse(event.recordedAt)
      const revision = Number(event.revision)
      const record = isUsual(event, revision, time) ? compact(event, revision, time) : undefined
      return record ?? Buffer.concat([Buffer.of(JSON_TEXT), Buffer.from(eventText(event))])
    },
  }
}

/** Whether the form of a compact record gives the event back exactly. */
const isUsual = ({ id, recordedAt }: Recorded, revision: number, time: number): boolean =>
  id !== '' &&
  Number.isSafeInteger(revision) &&
  time >= 0 &&
  time <= MAX_NUMBER &&
  new Date(time).toISOString() === recordedAt

/**
 * The bytes before a record.
 * @param block the positions of the block's first event, and of its last one so far
 * @returns undefined when the event cannot be in the block
 */
export function headOf(
  block: { readonly first: Position; readonly last: Position },
  position: Position,
  record: Uint8Array,
): Buffer | undefined {
  const above = (before: Position) => halvesOf(position).map((half, index) => Number(half - halvesOf(before)[index]!))
  const [high, low] = above(block.last)
  if (!(high! >= 0 && low! >= 0 && above(block.first).every(Number.isSafeInteger))) return undefined
  const head = Buffer.allocUnsafe(3 * MAX_VARINT_BYTES)
  const end = writeVarint(record.length, head, writeVarint(low!, head, writeVarint(high!, head, 0)))
  return head.subarray(0, end)
}

const halvesOf = (position: Position): [bigint, bigint] => [
  BigInt(`0x${position.slice(0, HALF_DIGITS)}`),
  BigInt(`0x${position.slice(HALF_DIGITS)}`),
]

/** A block that was decompressed. Events are decoded when they are read. */
export interface BlockEvents {
  /** Size of all records. */
  readonly bytes: number
  readonly positions: readonly Position[]
  type(index: number): string
  event(index: number): Recorded
}

/** Decodes the blocks of a file. @param entries its dictionary */
export function createBlockDecoder(entries: readonly Entry[]) {
  const { decode, typeOf } = createDecoder({
    known: (id) => entries[id - 1],
    read(id) {
      throw new Error(`the dictionary has no entry ${id}`)
    },
  })

  function decoded(record: Buffer, position: Position): Recorded {
    if (record[0] === JSON_TEXT) {
      const { revision, ...event } = JSON.parse(record.toString('utf8', 1))
      return { ...event, revision: BigInt(revision), position }
    }
    const { id, type, stream, revision, time, data, meta } = decode(record)
    return {
      id: id === '' ? eventId(stream, 0, meta) : id,
      type,
      stream,
      revision: BigInt(revision),
      position,
      recordedAt: new Date(time).toISOString(),
      data,
      meta,
    }
  }

  /** @param first position of the first event */
  return function open(content: Buffer, first: Position): BlockEvents {
    const positions: Position[] = []
    const ends: number[] = []
    const starts: number[] = []
    const [high, low] = halvesOf(first).map(createCounter)
    for (let at = 0; at < content.length; ) {
      const parts: number[] = []
      for (let part = 0; part < 3; part++) {
        const { value, end } = readVarint(content, at)
        parts.push(value)
        at = end
      }
      positions.push(high!(parts[0]!) + low!(parts[1]!))
      starts.push(at)
      at += parts[2]!
      ends.push(at)
    }
    const recordAt = (index: number): Buffer => content.subarray(starts[index], ends[index])
    return {
      bytes: content.length,
      positions,
      type(index) {
        const record = recordAt(index)
        return record[0] === JSON_TEXT ? decoded(record, '').type : (typeOf(record) as string)
      },
      event: (index) => decoded(recordAt(index), positions[index]!),
    }
  }
}

/** Counts up from half a position, in hexadecimal. */
function createCounter(start: bigint) {
  let offset = 0
  let text = hex(start)
  return (more: number): string => {
    if (more > 0) {
      offset += more
      const sum = Number(start) + offset
      text = hex(Number.isSafeInteger(sum) ? sum : start + BigInt(offset))
    }
    return text
  }
}

const hex = (half: number | bigint): string => half.toString(16).padStart(HALF_DIGITS, '0')

function readVarint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  let at = start
  for (let factor = 1; ; factor *= 0x80) {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('it ends within a record')
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return { value, end: at }
  }
}
