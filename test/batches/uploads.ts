import type { DialectOptions } from '../../src/features/batches/input/dialect/dialect.js'
import { type ParsedUpload, parseUpload } from '../../src/features/batches/input/parseUpload.js'
import { isEmptyRow, unquoted } from '../../src/features/batches/input/records/cells.js'
import { recordsOf } from '../../src/features/batches/input/records/records.js'
import { type InputRow, readRows } from '../../src/features/batches/input/rows/readRows.js'
import { fileTextOf, openText } from '../../src/features/batches/input/text/fileText.js'
import { collect } from '../../testbed/given/events.js'
import { memoryBlobs } from '../../testbed/stores/memoryBlobs.js'

export interface Uploaded extends ParsedUpload {
  readonly rows: readonly InputRow[]
  readonly emails: readonly (string | null)[]
  /** The cells of all rows, header included, without empty rows. */
  readonly records: readonly (readonly string[])[]
}

export interface UploadOptions extends DialectOptions {
  readonly chunk?: number
  readonly signal?: AbortSignal
  /** Sizes of the pieces in which the file is read. */
  readonly pieces?: readonly number[]
}

/** Parses a file like an upload, and reads back all results. */
export async function uploaded(file: Uint8Array | string, options: UploadOptions = {}): Promise<Uploaded> {
  const { pieces = [], chunk = 1_000, ...rest } = options
  const { blobs, contents } = memoryBlobs(...pieces)
  contents.set('file', { owner: 'ada', content: Buffer.from(file) })
  try {
    const parsed = await parseUpload(blobs, { file: 'file', owner: 'ada', rows: 'rows', chunk, ...rest })
    const rows = (await collect(readRows(blobs, 'rows', { chunk, offset: 0 }))).flat()
    const { encoding, delimiter } = parsed.dialect
    const { textOf } = fileTextOf(encoding)
    const opened = await openText(blobs.read('file'), encoding)
    const records = (await collect(recordsOf(opened.rest, delimiter)))
      .flat()
      .filter(({ cells }) => !isEmptyRow(cells, textOf))
      .map(({ cells }) => cells.map((cell) => textOf(unquoted(cell))))
    return { ...parsed, rows, emails: rows.map(({ email }) => email), records }
  } catch (error) {
    if (contents.has('rows')) throw new Error('rows stay behind', { cause: error })
    throw error
  }
}
