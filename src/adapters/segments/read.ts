// Reads and checks segment files.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { createLink } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { type Position, START } from '../../kernel/position.js'
import { DamagedSegment } from './damage.js'
import {
  eventOf,
  type Footer,
  FRAME_BYTES,
  MAGIC,
  positionOf,
  type Segment,
  TRAILER_BYTES,
  textOf,
  unframe,
} from './format.js'

export interface ReadSegmentOptions {
  /** Exclusive. */
  readonly after?: Position
  /** Only events of these types. */
  readonly types?: ReadonlySet<string>
}

/** Reads the events of a segment, a block at a time. @throws DamagedSegment */
export async function* readSegment(
  path: string,
  { after = START, types }: ReadSegmentOptions = {},
): AsyncGenerator<Recorded, void> {
  for await (const lines of linesOf(path, after)) {
    for (const line of lines) {
      if (positionOf(line) <= after) continue
      const event = eventOf(line)
      if (!types || types.has(event.type)) yield event
    }
  }
}

/**
 * Reads the whole file, and compares every checksum, the link and what the footer says.
 * @returns what the segment contains
 * @throws DamagedSegment
 */
export async function checkSegment(path: string): Promise<Segment> {
  const footer = await withFile(path, readFooter)
  const link = createLink(footer.linkBefore)
  let events = 0
  let last = START
  for await (const lines of linesOf(path, START)) {
    for (const line of lines) {
      if (positionOf(line) <= last) throw new DamagedSegment(path, last, 'its events are not in order')
      last = positionOf(line)
      link.addText(textOf(line))
      events++
    }
  }
  if (events !== footer.events || last !== footer.last || link.end() !== footer.linkAfter)
    throw new DamagedSegment(path, undefined, 'its events are not those that its footer describes')
  const { blocks: _, ...described } = footer
  return { ...described, ...(await digestOf(path)) }
}

/** Size of a file and SHA-256 of its content. */
export async function digestOf(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'r')
  for await (const piece of file.createReadStream() as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* linesOf(path: string, after: Position): AsyncGenerator<readonly string[], void> {
  const file = await open(path, 'r')
  try {
    const { blocks } = await readFooter(file, path)
    for (const { at, first, last } of blocks) {
      if (last <= after) continue
      let lines: string[]
      try {
        lines = unframe(await readFrame(file, at)).split('\n')
      } catch (error) {
        throw new DamagedSegment(path, first, error)
      }
      // After the last line feed.
      lines.pop()
      yield lines
    }
  } finally {
    await file.close()
  }
}

async function readFooter(file: FileHandle, path: string): Promise<Footer> {
  try {
    const { size } = await file.stat()
    const start = await readAt(file, 0, MAGIC.length)
    const trailer = await readAt(file, size - TRAILER_BYTES, TRAILER_BYTES)
    if (!start.equals(MAGIC) || !trailer.subarray(4).equals(MAGIC)) throw new Error('it is not a whole segment')
    const length = trailer.readUInt32LE(0)
    return JSON.parse(unframe(await readAt(file, size - TRAILER_BYTES - length, length)))
  } catch (error) {
    throw new DamagedSegment(path, undefined, error)
  }
}

async function readFrame(file: FileHandle, at: number): Promise<Buffer> {
  const length = (await readAt(file, at, FRAME_BYTES)).readUInt32LE(4)
  return readAt(file, at, FRAME_BYTES + length)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat()
  if (position < 0 || position + length > size) throw new Error('it is truncated')
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('it is truncated')
    filled += bytesRead
  }
  return bytes
}

async function withFile<T>(path: string, use: (file: FileHandle, path: string) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    return await use(file, path)
  } finally {
    await file.close()
  }
}
