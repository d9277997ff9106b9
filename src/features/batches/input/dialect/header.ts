import { holdsAddress } from '../cell/holdsAddress.js'
import { usualLength } from './delimiter.js'
import { addressRank, columnCalled, isAddressName } from './headerNames.js'
import type { CsvRecord } from './sample.js'

/** Lines among which the header is sought. */
const MAX_LINES_BEFORE = 20
/** Share of the cells of the fullest row that a header has. */
const FULL_SHARE = 0.75

/**
 * The index of the first row of the table: of its header, if it has one. Titles, dates and notes may precede it.
 * @param wanted the header of the column of addresses, if the caller names it
 */
export function firstRowOf(records: readonly CsvRecord[], wanted: string | undefined): number {
  const { length: width } = usualLength(records)
  const firstAddress = records.findIndex((record) => record.length === width && record.some(holdsAddress))
  const before = records.slice(0, Math.min(firstAddress < 0 ? records.length : firstAddress, MAX_LINES_BEFORE))
  const called = wanted === undefined ? -1 : before.findIndex((record) => columnCalled(record, wanted) !== undefined)
  if (called >= 0) return called
  return Math.max(0, width === 1 ? singleNameIn(before) : headerIn(before))
}

/** The row that names the only column best; a title may have such words, too. */
function singleNameIn(rows: readonly CsvRecord[]): number {
  const ranks = rows.map(([cell = '']) => addressRank(cell))
  return Math.max(0, ...ranks) === 0 ? -1 : ranks.indexOf(Math.max(...ranks))
}

/** The first row that names a column of addresses among others; else the first that has nearly as many names as any. */
function headerIn(rows: readonly CsvRecord[]): number {
  const named = rows.findIndex((row) => filled(row) > 1 && row.some(isAddressName))
  if (named >= 0) return named
  const most = Math.max(0, ...rows.map(filled))
  return most > 1 ? rows.findIndex((row) => filled(row) >= FULL_SHARE * most) : rows.length
}

const filled = (record: CsvRecord): number => record.filter((cell) => cell.trim() !== '').length
