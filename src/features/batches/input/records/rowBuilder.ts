// Builds the rows of a CSV file from its cells.
import { perRequest } from '../../../../kernel/limits.js'
import { csvInvalid } from '../invalid.js'

/** Cells of a row as written: quotes are included and nothing is unescaped. */
export type RawCells = readonly string[]

/** Collects the cells of one row after the other, and checks their limits. @param maxLength characters of a row */
export function createRowBuilder(maxLength: number) {
  let cells: string[] = []
  /** The part of the current cell that came in earlier pieces. */
  let partial = ''
  /** Number of the current row, from 1. */
  let row = 1
  /** Characters of the current row in earlier pieces. */
  let length = 0

  /** @throws Failure CSV_INVALID */
  function grow(characters: number, isQuoted: boolean): void {
    length += characters
    if (length > maxLength) throw tooLong(row, maxLength, isQuoted)
  }

  return {
    /** @throws Failure CSV_INVALID */
    endCell(text: string): void {
      if (cells.length === perRequest.uploads.columns) throw tooManyColumns(row)
      cells.push(partial === '' ? text : partial + text)
      partial = ''
    },

    /** @param characters of the row in the current piece @throws Failure CSV_INVALID */
    endRow(characters: number): RawCells {
      grow(characters, false)
      const ended = cells
      cells = []
      length = 0
      row++
      return ended
    },

    /**
     * Keeps what a piece has of an unfinished row.
     * @param text of its last cell
     * @param characters of the row in the piece
     * @throws Failure CSV_INVALID
     */
    endPiece(text: string, characters: number, isQuoted: boolean): void {
      partial += text
      grow(characters, isQuoted)
    },

    isEmpty: (): boolean => cells.length === 0,

    unclosedQuote: () =>
      csvInvalid(`Row ${row} opens a quote that is never closed: close it, or double it if it is text.`, { row }),
  }
}

const tooManyColumns = (row: number) =>
  csvInvalid(`Row ${row} has more than ${perRequest.uploads.columns} columns. Remove those you do not need.`, { row })

function tooLong(row: number, maxLength: number, isQuoted: boolean) {
  const advice = isQuoted ? 'It may contain a quote that is never closed.' : 'Shorten it.'
  return csvInvalid(`Row ${row} is longer than ${maxLength} characters. ${advice}`, { row })
}
