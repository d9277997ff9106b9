// Detects how a CSV file is written: delimiter, header and the column of addresses.
import type { CsvDialect } from '../../events.js'
import { holdsAddress } from '../cell/holdsAddress.js'
import { csvInvalid } from '../invalid.js'
import { filledWidth, type Width } from '../records/columnCountCheck.js'
import { resultColumnsIn, resultColumnsOf } from '../resultColumns.js'
import type { Encoding } from '../text/encoding.js'
import { addressColumnOf } from './addressColumn.js'
import { findDelimiter } from './delimiter.js'
import { columnCalled } from './headerNames.js'
import type { InputSample } from './sample.js'
import { type CsvRecord, countCells, firstRowOf, usualLength } from './table.js'

/** What the caller states about a file; the rest is detected. */
export interface DialectOptions {
  readonly encoding?: Encoding
  /** The column of addresses: its header or its 1-based number. */
  readonly emailColumn?: string
  readonly hasHeader?: boolean
}

const COLUMN_NUMBER = /^[1-9]\d{0,3}$/
/** Bounds on the headers that a message lists: their number, and the characters of each. */
const MAX_LISTED_HEADERS = 20
const MAX_LISTED_LENGTH = 40
/** Share of a sample's rows with an address in another column, from which on that column is reported. */
const OTHER_COLUMN_SHARE = 0.1
const MAX_OTHER_COLUMNS = 10

/** Properties detected from the beginning of a file. */
interface Detected {
  readonly dialect: Pick<
    CsvDialect,
    'encoding' | 'delimiter' | 'column' | 'header' | 'nested' | 'linesBefore' | 'replaced'
  > & {
    readonly otherColumns: readonly number[]
  }
  /** Header names of `column` and of `otherColumns`, in this order; empty without a header. */
  readonly names: readonly string[]
  /** Cells that a row has. */
  readonly width: Width
  /** Index of the column of reasons that an earlier download appended; -1 without one. */
  readonly earlierReason: number
}

/**
 * Detects how a file is to be read. Unless the caller says otherwise, the first row is a header if its cell in the column
 * of addresses contains no `@`.
 * @throws Failure CSV_INVALID if there is no column of addresses, or not the one requested
 */
export async function dialectOf(sample: InputSample, encoding: Encoding, options: DialectOptions): Promise<Detected> {
  const { delimiter, records: all, nested, replaced: afterLine } = await findDelimiter(sample)
  const linesBefore = options.hasHeader === false ? 0 : firstRowOf(all, options.emailColumn)
  const records = all.slice(linesBefore)
  const [first] = records
  if (!first) throw csvInvalid('The file has no rows. Send a file with one row per address.')
  const replaced = nested ? [] : replacedColumns(records, first)
  const column = columnOf(records, first, replaced, options)
  const header = options.hasHeader ?? !(first[column] ?? '').includes('@')
  const otherColumns = otherColumnsOf(records, [column, ...replaced])
  return {
    dialect: {
      encoding,
      delimiter,
      column,
      header,
      otherColumns,
      ...(nested && { nested }),
      ...(linesBefore > 0 && { linesBefore }),
      ...(replaced.length + afterLine.length > 0 && { replaced: nested ? afterLine : replaced }),
    },
    names: header ? [column, ...otherColumns].map((each) => nameOf(first[each] ?? '')) : [],
    width: header ? { cells: first.length, filled: filledWidth(first) } : usualWidth(records),
    earlierReason: replaced.length === 0 ? -1 : header ? first.indexOf('mp_reason') : replaced[2]!,
  }
}

/** The cells of most rows; the first row may have more empty ones at its end. */
function usualWidth(records: readonly CsvRecord[]): Width {
  const filled = usualLength(records.map((record) => ({ length: filledWidth(record) }))).length
  const first = records[0]!
  return {
    cells: Math.max(first.length, usualLength(records).length),
    filled: Math.min(filledWidth(first), filled),
  }
}

/** Columns that an earlier download appended: the next one replaces them. */
function replacedColumns(records: readonly CsvRecord[], first: CsvRecord): number[] {
  const named = resultColumnsOf(first)
  return named.length > 0 ? named : resultColumnsIn(records)
}

/** The name of a column, shortened; empty for an address, which is not a name even if the caller says so. */
const nameOf = (cell: string): string => (cell.includes('@') ? '' : cell.trim().slice(0, MAX_LISTED_LENGTH))

/** Other columns of a sample that hold addresses in at least a tenth of its rows. */
function otherColumnsOf(records: readonly CsvRecord[], excluded: readonly number[]): number[] {
  const counts = countCells(records, (cell, column) => !excluded.includes(column) && holdsAddress(cell))
  const columns = [...counts.keys()].filter((column) => (counts[column] ?? 0) >= OTHER_COLUMN_SHARE * records.length)
  return columns.slice(0, MAX_OTHER_COLUMNS)
}

function columnOf(
  records: readonly CsvRecord[],
  first: CsvRecord,
  replaced: readonly number[],
  { emailColumn, hasHeader }: DialectOptions,
): number {
  const header = hasHeader === false ? [] : first
  if (emailColumn !== undefined) return wantedColumn(records, header, emailColumn)
  const column = addressColumnOf(records, header, replaced)
  if (column !== undefined) return column
  throw csvInvalid(
    'No column contains email addresses. Name one "email" in the first row, or specify it with email_column.',
  )
}

function wantedColumn(records: readonly CsvRecord[], header: CsvRecord, wanted: string): number {
  const called = columnCalled(header, wanted)
  if (called !== undefined) return called
  const columns = records.reduce((max, { length }) => Math.max(max, length), 0)
  if (COLUMN_NUMBER.test(wanted) && Number(wanted) <= columns) return Number(wanted) - 1
  const has =
    header.length > 0
      ? `its first row has ${listHeaders(header)}`
      : 'without a header, specify the column by its number'
  throw csvInvalid(`The file has no column ${JSON.stringify(wanted.slice(0, MAX_LISTED_LENGTH))}: ${has}.`, {
    column: wanted.slice(0, MAX_LISTED_LENGTH),
  })
}

function listHeaders(header: CsvRecord): string {
  const names = header
    .slice(0, MAX_LISTED_HEADERS)
    .map((cell) => JSON.stringify(cell.trim().slice(0, MAX_LISTED_LENGTH)))
  return names.join(', ') + (header.length > MAX_LISTED_HEADERS ? ' and more' : '')
}
