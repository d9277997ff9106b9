// Detects the delimiter of a CSV file.
import type { CsvDialect } from '../../events.js'
import { holdsAddress } from '../cell/holdsAddress.js'
import { isAddressName } from './headerNames.js'
import { unwrappedRecords } from './nested.js'
import { firstRecords, type InputSample } from './sample.js'
import { type CsvRecord, usualLength } from './table.js'

type Delimiter = CsvDialect['delimiter']

/** A sample parsed with one delimiter. */
interface Reading {
  readonly delimiter: Delimiter
  readonly records: readonly CsvRecord[]
  /** Whether every line is one quoted cell, in which the cells of `records` are. */
  readonly nested: boolean
  /** Columns after that cell, which an earlier download appended. */
  readonly replaced: readonly number[]
}

/** In order of preference, for samples that do not decide. */
const DELIMITERS = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[]

/**
 * Detects the delimiter of a sample: the one that Excel's `sep=` line declares; else the one that isolates an address in the
 * most rows; on a tie, the one that gives the most rows the same number of columns; then the one that gives more columns.
 * If none divides the rows, every line may be one quoted cell.
 * @throws Failure CSV_INVALID if no row can be parsed
 */
export async function findDelimiter(sample: InputSample): Promise<Reading> {
  const declared = DELIMITERS.find((delimiter) => sample.preamble.toLowerCase().includes(`sep=${delimiter}`))
  if (declared) return nestedOr(plainReading(declared, await firstRecords(sample, declared)))
  const readings: Reading[] = []
  for (const delimiter of DELIMITERS) {
    const records = await firstRecords(sample, delimiter).catch((): readonly CsvRecord[] => [])
    readings.push(plainReading(delimiter, records))
  }
  const found = bestOf(readings) ?? bestOf(readings.map(nestedOr))
  if (found) return nestedOr(found)
  const [delimiter] = DELIMITERS
  // Throws the reason if that one cannot be parsed.
  const fallback = plainReading(delimiter, await firstRecords(sample, delimiter))
  return readings.find(({ records }) => records.length > 0 && records.every(({ length }) => length === 1)) ?? fallback
}

const plainReading = (delimiter: Delimiter, records: readonly CsvRecord[]): Reading => ({
  delimiter,
  records,
  nested: false,
  replaced: [],
})

/** The reading that divides its rows best; undefined if none does. */
function bestOf(readings: readonly Reading[]): Reading | undefined {
  let best: (Reading & { readonly score: readonly number[] }) | undefined
  for (const reading of readings) {
    if (!divides(reading.records)) continue
    const score = scoreOf(reading.records)
    if (!best || compare(score, best.score) > 0) best = { ...reading, score }
  }
  return best
}

/** The reading of the cells within the lines' only cells, if the lines are such; else the reading itself. */
function nestedOr(reading: Reading): Reading {
  const found = unwrappedRecords(reading)
  return found ? { ...reading, ...found, nested: true } : reading
}

/** Whether the first row, or the most common row length, has several columns. */
const divides = (records: readonly CsvRecord[]): boolean =>
  ((records[0]?.length ?? 0) > 1 || usualLength(records).length > 1) && !listsAddresses(records)

/** Whether the rows are lists of addresses of different lengths, perhaps below a header: one column, several addresses in a cell. */
function listsAddresses(records: readonly CsvRecord[]): boolean {
  const [first, ...rest] = records
  const below = first?.length === 1 && !holdsAddress(first[0]!) ? rest : records
  return (
    new Set(records.map(({ length }) => length)).size > 1 &&
    below.every((record) => record.every((cell) => cell.trim() === '' || holdsAddress(cell)))
  )
}

function scoreOf(records: readonly CsvRecord[]): readonly number[] {
  const addressed = records.filter((record) => record.some((cell) => holdsAddress(cell) || isAddressName(cell)))
  const { rows, length } = usualLength(records)
  return [addressed.length, rows, length]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}
