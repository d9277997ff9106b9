// Writes a run of the log as a segment file.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { createLink, eventText } from '../../kernel/chain.js'
import type { Recorded } from '../../kernel/envelope.js'
import { BLOCK_EVENTS, type Block, type Footer, frame, lineOf, MAGIC, type Segment, TRAILER_BYTES } from './format.js'

/** Characters after which a block ends early, so that reading one needs little memory. */
const BLOCK_CHARACTERS = 4 * 1024 * 1024

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
    const { blocks, ...described } = await writeBlocks(events, linkBefore, output)
    const footer = frame(JSON.stringify({ ...described, blocks }))
    const trailer = Buffer.alloc(TRAILER_BYTES)
    trailer.writeUInt32LE(footer.length, 0)
    MAGIC.copy(trailer, 4)
    await output.write(Buffer.concat([footer, trailer]))
    await file.sync()
    return { ...described, ...output.end() }
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
  const blocks: Block[] = []
  let block: { readonly first: Recorded; readonly lines: string[]; characters: number } | undefined
  let first: Recorded | undefined
  let last: Recorded | undefined
  let count = 0

  async function endBlock(): Promise<void> {
    if (!block) return
    blocks.push({ at: output.bytes(), first: block.first.position, last: last!.position })
    await output.write(frame(block.lines.join('')))
    block = undefined
  }

  for await (const event of events) {
    first ??= event
    last = event
    count++
    const text = eventText(event)
    link.addText(text)
    block ??= { first: event, lines: [], characters: 0 }
    block.characters += text.length
    if (block.lines.push(lineOf(event, text)) >= BLOCK_EVENTS || block.characters >= BLOCK_CHARACTERS) await endBlock()
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
  }
}
