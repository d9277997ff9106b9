// Parses CSV as it arrives (RFC 4180, and what programs write in practice).
import { perRequest } from '../../../../kernel/limits.js'
import { CR, createCellScanner, LF } from './cellScanner.js'
import { createRowBuilder, type RawCells } from './rowBuilder.js'

export type { RawCells } from './rowBuilder.js'

export interface RawRecord {
  readonly cells: RawCells
  /** The line break that ends it; empty at the end of a file without one. */
  readonly end: '\r\n' | '\n' | '\r' | ''
}

/**
 * Characters of a row, including quotes and delimiters. A longer row means another type of file or an unclosed quote.
 */
export const MAX_ROW_LENGTH = perRequest.uploads.rowBytes

/**
 * An incremental parser for CSV (RFC 4180) as programs write it in practice. Lines may end with CRLF, LF or CR, and rows
 * may differ in length. A quote inside an unquoted cell is text, and so are the quotes of a cell that continues after its
 * closing quote. A blank line is a record with one empty cell. The cells and line breaks of all records, with delimiters
 * between the cells, are exactly the text that was fed.
 *
 * Written by hand because csv-parse, with which the tests compare it, takes five times as long per row, and fifty times
 * for a row whose length differs from the first.
 * @param options.maxLength characters of a row
 */
export function createRecordParser(delimiter: string, { maxLength = MAX_ROW_LENGTH } = {}) {
  const delimiterCode = delimiter.charCodeAt(0)
  const scanner = createCellScanner(delimiterCode)
  const row = createRowBuilder(maxLength)
  /** A record that ends with a CR at the end of a piece: an LF at the beginning of the next belongs to it. */
  let afterReturn: RawCells | undefined

  /** @returns the records that end in this piece @throws Failure CSV_INVALID */
  function feed(text: string): RawRecord[] {
    const records: RawRecord[] = []
    if (text === '') return records
    /** Where the current row, and its current cell, begin in this piece. */
    let rowStart = afterReturn ? endReturn(text, afterReturn, records) : 0
    let cellStart = rowStart
    while (cellStart < text.length) {
      const end = scanner.endOfCell(text, cellStart)
      if (end === text.length) break
      row.endCell(text.slice(cellStart, end))
      cellStart = end + 1
      if (text.charCodeAt(end) === delimiterCode) continue
      rowStart = endRecord(text, end, row.endRow(end - rowStart), records)
      cellStart = rowStart
    }
    row.endPiece(text.slice(cellStart), text.length - rowStart, scanner.isQuoted())
    return records
  }

  /** Ends a record whose CR was the last character of the piece before. @returns where the next row begins */
  function endReturn(text: string, cells: RawCells, records: RawRecord[]): number {
    const isPair = text.charCodeAt(0) === LF
    records.push({ cells, end: isPair ? '\r\n' : '\r' })
    afterReturn = undefined
    return isPair ? 1 : 0
  }

  /** Ends a record at its line break. @returns where the next row begins */
  function endRecord(text: string, at: number, cells: RawCells, records: RawRecord[]): number {
    const next = at + 1
    if (text.charCodeAt(at) !== CR) {
      records.push({ cells, end: '\n' })
      return next
    }
    if (next === text.length) {
      afterReturn = cells
      return next
    }
    const isPair = text.charCodeAt(next) === LF
    records.push({ cells, end: isPair ? '\r\n' : '\r' })
    return isPair ? next + 1 : next
  }

  /** @returns the records that the end of the text completes @throws Failure CSV_INVALID */
  function end(): RawRecord[] {
    const records: RawRecord[] = []
    if (scanner.isQuoted()) throw row.unclosedQuote()
    if (afterReturn) records.push({ cells: afterReturn, end: '\r' })
    afterReturn = undefined
    if (scanner.isAtStart() && row.isEmpty()) return records
    row.endCell('')
    records.push({ cells: row.endRow(0), end: '' })
    return records
  }

  return { feed, end }
}
