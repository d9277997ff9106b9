import { csvInvalid } from './invalid.js'

/** Cells of a row as written: quotes are included and nothing is unescaped. */
export type RawCells = readonly string[]

export interface RawRecord {
  readonly cells: RawCells
  /** The line break that ends it; empty at the end of a file without one. */
  readonly end: '\r\n' | '\n' | '\r' | ''
}

/**
 * Characters of a row, including quotes and delimiters. A longer row means another type of file or an unclosed quote.
 */
export const MAX_ROW_LENGTH = 512 * 1024
/** Cells of a row; bounded because a download has this many in each of its rows. */
const MAX_COLUMNS = 1_000

const QUOTE = 0x22
const CR = 0x0d
const LF = 0x0a

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
  /**
   * `quote`: just after a quote inside a quoted cell, which either is the first of a doubled quote or ends the cell.
   */
  let inside: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  /** The part of the current cell that came in earlier pieces. */
  let partial = ''
  let cells: string[] = []
  /** A record that ends with a CR at the end of a piece: an LF at the beginning of the next belongs to it. */
  let afterReturn: RawCells | undefined
  /** Number of the current row, from 1. */
  let row = 1
  /** Characters of the current row in earlier pieces. */
  let length = 0

  function endCell(text: string): void {
    if (cells.length === MAX_COLUMNS) throw tooManyColumns(row)
    cells.push(partial === '' ? text : partial + text)
    partial = ''
  }

  function endRecord(): RawCells {
    const ended = cells
    cells = []
    length = 0
    row++
    return ended
  }

  function checkLength(): void {
    if (length > maxLength) throw tooLong(row, maxLength, inside === 'quoted')
  }

  /** @returns the records that end in this piece @throws Failure CSV_INVALID */
  function feed(text: string): RawRecord[] {
    const records: RawRecord[] = []
    if (text === '') return records
    let at = 0
    if (afterReturn) {
      const isPair = text.charCodeAt(0) === LF
      records.push({ cells: afterReturn, end: isPair ? '\r\n' : '\r' })
      afterReturn = undefined
      if (isPair) at = 1
    }
    /** Where the current row, and its current cell, begin in this piece. */
    let rowStart = at
    let cellStart = at
    while (at < text.length) {
      if (inside === 'quoted') {
        const quote = text.indexOf('"', at)
        at = quote < 0 ? text.length : quote + 1
        if (quote >= 0) inside = 'quote'
        continue
      }
      const code = text.charCodeAt(at)
      if (inside === 'start') {
        inside = code === QUOTE ? 'quoted' : 'plain'
        if (code === QUOTE) at++
        continue
      }
      if (inside === 'quote' && code === QUOTE) {
        inside = 'quoted'
        at++
        continue
      }
      inside = 'plain'
      const end = endOfPlain(text, at, delimiterCode)
      at = end + 1
      if (end === text.length) break
      inside = 'start'
      endCell(text.slice(cellStart, end))
      cellStart = at
      const terminator = text.charCodeAt(end)
      if (terminator === delimiterCode) continue
      length += end - rowStart
      checkLength()
      const ended = endRecord()
      if (terminator === LF) records.push({ cells: ended, end: '\n' })
      else if (at === text.length) afterReturn = ended
      else {
        const isPair = text.charCodeAt(at) === LF
        if (isPair) at++
        records.push({ cells: ended, end: isPair ? '\r\n' : '\r' })
      }
      cellStart = at
      rowStart = at
    }
    partial += text.slice(cellStart)
    length += text.length - rowStart
    checkLength()
    return records
  }

  /** @returns the records that the end of the text completes @throws Failure CSV_INVALID */
  function end(): RawRecord[] {
    const records: RawRecord[] = []
    if (inside === 'quoted') throw unclosedQuote(row)
    if (afterReturn) records.push({ cells: afterReturn, end: '\r' })
    afterReturn = undefined
    if (inside === 'start' && cells.length === 0) return records
    endCell('')
    records.push({ cells: endRecord(), end: '' })
    return records
  }

  return { feed, end }
}

/** The index of the next delimiter or line break, or the end of the text. */
function endOfPlain(text: string, from: number, delimiterCode: number): number {
  let end = from
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === delimiterCode || code === LF || code === CR) break
  }
  return end
}

const tooManyColumns = (row: number) =>
  csvInvalid(`Row ${row} has more than ${MAX_COLUMNS} columns. Remove those you do not need.`, { row })

function tooLong(row: number, maxLength: number, quoted: boolean) {
  const advice = quoted ? 'It may contain a quote that is never closed.' : 'Shorten it.'
  return csvInvalid(`Row ${row} is longer than ${maxLength} characters. ${advice}`, { row })
}

const unclosedQuote = (row: number) =>
  csvInvalid(`Row ${row} opens a quote that is never closed: close it, or double it if it is text.`, { row })
