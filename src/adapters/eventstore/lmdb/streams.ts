import type { Database, RootDatabase } from 'lmdb'
import { boundedTextBytes, NUMBER_BYTES, readNumber, writeNumber } from '../../lmdb/bytes.js'
import { openDatabase } from '../../lmdb/environment.js'

/** Positions are kept in chunks of this many; a stream's unfinished chunk is part of its head, so most loads need no other. */
const CHUNK = 32
const MAX_STREAM_BYTES = 200

/** What is known of a stream without reading its events. */
export interface Head {
  /** Of the last event. */
  revision: number
  /** Positions of the events of the last chunk. */
  recent: number[]
}

/** Where the events of each stream are in the log. */
export interface Streams {
  head(stream: string): Head | undefined
  has(stream: string): boolean
  /** Puts one more event on a head; a chunk that is full is written at once, the head itself by `save`. */
  extend(stream: string, head: Head, position: number): void
  save(stream: string, head: Head): void
  /** Saves the head of a stream unless it has one already; answers whether it did. */
  begin(stream: string, head: Head): boolean
  /** The position of one of a stream's events. */
  position(stream: string, head: Head, revision: number): number
}

export const emptyHead = (): Head => ({ revision: -1, recent: [] })

export function openStreams(environment: RootDatabase): Streams {
  const heads: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'streams')
  const chunks: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'chunks')
  /** Never empty, which LMDB would refuse. */
  const streamKey = (stream: string) => boundedTextBytes(`:${stream}`, MAX_STREAM_BYTES)

  /** Chunks are looked up, never scanned, and their keys are as much longer than the stream's as all others': no two meet. */
  function chunkKey(stream: string, chunk: number): Buffer {
    const name = streamKey(stream)
    const key = Buffer.allocUnsafe(name.length + NUMBER_BYTES)
    name.copy(key)
    writeNumber(chunk, key, name.length)
    return key
  }

  return {
    head(stream) {
      const bytes = heads.getBinaryFast(streamKey(stream))
      if (!bytes) return undefined
      const recent = new Array<number>(bytes.length / NUMBER_BYTES - 1)
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
    position(stream, head, revision) {
      const chunk = Math.floor(revision / CHUNK)
      const index = revision % CHUNK
      if (chunk === Math.floor(head.revision / CHUNK)) return head.recent[index]!
      return readNumber(chunks.getBinaryFast(chunkKey(stream, chunk))!, index * NUMBER_BYTES)
    },
  }
}

const bytesOf = ({ revision, recent }: Head): Buffer => numbers([revision, ...recent])

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * NUMBER_BYTES)
  values.forEach((value, index) => {
    writeNumber(value, bytes, index * NUMBER_BYTES)
  })
  return bytes
}
