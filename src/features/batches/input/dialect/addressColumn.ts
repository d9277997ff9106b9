// Finds the column of addresses in the first rows of a table. Also used by the dashboard, before an upload.
import { holdsAddress } from '../cell/holdsAddress.js'
import { addressRank, FURTHER_RANK, UNQUALIFIED_RANK } from './headerNames.js'
import { type CsvRecord, countCells } from './table.js'

/** Share of the cells without an address from which on the column is questioned. */
export const WARNING_SHARE = 0.1
/** Rows from which on a column with the same address in each is that of an owner, a host or a shop. */
const REPEATED_ROWS = 3

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

/** The number of different cells of each column that meet a condition. */
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
