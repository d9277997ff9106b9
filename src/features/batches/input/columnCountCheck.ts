import { csvInvalid } from './invalid.js'
import type { CsvRecord } from './recordParser.js'

/**
 * All rows have as many cells as the first: a row with more or fewer has its address in another place than it seems, and
 * would be charged for a name. Empty cells at the end and blank lines do no harm.
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
    const message = `Row ${row} has ${cells(record.length)} and the first one has ${width}: put cells that hold the delimiter into quotes, or leave empty cells in place.`
    throw csvInvalid(message, { row })
  }
}

const isBlank = (record: CsvRecord): boolean => record.length === 1 && record[0]!.trim() === ''
