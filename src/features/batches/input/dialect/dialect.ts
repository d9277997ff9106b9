// Detects how a CSV file is written: delimiter, header and the column of addresses.
import type { CsvDialect } from '../../events.js'
import { csvInvalid } from '../invalid.js'
import type { Encoding } from '../text/encoding.js'
import { findDelimiter, isBareAddress } from './delimiter.js'
import { columnCalled, namedColumn } from './headerNames.js'
import type { CsvRecord, InputSample } from './sample.js'

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
  readonly dialect: Pick<CsvDialect, 'encoding' | 'delimiter' | 'column' | 'header'> & {
    readonly otherColumns: readonly number[]
  }
  /** Header names of `column` and of `otherColumns`, in this order; empty without a header. */
  readonly names: readonly string[]
}

/**
 * Detects how a file is to be read. Unless the caller says otherwise, the first row is a header if its cell in the column
 * of addresses contains no `@`.
 * @throws Failure CSV_INVALID if there is no column of addresses, or not the one requested
 */
export async function dialectOf(sample: InputSample, encoding: Encoding, options: DialectOptions): Promise<Detected> {
  const { delimiter, records } = await findDelimiter(sample)
  const [first] = records
  if (!first) throw csvInvalid('The file has no rows. Send a file with one row per address.')
  const column = columnOf(records, first, options)
  const header = options.hasHeader ?? !(first[column] ?? '').includes('@')
  const otherColumns = otherColumnsOf(records, column)
  return {
    dialect: { encoding, delimiter, column, header, otherColumns },
    names: header ? [column, ...otherColumns].map((each) => nameOf(first[each] ?? '')) : [],
  }
}

/** The name of a column, shortened; empty for an address, which is not a name even if the caller says so. */
const nameOf = (cell: string): string => (cell.includes('@') ? '' : cell.trim().slice(0, MAX_LISTED_LENGTH))

/** Other columns of a sample that hold addresses in at least a tenth of its rows. */
function otherColumnsOf(records: readonly CsvRecord[], chosen: number): number[] {
  const counts = new Map<number, number>()
  for (const record of records) {
    for (const [column, cell] of record.entries()) {
      if (column !== chosen && isBareAddress(cell)) counts.set(column, (counts.get(column) ?? 0) + 1)
    }
  }
  const columns = [...counts].filter(([, count]) => count >= OTHER_COLUMN_SHARE * records.length)
  return columns
    .map(([column]) => column)
    .sort((a, b) => a - b)
    .slice(0, MAX_OTHER_COLUMNS)
}

function columnOf(records: readonly CsvRecord[], first: CsvRecord, { emailColumn, hasHeader }: DialectOptions): number {
  const header = hasHeader === false ? [] : first
  if (emailColumn !== undefined) return wantedColumn(records, header, emailColumn)
  const column = namedColumn(header) ?? columnWithMostAddresses(records)
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

/** The column with the most cells that contain an `@`; undefined if no cell does. */
function columnWithMostAddresses(records: readonly CsvRecord[]): number | undefined {
  const counts: number[] = []
  for (const record of records) {
    for (const [column, cell] of record.entries()) {
      if (cell.includes('@')) counts[column] = (counts[column] ?? 0) + 1
    }
  }
  let best: number | undefined
  for (const [column, count = 0] of counts.entries()) if (count > (counts[best ?? -1] ?? 0)) best = column
  return best
}
