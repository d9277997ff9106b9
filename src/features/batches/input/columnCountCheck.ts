import { csvInvalid } from './invalid.js'
import type { CsvRecord } from './recordParser.js'

/**
 * Requires every row to have as many cells as the first. In a row with more or fewer cells the address may be in another
 * column, so that a name would be verified and charged. Trailing empty cells and blank lines are accepted.
 * @throws Failure CSV_INVALID
 */
export function createColumnCountCheck(): (record: CsvRecord) => void {
  let width: number | undefined
  let row = 0
  return (record) => {
    row++
    width ??= record.length
    if (record.length === width || isBlank(record)) return
    if (record.length > width && record.slice(width).every((cell) => cell.trim() === '')) return
    const cells = (count: number) => `${count} cell${count === 1 ? '' : 's'}`
    const message = `Row ${row} has ${cells(record.length)}, but the first row has ${width}. Quote cells that contain the delimiter, and keep empty cells.`
    throw csvInvalid(message, { row })
  }
}

const isBlank = (record: CsvRecord): boolean => record.length === 1 && record[0]!.trim() === ''
