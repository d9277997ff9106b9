import { csvInvalid } from '../invalid.js'
import { unquoted } from './cells.js'
import type { RawCells } from './recordParser.js'

/**
 * Requires every row to have as many cells as the first, empty cells at the end of either aside. In a row with more or
 * fewer cells the address may be in another column, so that a name would be verified and charged.
 * @returns a check of one row; `row` is its number, from 1, as a spreadsheet counts
 * @throws Failure CSV_INVALID
 */
export function createColumnCountCheck(): (cells: RawCells, row: number) => void {
  let first: { readonly width: number; readonly filled: number } | undefined
  return (cells, row) => {
    first ??= { width: cells.length, filled: filledWidth(cells) }
    const { width, filled } = first
    if (cells.length === width) return
    if (cells.length < width ? cells.length >= filled : filledWidth(cells) <= width) return
    const many = (count: number) => `${count} cell${count === 1 ? '' : 's'}`
    const message = `Row ${row} has ${many(cells.length)}, but the first row has ${width}. Quote cells that contain the delimiter, and keep empty cells.`
    throw csvInvalid(message, { row })
  }
}

/** The number of cells up to the last that is not empty. */
const filledWidth = (cells: RawCells): number => cells.findLastIndex((cell) => unquoted(cell).trim() !== '') + 1
