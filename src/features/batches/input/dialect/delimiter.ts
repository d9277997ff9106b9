// Detects the delimiter of a CSV file.
import type { CsvDialect } from '../../events.js'
import { extractAddress } from '../extractAddress.js'
import { isAddressName } from './headerNames.js'
import { type CsvRecord, firstRecords, type InputSample } from './sample.js'

type Delimiter = CsvDialect['delimiter']

/** A sample parsed with one delimiter. */
interface Reading {
  readonly delimiter: Delimiter
  readonly records: readonly CsvRecord[]
}

/** In order of preference, for samples that do not decide. */
const DELIMITERS = [',', ';', '\t', '|'] as const satisfies readonly Delimiter[]

/** An address and nothing else, without any possible delimiter except in a quoted local part. */
const BARE_ADDRESS = /^(?:[^\s@,;|"<>]+|"(?:[^"\\]|\\.)+")@[^\s@,;|"<>]+$/

export const isBareAddress = (cell: string): boolean => BARE_ADDRESS.test(extractAddress(cell))

/**
 * Detects the delimiter of a sample: the one that Excel's `sep=` line declares; else the one that isolates an address in the most rows; on a tie, the one that gives the
 * most rows the same number of columns; then the one that gives more columns.
 * @throws Failure CSV_INVALID if no row can be parsed
 */
export async function findDelimiter(sample: InputSample): Promise<Reading> {
  const declared = DELIMITERS.find((delimiter) => sample.preamble.toLowerCase().includes(`sep=${delimiter}`))
  if (declared) return { delimiter: declared, records: await firstRecords(sample, declared) }
  let best: (Reading & { readonly score: readonly number[] }) | undefined
  for (const delimiter of DELIMITERS) {
    const records = await firstRecords(sample, delimiter).catch((): readonly CsvRecord[] => [])
    if (!divides(records)) continue
    const score = scoreOf(records)
    if (!best || compare(score, best.score) > 0) best = { delimiter, records, score }
  }
  if (best) return best
  const [delimiter] = DELIMITERS
  return { delimiter, records: await firstRecords(sample, delimiter) }
}

/** Whether the first row, or the most common row length, has several columns. */
const divides = (records: readonly CsvRecord[]): boolean =>
  (records[0]?.length ?? 0) > 1 || usualLength(records).length > 1

function scoreOf(records: readonly CsvRecord[]): readonly number[] {
  const addressed = records.filter((record) => record.some((cell) => isBareAddress(cell) || isAddressName(cell)))
  const { rows, length } = usualLength(records)
  return [addressed.length, rows, length]
}

/** The most common number of columns, and the number of rows that have it. */
function usualLength(records: readonly CsvRecord[]): { readonly length: number; readonly rows: number } {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  let usual = { length: 0, rows: 0 }
  for (const [length, rows] of counts) if (rows > usual.rows) usual = { length, rows }
  return usual
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}
