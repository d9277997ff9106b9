// The LMDB tables of streams: their heads, and the positions of their events.
import type { Database, RootDatabase } from 'lmdb'
import { DamagedIndex } from '../../../kernel/ports/eventStore.js'
import { boundedTextBytes, NUMBER_BYTES, readNumber, writeNumber } from '../../lmdb/bytes.js'
import { CHECKSUM_BYTES, hasChecksum, writeChecksum } from '../../lmdb/checksum.js'
import { openDatabase } from '../../lmdb/databases.js'

/**
 * Positions per chunk. A stream's last, unfinished chunk is part of its head, so that most loads need no other chunk.
 */
const CHUNK = 32
const MAX_STREAM_BYTES = 200

/** The state of a stream, known without reading its events. */
export interface Head {
  /** Revision of the last event; -1 when the stream is empty. */
  revision: number
  /** Positions of the events of the last chunk. */
  recent: number[]
}

/** Positions of the events of each stream. Reads throw DamagedIndex. */
export interface Streams {
  head(stream: string): Head | undefined
  has(stream: string): boolean
  /** Adds an event to a head. A full chunk is written immediately, the head only by `save`. */
  extend(stream: string, head: Head, position: number): void
  save(stream: string, head: Head): void
  /** Saves the head of a new stream. @returns false when the stream exists already */
  begin(stream: string, head: Head): boolean
  /** Positions of a stream's events by revision. Within one read: it keeps the chunk that was read last. */
  positions(stream: string, head: Head): (revision: number) => number
}

export const emptyHead = (): Head => ({ revision: -1, recent: [] })

export function openStreams(environment: RootDatabase): Streams {
  const heads: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'streams')
  const chunks: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'chunks')
  /** Never empty, because LMDB rejects empty keys. */
  const streamKey = (stream: string) => boundedTextBytes(`:${stream}`, MAX_STREAM_BYTES)

  /** Keys of chunks are unique: each is its stream's key plus a number of fixed length. They are never scanned. */
  function chunkKey(stream: string, chunk: number): Buffer {
    const name = streamKey(stream)
    const key = Buffer.allocUnsafe(name.length + NUMBER_BYTES)
    name.copy(key)
    writeNumber(chunk, key, name.length)
    return key
  }

  function chunkOf(stream: string, chunk: number): number[] {
    const bytes = chunks.getBinaryFast(chunkKey(stream, chunk))
    if (!bytes) throw new DamagedIndex(stream)
    return Array.from({ length: countIn(bytes, stream) }, (_, index) => readNumber(bytes, index * NUMBER_BYTES))
  }

  return {
    head(stream) {
      const bytes = heads.getBinaryFast(streamKey(stream))
      if (!bytes) return undefined
      const recent = new Array<number>(countIn(bytes, stream) - 1)
      for (let index = 0; index < recent.length; index++) recent[index] = readNumber(bytes, (index + 1) * NUMBER_BYTES)
      return { revision: readNumber(bytes, 0), recent }
    },
    has: (stream) => heads.getBinaryFast(streamKey(stream)) !== undefined,
    extend(stream, head, position) {
      if (head.recent.length === CHUNK) {
        chunks.putSync(chunkKey(stream, Math.floor(head.revision / CHUNK)), numbers(head.recent))
        head.recent = []
      }
      head.recent.push(position)
      head.revision++
    },
    save: (stream, head) => heads.putSync(streamKey(stream), bytesOf(head)),
    begin: (stream, head) =>
      heads.putSync(streamKey(stream), bytesOf(head), { noOverwrite: true }) as unknown as boolean,
    positions(stream, head) {
      let chunk = Math.floor(head.revision / CHUNK)
      let positions = head.recent
      return (revision) => {
        const wanted = Math.floor(revision / CHUNK)
        if (wanted !== chunk) {
          positions = wanted === Math.floor(head.revision / CHUNK) ? head.recent : chunkOf(stream, wanted)
          chunk = wanted
        }
        const position = positions[revision % CHUNK]
        if (position === undefined) throw new DamagedIndex(stream)
        return position
      }
    },
  }
}

const bytesOf = ({ revision, recent }: Head): Buffer => numbers([revision, ...recent])

function numbers(values: readonly number[]): Buffer {
  const length = values.length * NUMBER_BYTES
  const bytes = Buffer.allocUnsafe(length + CHECKSUM_BYTES)
  values.forEach((value, index) => {
    writeNumber(value, bytes, index * NUMBER_BYTES)
  })
  writeChecksum(bytes, length, 0)
  return bytes
}

/** How many numbers a value has. Earlier releases wrote them without a checksum. @throws DamagedIndex */
function countIn(bytes: Uint8Array, stream: string): number {
  const isChecked = bytes.length % NUMBER_BYTES === CHECKSUM_BYTES
  if (isChecked ? !hasChecksum(bytes, bytes.length, 0) : bytes.length % NUMBER_BYTES !== 0 || bytes.length === 0)
    throw new DamagedIndex(stream)
  return Math.floor(bytes.length / NUMBER_BYTES)
}
