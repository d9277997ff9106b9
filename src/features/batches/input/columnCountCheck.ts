import { unquoted } from './cells.js'
import { csvInvalid } from './invalid.js'
import type { RawCells } from './recordParser.js'

/**
 * Requires every row to have as many cells as the first. In a row with more or fewer cells the address may be in another
 * column, so that a name would be verified and charged. Trailing empty cells are accepted.
 * @returns a check of one row; `row` is its number, from 1, as a spreadsheet counts
 * @throws Failure CSV_INVALID
 */
export function createColumnCountCheck(): (cells: RawCells, row: number) => void {
  let width: number | undefined
  return (cells, row) => {
    width ??= cells.length
    if (cells.length === width) return
    if (cells.length > width && cells.slice(width).every((cell) => unquoted(cell).trim() === '')) return
    const many = (count: number) => `${count} cell${count === 1 ? '' : 's'}`
    const message = `Row ${row} has ${many(cells.length)}, but the first row has ${width}. Quote cells that contain the delimiter, and keep empty cells.`
    throw csvInvalid(message, { row })
  }
}
