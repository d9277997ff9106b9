// Reads a short CSV text at once.
import { perRequest } from '../../../../kernel/limits.js'
import { csvInvalid } from '../invalid.js'
import { unquoted } from './cells.js'
import { createRecordParser, type RawRecord } from './recordParser.js'

/** A record of a text. */
export interface LineRecord {
  /** On which it begins, from 1. */
  readonly line: number
  /** Without quotes. */
  readonly cells: readonly string[]
}

const BREAKS = /\r\n|\r|\n/g

/** The records of a text, without blank lines. @throws Failure CSV_INVALID, of too many lines before any is read */
export function recordsByLine(text: string, delimiter: string): LineRecord[] {
  requireFewLines(text)
  const parser = createRecordParser(delimiter)
  const records: LineRecord[] = []
  let line = 1
  for (const record of [...parser.feed(text), ...parser.end()]) {
    const cells = record.cells.map(unquoted)
    if (cells.length > 1 || cells[0]!.trim() !== '') records.push({ line, cells })
    line += linesOf(record)
  }
  return records
}

const linesOf = ({ cells, end }: RawRecord): number =>
  cells.reduce((lines, cell) => lines + (cell.match(BREAKS)?.length ?? 0), end === '' ? 0 : 1)

/** Counts no further than it must. */
function requireFewLines(text: string): void {
  const { lines } = perRequest.csvBody
  let breaks = 0
  for (const _ of text.matchAll(BREAKS))
    if (++breaks > lines) throw csvInvalid(`The body has more than ${lines} lines. Send it in several requests.`)
}
