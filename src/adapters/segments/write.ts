// Writes a run of the log as a segment file.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { createLink } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { createBlockEncoder, headOf } from './block.js'
import { BLOCK_EVENTS, type Block, compress, digest, type Footer, MAGIC, type Segment } from './format.js'

/** Bytes of records after which a block ends early, so that reading one needs little memory. */
const BLOCK_BYTES = 1024 * 1024

/**
 * Writes events to a new file, which is on disk when this resolves. An incomplete file has no footer, and is never read.
 * @param events at least one, in the order of the log
 */
export async function writeSegment(
  path: string,
  events: AsyncIterable<Recorded>,
  { linkBefore }: { readonly linkBefore: string },
): Promise<Segment> {
  const file = await open(path, 'wx', 0o600)
  try {
    const output = createOutput(file)
    await output.write(MAGIC)
    const footer = await writeBlocks(events, linkBefore, output)
    const { blocks: _, dictionary: __, ...described } = footer
    const bytes = compress(Buffer.from(JSON.stringify(footer)))
    const sum = digest(bytes)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    await output.write(Buffer.concat([bytes, Buffer.from(sum, 'hex'), length, MAGIC]))
    await file.sync()
    return { ...described, digest: sum, ...output.end() }
  } finally {
    await file.close()
  }
}

function createOutput(file: FileHandle) {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    bytes: () => bytes,
    async write(piece: Buffer): Promise<void> {
      hash.update(piece)
      bytes += piece.length
      await file.writeFile(piece)
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

async function writeBlocks(
  events: AsyncIterable<Recorded>,
  linkBefore: string,
  output: ReturnType<typeof createOutput>,
): Promise<Footer> {
  const link = createLink(linkBefore)
  const encoder = createBlockEncoder()
  const blocks: Block[] = []
  let block = createBlock()
  let first: Recorded | undefined
  let last: Recorded | undefined
  let count = 0

  async function endBlock(): Promise<void> {
    if (block.events === 0) return
    const bytes = compress(Buffer.concat(block.parts))
    blocks.push({
      at: output.bytes(),
      bytes: bytes.length,
      first: block.first,
      last: block.last,
      sha256: digest(bytes),
    })
    await output.write(bytes)
    block = createBlock()
  }

  for await (const event of events) {
    first ??= event
    last = event
    count++
    link.add(event)
    const record = encoder.record(event)
    if (!block.add(event, record)) {
      await endBlock()
      block.add(event, record)
    }
    if (block.events >= BLOCK_EVENTS || block.bytes >= BLOCK_BYTES) await endBlock()
  }
  if (!first || !last) throw new RangeError('a segment needs an event')
  await endBlock()
  return {
    first: first.position,
    last: last.position,
    lastId: last.id,
    events: count,
    firstTime: first.recordedAt,
    lastTime: last.recordedAt,
    linkBefore,
    linkAfter: link.end(),
    blocks,
    dictionary: encoder.entries(),
  }
}

function createBlock() {
  const block = {
    parts: [] as Uint8Array[],
    first: '',
    last: '',
    events: 0,
    bytes: 0,
    /** @returns false when the event must be in a block of its own */
    add({ position }: Recorded, record: Uint8Array): boolean {
      if (block.events === 0) block.first = block.last = position
      const head = headOf(block, position, record)
      if (!head) return false
      block.parts.push(head, record)
      block.last = position
      block.events++
      block.bytes += head.length + record.length
      return true
    },
  }
  return block
}
