import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import { type InputRow, parseRows } from './rowText.js'

export type { InputRow } from './rowText.js'

const LINE_FEED = 0x0a

export interface ReadRowsOptions {
  /** Rows given at once; the last time there may be fewer. */
  readonly chunk: number
  /** The byte where the first of them stands. */
  readonly offset: number
}

/** The rows of a batch, read no further ahead than a segment of their blob. @throws BlobMissing; Error when they are damaged */
export async function* readRows(
  blobs: BlobStore,
  name: string,
  { chunk, offset }: ReadRowsOptions,
): AsyncGenerator<readonly InputRow[], void> {
  let rows: InputRow[] = []
  for await (const lines of linesOf(blobs.read(name, { from: offset }))) {
    rows = rows.concat(parseRows(lines))
    let given = 0
    for (; rows.length - given >= chunk; given += chunk) yield rows.slice(given, given + chunk)
    rows = rows.slice(given)
  }
  if (rows.length > 0) yield rows
}

/** As many whole lines as there are, without the last line break. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let begun: Buffer[] = []
  for await (const piece of content) {
    const end = piece.lastIndexOf(LINE_FEED)
    if (end < 0) begun.push(piece)
    else {
      yield Buffer.concat([...begun, piece.subarray(0, end)]).toString()
      begun = [piece.subarray(end + 1)]
    }
  }
  if (begun.some(({ length }) => length > 0)) throw new Error('the last row is cut')
}
