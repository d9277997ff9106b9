import { csvInvalid, MAX_ROWS, tooManyRows } from './invalid.js'

/** Cells of a row, as they stand in the file. */
export type CsvRecord = readonly string[]

/** Characters of a row, quotes and delimiters included: more are a file of something else, or a quote left open. */
export const MAX_ROW_LENGTH = 512 * 1024
/** Cells of a row: a download has as many in each of its rows. */
const MAX_COLUMNS = 1_000

const QUOTE = 0x22
const CR = 0x0d
const LF = 0x0a

const BLANK: CsvRecord = ['']

/**
 * Reads CSV (RFC 4180) as programs really write it: lines may end with CRLF, LF or CR, rows may differ in length, a
 * quote inside a cell that does not begin with one is text, and so are the quotes of a cell that goes on behind its
 * closing one. Lines at the end that hold nothing are no rows; elsewhere they are rows with one empty cell.
 *
 * By hand, because csv-parse, which the tests compare it with, takes five times as long for a row, and fifty times for
 * one that is not as long as the first.
 */
export function createRecordParser(delimiter: string) {
  const delimiterCode = delimiter.charCodeAt(0)
  /** In a quoted cell, `quote` follows a quote: either it is doubled, or the cell ends here. */
  let inside: 'start' | 'plain' | 'quoted' | 'quote' = 'start'
  let cell = ''
  let wasQuoted = false
  let record: string[] = []
  let afterReturn = false
  /** Rows begun, from 1. */
  let row = 1
  /** Of the row's characters, those of earlier pieces. */
  let length = 0
  /** Blank lines that are rows if another row follows. */
  let blank = 0

  function endCell(): void {
    if (record.length === MAX_COLUMNS) {
      throw csvInvalid(`Row ${row} has more than ${MAX_COLUMNS} columns: leave out those you do not need.`, { row })
    }
    record.push(cell)
    cell = ''
  }

  function endRecord(records: CsvRecord[]): void {
    if (record.length === 1 && !wasQuoted && record[0]!.trim() === '') {
      if (++blank > MAX_ROWS) throw tooManyRows()
    } else {
      for (; blank > 0; blank--) records.push(BLANK)
      records.push(record)
    }
    record = []
    wasQuoted = false
    length = 0
    row++
  }

  function checkLength(): void {
    if (length <= MAX_ROW_LENGTH) return
    const cause = inside === 'quoted' ? 'a quote that it opens may never be closed' : 'shorten it'
    throw csvInvalid(`Row ${row} is longer than ${MAX_ROW_LENGTH} characters: ${cause}.`, { row })
  }

  /** @returns the records that end in this piece @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE */
  function feed(text: string): CsvRecord[] {
    const records: CsvRecord[] = []
    /** Where what is counted of the row begins in this piece. */
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
      const end = endOfPlain(text, at)
      if (end > at) cell += text.slice(at, end)
      at = end + 1
      if (end === text.length) break
      inside = 'start'
      endCell()
      const ended = text.charCodeAt(end)
      if (ended === delimiterCode) continue
      afterReturn = ended === CR
      length += end - begin
      checkLength()
      endRecord(records)
      begin = at
    }
    length += text.length - begin
    checkLength()
    return records
  }

  function endOfPlain(text: string, from: number): number {
    let end = from
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === delimiterCode || code === LF || code === CR) break
    }
    return end
  }

  /** @returns the record that ends with the text @throws Failure CSV_INVALID */
  function end(): CsvRecord[] {
    const records: CsvRecord[] = []
    if (inside === 'quoted') {
      throw csvInvalid(`Row ${row} opens a quote that is never closed: close it, or double it if it is text.`, { row })
    }
    if (inside === 'start' && record.length === 0) return records
    endCell()
    endRecord(records)
    return records
  }

  return { feed, end }
}
