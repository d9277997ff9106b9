// Extracts the addresses of an uploaded file.
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { CsvDialect } from '../events.js'
import { type DialectOptions, dialectOf } from './dialect/dialect.js'
import { sampleOf } from './dialect/sample.js'
import { extractAddress } from './extractAddress.js'
import { csvInvalid, MAX_ROWS, tooManyRows } from './invalid.js'
import { isEmptyRow, isQuoted, unquoted } from './records/cells.js'
import { createColumnCountCheck } from './records/columnCountCheck.js'
import type { RawRecord } from './records/recordParser.js'
import { recordsOf } from './records/records.js'
import { createRowLines, type RowSummary } from './rows/rowLines.js'
import { findEncoding } from './text/encoding.js'
import { fileTextOf, openText } from './text/fileText.js'

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
  /** Header names of the column of addresses and of other columns that hold addresses; empty without a header. */
  readonly names: readonly string[]
}

/**
 * Extracts the addresses of an uploaded file, row by row, into a blob of rows. Empty rows are skipped. On failure no blob
 * of rows remains. Memory grows by 24 bytes per address only.
 * @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE
 */
export async function parseUpload(
  blobs: Pick<BlobStore, 'read' | 'write'>,
  options: ParseOptions,
): Promise<ParsedUpload> {
  const { file, owner, rows, chunk, encoding: declared, signal } = options
  const encoding = await findEncoding(blobs.read(file), { declared, signal })
  const { textOf } = fileTextOf(encoding)
  const sample = await sampleOf(await openText(blobs.read(file), encoding), textOf)
  const { dialect, names } = await dialectOf(sample, encoding, options)
  const lines = createRowLines(chunk)
  const style = createStyle()
  const checkColumnCount = createColumnCountCheck()
  await blobs.write(rows, owner, content())
  const mark = /^(?:\xef\xbb\xbf|\ufeff)/.test(sample.preamble)
  return { dialect: { ...dialect, mark, ...style.summary() }, names, ...lines.summary() }

  async function* content() {
    let header = dialect.header
    let row = 0
    let total = 0
    let empty = 0
    const { rest } = await openText(blobs.read(file), encoding)
    for await (const records of recordsOf(rest, dialect.delimiter, { account: owner, signal })) {
      for (const record of records) {
        const { cells } = record
        row++
        const isEmpty = isEmptyRow(cells, textOf)
        style.add(record, isEmpty)
        if (isEmpty) {
          if (++empty > MAX_ROWS) throw tooManyRows()
          continue
        }
        checkColumnCount(cells, row)
        if (header) header = false
        else if (++total > MAX_ROWS) throw tooManyRows()
        else lines.add(extractAddress(textOf(unquoted(cells[dialect.column] ?? ''))) || null)
      }
      yield* lines.take()
    }
    if (total === 0) throw csvInvalid('The file has a header but no rows. Send a file with one row per address.')
    yield* lines.take({ end: true })
  }
}

const LINE_ENDS = { '\r\n': 'crlf', '\n': 'lf', '\r': 'cr' } as const

/** Collects how a file is written. */
function createStyle() {
  let columns = 0
  let emptyRows = 0
  let allQuoted = true
  let lineEnd: CsvDialect['lineEnd']

  return {
    add({ cells, end }: RawRecord, isEmpty: boolean): void {
      columns = Math.max(columns, cells.length)
      if (isEmpty) emptyRows++
      else allQuoted &&= cells.every(isQuoted)
      if (end === '') return
      lineEnd = lineEnd === undefined || lineEnd === LINE_ENDS[end] ? LINE_ENDS[end] : 'mixed'
    },
    summary: () => ({ columns, emptyRows, allQuoted, ...(lineEnd && { lineEnd }) }),
  }
}
