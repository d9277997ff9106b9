import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { CsvDialect } from '../events.js'
import { createColumnCountCheck } from './columnCountCheck.js'
import { decodeText } from './decode.js'
import { type DialectOptions, dialectOf } from './dialect.js'
import { detectEncoding } from './encoding.js'
import { extractAddress } from './extractAddress.js'
import { csvInvalid, MAX_ROWS, tooManyRows } from './invalid.js'
import { recordsOf } from './records.js'
import { createRowLines, type RowSummary } from './rowLines.js'
import { sampleOf } from './sample.js'

export interface ParseOptions extends DialectOptions {
  /** Name of the file's blob. */
  readonly file: string
  readonly owner: string
  /** Name of the blob to which the rows are written. */
  readonly rows: string
  /** Rows per chunk. */
  readonly chunk: number
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

export interface ParsedUpload extends RowSummary {
  readonly dialect: CsvDialect
}

/**
 * Extracts the addresses of an uploaded file, row by row, into a blob of rows. On failure no blob of rows remains. Memory
 * grows by 24 bytes per address only.
 * @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE
 */
export async function parseUpload(
  blobs: Pick<BlobStore, 'read' | 'write'>,
  options: ParseOptions,
): Promise<ParsedUpload> {
  const { file, owner, rows, chunk, signal } = options
  const encoding = await detectEncoding(blobs.read(file), signal)
  const dialect = await dialectOf(await sampleOf(decodeText(blobs.read(file), encoding)), encoding, options)
  const lines = createRowLines(chunk)
  const checkColumnCount = createColumnCountCheck()
  let columns = 0
  await blobs.write(rows, owner, content())
  return { dialect: { ...dialect, columns }, ...lines.summary() }

  async function* content() {
    let header = dialect.header
    let total = 0
    for await (const records of recordsOf(blobs.read(file), dialect, signal)) {
      for (const record of records) {
        checkColumnCount(record)
        columns = Math.max(columns, record.length)
        if (header) header = false
        else if (++total > MAX_ROWS) throw tooManyRows()
        else lines.add(extractAddress(record[dialect.column] ?? '') || null)
      }
      yield* lines.take()
    }
    if (total === 0) throw csvInvalid('The file has a header but no rows. Send a file with one row per address.')
    yield* lines.take({ end: true })
  }
}
