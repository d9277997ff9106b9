import { csvInvalid, MAX_ROWS, tooManyRows } from './invalid.js'

/** Cells of a row, unquoted but otherwise unchanged. */
export type CsvRecord = readonly string[]

/**
 * Characters of a row, including quotes and delimiters. A longer row means another type of file or an unclosed quote.
 */
export const MAX_ROW_LENGTH = 512 * 1024
/** Cells of a row; bounded because a download has this many in each of its rows. */
const MAX_COLUMNS = 1_000

const QUOTE = 0x22
const CR = 0x0d
const LF = 0x0a

const BLANK: CsvRecord = ['']

/**
 * An incremental parser for CSV (RFC 4180) as programs write it in practice. Lines may end with CRLF, LF or CR, and rows
 * may differ in length. A quote inside an unquoted cell is text, and so are the quotes of a cell that continues after its
 * closing quote. Blank lines at the end are ignored; elsewhere they are rows with one empty cell.
 *
 * Written by hand because csv-parse, with which the tests compare it, takes five times as long per row, and fifty times
 * for a row whose length differs from the first.
 */
export function createRecordParser(delimiter: string) {
  const delimiterCode = delimiter.charCodeAt(0)
  /**
   * `quote`: just after a quote inside a quoted cell, which either is the first of a doubled quote or ends the cell.
   */
  let inside: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let cell = ''
  let wasQuoted = false
  let afterReturn = false
  /** Characters of the current row in earlier pieces. */
  let length = 0
  const assembler = createRecordAssembler()

  function endCell(): void {
    assembler.add(cell)
    cell = ''
  }

  function endRecord(records: CsvRecord[]): void {
    assembler.end(records, wasQuoted)
    wasQuoted = false
    length = 0
  }

  function checkLength(): void {
    if (length > MAX_ROW_LENGTH) throw tooLong(assembler.row(), inside === 'quoted')
  }

  /** @returns the records that end in this piece @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE */
  function feed(text: string): CsvRecord[] {
    const records: CsvRecord[] = []
    /** Where the current row, as far as it is not counted in `length`, begins in this piece. */
    let begin = 0
    let at = 0
    while (at < text.length) {
      if (inside === 'quoted') {
        const end = text.indexOf('"', at)
        cell += end < 0 ? text.slice(at) : text.slice(at, end)
        at = end < 0 ? text.length : end + 1
        if (end >= 0) inside = 'quote'
        continue
      }
      const code = text.charCodeAt(at)
      if (inside === 'start') {
        if (afterReturn && code === LF) begin = ++at
        else if (code === QUOTE) {
          inside = 'quoted'
          wasQuoted = true
          at++
        } else inside = 'plain'
        afterReturn = false
        continue
      }
      if (inside === 'quote') {
        if (code === QUOTE) {
          cell += '"'
          inside = 'quoted'
          at++
          continue
        }
        if (code !== delimiterCode && code !== CR && code !== LF) cell = `"${cell}"`
        inside = 'plain'
      }
      const end = endOfPlain(text, at, delimiterCode)
      if (end > at) cell += text.slice(at, end)
      at = end + 1
      if (end === text.length) break
      inside = 'start'
      endCell()
      const terminator = text.charCodeAt(end)
      if (terminator === delimiterCode) continue
      afterReturn = terminator === CR
      length += end - begin
      checkLength()
      endRecord(records)
      begin = at
    }
    length += text.length - begin
    checkLength()
    return records
  }

  /** @returns the record that the end of the text completes, if any @throws Failure CSV_INVALID */
  function end(): CsvRecord[] {
    const records: CsvRecord[] = []
    if (inside === 'quoted') throw unclosedQuote(assembler.row())
    if (inside === 'start' && assembler.isEmpty()) return records
    endCell()
    endRecord(records)
    return records
  }

  return { feed, end }
}

/** Assembles cells into records, and holds back blank lines until another row follows. */
function createRecordAssembler() {
  let record: string[] = []
  /** Number of the current row, from 1. */
  let row = 1
  /** Blank lines not yet returned, which are rows only if another row follows. */
  let blank = 0

  return {
    row: (): number => row,
    isEmpty: (): boolean => record.length === 0,
    add(cell: string): void {
      if (record.length === MAX_COLUMNS) throw tooManyColumns(row)
      record.push(cell)
    },
    /** Ends the current record and adds it to `records`. @param wasQuoted whether any of its cells was quoted */
    end(records: CsvRecord[], wasQuoted: boolean): void {
      if (record.length === 1 && !wasQuoted && record[0]!.trim() === '') {
        if (++blank > MAX_ROWS) throw tooManyRows()
      } else {
        for (; blank > 0; blank--) records.push(BLANK)
        records.push(record)
      }
      record = []
      row++
    },
  }
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

function tooLong(row: number, quoted: boolean) {
  const advice = quoted ? 'It may contain a quote that is never closed.' : 'Shorten it.'
  return csvInvalid(`Row ${row} is longer than ${MAX_ROW_LENGTH} characters. ${advice}`, { row })
}

const unclosedQuote = (row: number) =>
  csvInvalid(`Row ${row} opens a quote that is never closed: close it, or double it if it is text.`, { row })
