// Extracts the addresses of an uploaded file.
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { CellCounts, CsvDialect } from '../events.js'
import type { Outcome } from '../run/outcome.js'
import { createCellCounter } from './cell/cellCounter.js'
import { type DialectOptions, dialectOf } from './dialect/dialect.js'
import { cellsWithin } from './dialect/nested.js'
import { sampleOf } from './dialect/sample.js'
import { csvInvalid, MAX_ROWS, tooManyRows } from './invalid.js'
import { isEmptyRow, isQuoted, unquoted } from './records/cells.js'
import { createColumnCountCheck } from './records/columnCountCheck.js'
import type { RawCells, RawRecord } from './records/recordParser.js'
import { recordsOf } from './records/records.js'
import { createRowLines, type RowSummary } from './rows/rowLines.js'
import { findEncoding } from './text/encoding.js'
import { fileTextOf, openText, withoutCtrlZ } from './text/fileText.js'

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
  readonly cells: CellCounts
}

/** Reason of rows that have more or fewer cells than the header. */
const UNEVEN: Outcome['reason'] = 'row_length'

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
  const sample = await sampleOf(await open(), textOf)
  const { dialect, names, width, earlierReason } = await dialectOf(sample, encoding, options)
  const { delimiter, column, nested, linesBefore = 0 } = dialect
  const lines = createRowLines(chunk)
  const style = createStyle(dialect)
  const columnCount = createColumnCountCheck(width)
  const cellCounter = createCellCounter()
  await blobs.write(rows, owner, content())
  const mark = /^(?:\xef\xbb\xbf|\ufeff)/.test(sample.preamble)
  return {
    dialect: { ...dialect, mark, ...style.summary() },
    names,
    cells: cellCounter.counts(),
    ...lines.summary(),
  }

  async function open() {
    const { preamble, rest } = await openText(blobs.read(file), encoding)
    return { preamble, rest: withoutCtrlZ(rest) }
  }

  async function* content() {
    const headerRows = dialect.header ? 1 : 0
    let before = linesBefore + headerRows
    let row = 0
    let total = 0
    let empty = 0
    const { rest } = await open()
    for await (const records of recordsOf(rest, delimiter, { account: owner, signal })) {
      for (const record of records) {
        row++
        const isEmpty = isEmptyRow(record.cells, textOf)
        if (before <= headerRows) style.add(record, isEmpty)
        else style.addLine(record)
        if (isEmpty) {
          if (++empty > MAX_ROWS) throw tooManyRows()
        } else if (before > 0) before--
        else if (++total > MAX_ROWS) throw tooManyRows()
        else addRow(nested ? cellsWithin(unquoted(record.cells[0]!), delimiter) : record.cells, row)
      }
      yield* lines.take()
    }
    if (total === 0) throw csvInvalid('The file has a header but no rows. Send a file with one row per address.')
    columnCount.requireMostEven()
    yield* lines.take({ end: true })
  }

  function addRow(cells: RawCells, row: number): void {
    const wasUneven = earlierReason >= 0 && unquoted(cells[earlierReason] ?? '') === UNEVEN
    const isEven = columnCount.isEven(cells, row) && !wasUneven
    if (isEven) {
      lines.add(cellCounter.read(textOf(unquoted(cells[column] ?? ''))))
      return
    }
    cellCounter.skipUneven()
    lines.addUneven()
  }
}

const LINE_ENDS = { '\r\n': 'crlf', '\n': 'lf', '\r': 'cr' } as const

/** Collects how a file is written. */
function createStyle({ replaced }: Pick<CsvDialect, 'replaced'>) {
  let columns = 0
  let emptyRows = 0
  let allQuoted = true
  let lineEnd: CsvDialect['lineEnd']

  return {
    add(record: RawRecord, isEmpty: boolean): void {
      const { cells } = record
      columns = Math.max(columns, cells.length)
      if (isEmpty) emptyRows++
      // A download evens rows by cells without quotes.
      else allQuoted &&= cells.every((cell) => isQuoted(cell) || (replaced !== undefined && cell === ''))
      addLine(record)
    },
    /** A line that is no row of the table. */
    addLine,
    summary: () => ({ columns, emptyRows, allQuoted, ...(lineEnd && { lineEnd }) }),
  }

  function addLine({ end }: RawRecord): void {
    if (end === '') return
    lineEnd = lineEnd === undefined || lineEnd === LINE_ENDS[end] ? LINE_ENDS[end] : 'mixed'
  }
}
