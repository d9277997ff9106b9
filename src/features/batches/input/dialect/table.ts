// Finds the table in the first rows of a file. Also used by the dashboard, before an upload.
import { holdsAddress } from '../cell/holdsAddress.js'
import { addressRank, columnCalled, isAddressName, UNQUALIFIED_RANK } from './headerNames.js'

/** The cells of a row, decoded and without quotes. */
export type CsvRecord = readonly string[]

/** Lines among which the header is sought. */
const MAX_LINES_BEFORE = 20
/** Share of the cells of the fullest row that a header has. */
const FULL_SHARE = 0.75

/**
 * The index of the first row of the table: of its header, if it has one. Titles, dates and notes may precede it.
 * @param wanted the header of the column of addresses, if the caller names it
 */
export function firstRowOf(records: readonly CsvRecord[], wanted?: string): number {
  const { length: width } = usualLength(records)
  const firstAddress = records.findIndex((record) => record.length === width && record.some(holdsAddress))
  const before = records.slice(0, Math.min(firstAddress < 0 ? records.length : firstAddress, MAX_LINES_BEFORE))
  const called = wanted === undefined ? -1 : before.findIndex((record) => columnCalled(record, wanted) !== undefined)
  if (called >= 0) return called
  const first = width === 1 ? singleNameIn(before) : headerIn(before)
  // Rows without a header are skipped only down to an address.
  return first === before.length && first !== firstAddress ? 0 : Math.max(0, first)
}

/** The row that names the only column, and nothing else: a title, or a note in place of an address, has more words. */
const singleNameIn = (rows: readonly CsvRecord[]): number =>
  rows.findIndex(([cell = '']) => addressRank(cell) >= UNQUALIFIED_RANK)

/**
 * The first row that names a column of addresses among others, below emptier ones; else the first that has nearly as many
 * names as any.
 */
function headerIn(rows: readonly CsvRecord[]): number {
  let fullest = 1
  const named = rows.findIndex((row) => {
    const isFuller = filled(row) > fullest
    fullest = Math.max(fullest, filled(row))
    return isFuller && row.some(isAddressName)
  })
  if (named >= 0) return named
  if (rows.at(-1)?.some((cell) => addressRank(cell) >= UNQUALIFIED_RANK)) return rows.length - 1
  const most = Math.max(0, ...rows.map(filled))
  return most > 1 ? rows.findIndex((row) => filled(row) >= FULL_SHARE * most) : rows.length
}

const filled = (record: CsvRecord): number => record.filter((cell) => cell.trim() !== '').length

/** The most common number of columns, and the number of rows that have it. */
export function usualLength(records: readonly { readonly length: number }[]): {
  readonly length: number
  readonly rows: number
} {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  let usual = { length: 0, rows: 0 }
  for (const [length, rows] of counts) if (rows > usual.rows) usual = { length, rows }
  return usual
}

/** The number of cells of each column that meet a condition. */
export function countCells(records: readonly CsvRecord[], meets: (cell: string, column: number) => boolean): number[] {
  const counts: number[] = []
  for (const record of records) {
    for (const [column, cell] of record.entries()) {
      if (meets(cell, column)) counts[column] = (counts[column] ?? 0) + 1
    }
  }
  return counts
}
