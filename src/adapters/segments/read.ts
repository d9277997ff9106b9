// Reads and checks segment files.
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createLink } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { type Position, START } from '../../kernel/position.js'
import { type BlockEvents, createBlockDecoder } from './block.js'
import { DamagedSegment, UnreadableSegment } from './damage.js'
import {
  type Block,
  DIGEST_BYTES,
  decompress,
  digest,
  type Footer,
  MAGIC,
  type Segment,
  TRAILER_BYTES,
} from './format.js'

export interface ReadSegmentOptions {
  /** Exclusive. */
  readonly after?: Position
  /** Only events of these types. */
  readonly types?: ReadonlySet<string>
}

/** A file whose footer was read. */
export interface OpenSegment {
  readonly footer: Footer
  /** SHA-256 of the footer. */
  readonly digest: string
  /** Reads a block, and compares its digest. @throws DamagedSegment */
  read(block: Block): BlockEvents
}

/** Opens a segment. It is read synchronously, like LMDB: a block is as large as a page of the log. @throws DamagedSegment */
export function openSegment(path: string): OpenSegment {
  const { footer, digest: sum } = attempt(path, undefined, () => readFooter(path))
  const openBlock = createBlockDecoder(footer.dictionary)
  return {
    footer,
    digest: sum,
    read: ({ at, bytes, first, sha256 }) =>
      attempt(path, first, () => {
        const content = withFile(path, (file) => readAt(file, at, bytes))
        if (digest(content) !== sha256) throw new Error('its checksum is wrong')
        return openBlock(decompress(content), first)
      }),
  }
}

/** Reads the events of a segment, a block at a time. @throws DamagedSegment */
export async function* readSegment(
  path: string,
  { after = START, types }: ReadSegmentOptions = {},
): AsyncGenerator<Recorded, void> {
  const segment = openSegment(path)
  for (const block of segment.footer.blocks) {
    if (block.last > after) yield* eventsAfter(segment.read(block), after, types)
  }
}

/** The events of a block after a position. */
export function* eventsAfter(
  events: BlockEvents,
  after: Position,
  types?: ReadonlySet<string>,
): Generator<Recorded, void> {
  for (const [index, position] of events.positions.entries()) {
    if (position > after && (!types || types.has(events.type(index)))) yield events.event(index)
  }
}

/**
 * Reads the whole file, and compares every checksum, the link and what the footer says.
 * @returns what the segment contains
 * @throws DamagedSegment
 */
export async function checkSegment(path: string): Promise<Segment> {
  const { footer, digest: sum } = openSegment(path)
  const link = createLink(footer.linkBefore)
  let events = 0
  let last = START
  for await (const event of readSegment(path)) {
    if (event.position <= last) throw new DamagedSegment(path, last, 'its events are not in order')
    last = event.position
    link.add(event)
    events++
  }
  if (events !== footer.events || last !== footer.last || link.end() !== footer.linkAfter)
    throw new DamagedSegment(path, undefined, 'its events are not those that its footer describes')
  const { blocks: _, dictionary: __, ...described } = footer
  return { ...described, digest: sum, ...(await digestOf(path)) }
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

function attempt<T>(path: string, position: Position | undefined, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    throw code !== undefined && syscall !== undefined
      ? new UnreadableSegment(path, code, error)
      : new DamagedSegment(path, position, error)
  }
}

const readFooter = (path: string): { readonly footer: Footer; readonly digest: string } =>
  withFile(path, (file) => {
    const { size } = fstatSync(file)
    const start = readAt(file, 0, MAGIC.length)
    const trailer = readAt(file, size - TRAILER_BYTES, TRAILER_BYTES)
    if (!start.equals(MAGIC) || !trailer.subarray(DIGEST_BYTES + 4).equals(MAGIC))
      throw new Error('it is not a whole segment')
    const length = trailer.readUInt32LE(DIGEST_BYTES)
    const bytes = readAt(file, size - TRAILER_BYTES - length, length)
    const sum = digest(bytes)
    if (sum !== trailer.toString('hex', 0, DIGEST_BYTES)) throw new Error('the checksum of its footer is wrong')
    return { footer: JSON.parse(decompress(bytes).toString()), digest: sum }
  })

function readAt(file: number, position: number, length: number): Buffer {
  const { size } = fstatSync(file)
  if (position < 0 || position + length > size) throw new Error('it is truncated')
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const read = readSync(file, bytes, filled, length - filled, position + filled)
    if (read === 0) throw new Error('it is truncated')
    filled += read
  }
  return bytes
}

function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, 'r')
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}
