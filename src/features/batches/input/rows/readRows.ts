import type { BlobStore } from '../../../../kernel/ports/blobStore.js'
import { type InputRow, parseRows } from './rowText.js'

export type { InputRow } from './rowText.js'

const LINE_FEED = 0x0a

interface ReadRowsOptions {
  /** Rows yielded at a time; the last time there may be fewer. */
  readonly chunk: number
  /** Byte offset of the first row. */
  readonly offset: number
}

/**
 * The rows of a batch, read ahead by at most one segment of their blob.
 * @throws BlobMissing; Error if the blob is damaged
 */
export async function* readRows(
  blobs: BlobStore,
  name: string,
  { chunk, offset }: ReadRowsOptions,
): AsyncGenerator<readonly InputRow[], void> {
  let rows: InputRow[] = []
  for await (const lines of linesOf(blobs.read(name, { from: offset }))) {
    rows = rows.concat(parseRows(lines))
    let yielded = 0
    for (; rows.length - yielded >= chunk; yielded += chunk) yield rows.slice(yielded, yielded + chunk)
    rows = rows.slice(yielded)
  }
  if (rows.length > 0) yield rows
}

/** Whole lines, as many at a time as have been read, without the last line break. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let partial: Buffer[] = []
  for await (const piece of content) {
    const end = piece.lastIndexOf(LINE_FEED)
    if (end < 0) partial.push(piece)
    else {
      yield Buffer.concat([...partial, piece.subarray(0, end)]).toString()
      partial = [piece.subarray(end + 1)]
    }
  }
  if (partial.some(({ length }) => length > 0)) throw new Error('the last row is truncated')
}
