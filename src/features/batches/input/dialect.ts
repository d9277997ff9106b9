import type { CsvDialect } from '../events.js'
import { findDelimiter } from './delimiter.js'
import type { Encoding } from './encoding.js'
import { columnCalled, namedColumn } from './headerNames.js'
import { csvInvalid } from './invalid.js'
import type { CsvRecord } from './recordParser.js'
import type { Sample } from './sample.js'

/** What the caller knows of a file; the rest is found. */
export interface DialectOptions {
  /** Of the addresses: the name of its header, or its number from 1. */
  readonly emailColumn?: string
  readonly hasHeader?: boolean
}

const COLUMN_NUMBER = /^[1-9]\d{0,3}$/
/** Headers that a message repeats, and characters of each. */
const TOLD = 20
const TOLD_LENGTH = 40

/**
 * How a file is read. Its first row is a header when it names the column of addresses, and when it has no address in
 * that column.
 * @throws Failure CSV_INVALID when there is no column of addresses, or none that was asked for
 */
export async function dialectOf(
  sample: Sample,
  encoding: Encoding,
  options: DialectOptions,
): Promise<Omit<CsvDialect, 'columns'>> {
  const { delimiter, records } = await findDelimiter(sample)
  const [first] = records
  if (!first) throw csvInvalid('The file has no rows: send one with a row for each address.')
  const column = columnOf(records, first, options)
  const header = options.hasHeader ?? !(first[column] ?? '').includes('@')
  return { encoding, delimiter, column, header }
}

function columnOf(records: readonly CsvRecord[], first: CsvRecord, { emailColumn, hasHeader }: DialectOptions): number {
  const header = hasHeader === false ? [] : first
  if (emailColumn !== undefined) return wantedColumn(records, header, emailColumn)
  const column = namedColumn(header) ?? mostAddresses(records)
  if (column !== undefined) return column
  throw csvInvalid(
    'No column holds addresses: call one "email" in the first row, or say which it is with email_column.',
  )
}

function wantedColumn(records: readonly CsvRecord[], header: CsvRecord, wanted: string): number {
  const called = columnCalled(header, wanted)
  if (called !== undefined) return called
  const columns = records.reduce((most, { length }) => Math.max(most, length), 0)
  if (COLUMN_NUMBER.test(wanted) && Number(wanted) <= columns) return Number(wanted) - 1
  const has =
    header.length > 0 ? `its first row has ${told(header)}` : 'without a header, a column is told by its number'
  throw csvInvalid(`The file has no column ${JSON.stringify(wanted.slice(0, TOLD_LENGTH))}: ${has}.`, {
    column: wanted.slice(0, TOLD_LENGTH),
  })
}

function told(header: CsvRecord): string {
  const names = header.slice(0, TOLD).map((cell) => JSON.stringify(cell.trim().slice(0, TOLD_LENGTH)))
  return names.join(', ') + (header.length > TOLD ? ' and more' : '')
}

/** The column with an `@` in most cells; undefined when there is none at all. */
function mostAddresses(records: readonly CsvRecord[]): number | undefined {
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
