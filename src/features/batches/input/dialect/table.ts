/** Finds the table in the first rows of a file, and its column of addresses. Also used by the dashboard, before an upload. */
import { holdsAddress } from '../cell/holdsAddress.js'
import { addressRank, columnCalled, FURTHER_RANK, isAddressName, UNQUALIFIED_RANK } from './headerNames.js'

/** The cells of a row, decoded and without quotes. */
export type CsvRecord = readonly string[]

/** Share of the cells without an address from which on the column is questioned. */
export const WARNING_SHARE = 0.1
/** Lines among which the header is sought. */
const MAX_LINES_BEFORE = 20
/** Rows from which on a column with the same address in each is that of an owner, a host or a shop. */
const REPEATED_ROWS = 3
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

/**
 * The column with the addresses to write to, by its header or else by its cells; undefined if no cell has an `@`.
 * @param header empty without one
 * @param excluded columns that are out of the question
 */
export function addressColumnOf(
  records: readonly CsvRecord[],
  header: CsvRecord,
  excluded: readonly number[] = [],
): number | undefined {
  const isOwn = (column: number) => !excluded.includes(column)
  const addresses = countCells(records, (cell, column) => isOwn(column) && holdsAddress(cell))
  const different = countDifferent(records, (cell, column) => isOwn(column) && holdsAddress(cell))
  const isRepeated = (column: number) =>
    different[column] === 1 &&
    addresses[column]! >= REPEATED_ROWS &&
    addressRank(header[column] ?? '') < UNQUALIFIED_RANK
  const listed = different.map((count, column) => (isRepeated(column) ? 0 : count))
  return (
    bestNamed(header, isOwn, listed) ??
    most(listed) ??
    most(different) ??
    most(countCells(records, (cell, column) => isOwn(column) && cell.includes('@')))
  )
}

/**
 * The column whose header says most clearly that it has the addresses to write to. A column without any address is chosen
 * only if no other column has one, either; a column of other or further addresses, unless one without a name is likelier.
 */
function bestNamed(
  header: CsvRecord,
  isOwn: (column: number) => boolean,
  different: readonly number[],
): number | undefined {
  const none = most(different) === undefined
  let best: { readonly column: number; readonly rank: number } | undefined
  for (const [column, name] of header.entries()) {
    const rank = isOwn(column) && !name.includes('@') && (none || different[column]) ? addressRank(name) : 0
    if (rank > (best?.rank ?? 0)) best = { column, rank }
  }
  if (best === undefined || best.rank > FURTHER_RANK) return best?.column
  const unnamed = most(different.map((count, column) => (addressRank(header[column] ?? '') > 0 ? 0 : count)))
  if (unnamed === undefined) return best.column
  const isFuller = different[unnamed]! > (different[best.column] ?? 0)
  return best.rank < FURTHER_RANK || isFuller ? unnamed : best.column
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

/** The same, of different cells. */
function countDifferent(records: readonly CsvRecord[], meets: (cell: string, column: number) => boolean): number[] {
  const seen = new Set<string>()
  return countCells(records, (cell, column) => {
    const key = `${column} ${cell.trim().toLowerCase()}`
    if (seen.has(key) || !meets(cell, column)) return false
    seen.add(key)
    return true
  })
}

/** The first column with the highest count; undefined if all are 0. */
function most(counts: readonly number[]): number | undefined {
  let best: number | undefined
  for (const [column, count = 0] of counts.entries()) if (count > (counts[best ?? -1] ?? 0)) best = column
  return best
}
