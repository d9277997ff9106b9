import { csvInvalid } from '../invalid.js'
import { unquoted } from './cells.js'
import type { RawCells } from './recordParser.js'

/** The cells that a row has. */
export interface Width {
  readonly cells: number
  /** Those up to the last that is not empty in the header: cells after it may be missing. */
  readonly filled: number
}

/**
 * Compares the number of cells of rows with that of the header, empty cells at the end of either aside. In a row with more
 * or fewer cells the address may be in another column, so that a name would be verified and charged.
 */
export function createColumnCountCheck({ cells: width, filled }: Width) {
  let even = 0
  let uneven = 0
  let firstProblem: ReturnType<typeof unevenRow> | undefined

  const isEven = (cells: RawCells): boolean =>
    cells.length === width || (cells.length < width ? cells.length >= filled : filledWidth(cells, unquoted) <= width)

  return {
    /** @param row its number, from 1, as a spreadsheet counts */
    isEven(cells: RawCells, row: number): boolean {
      if (isEven(cells)) {
        even++
        return true
      }
      uneven++
      firstProblem ??= unevenRow(row, cells.length, width)
      return false
    },
    /** @throws Failure CSV_INVALID unless most rows are even: the header, or the delimiter, is not what it seems */
    requireMostEven(): void {
      if (firstProblem && uneven >= even) throw firstProblem
    },
  }
}

function unevenRow(row: number, found: number, width: number) {
  const many = (count: number) => `${count} cell${count === 1 ? '' : 's'}`
  const message = `Row ${row} has ${many(found)}, but the first row of the table has ${width}. Quote cells that contain the delimiter, and keep empty cells.`
  return csvInvalid(message, { row })
}

/** The number of cells up to the last that is not empty. @param contentOf for cells as written: their content */
export const filledWidth = (cells: readonly string[], contentOf = (cell: string) => cell): number =>
  cells.findLastIndex((cell) => contentOf(cell).trim() !== '') + 1
