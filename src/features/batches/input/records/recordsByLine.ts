// Reads a short CSV text at once.
import { unquoted } from './cells.js'
import { createRecordParser, type RawRecord } from './recordParser.js'

/** A record of a text. */
export interface LineRecord {
  /** On which it begins, from 1. */
  readonly line: number
  /** Without quotes. */
  readonly cells: readonly string[]
}

/** The records of a text, without blank lines. @throws Failure CSV_INVALID */
export function recordsByLine(text: string, delimiter: string): LineRecord[] {
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
  cells.reduce((lines, cell) => lines + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), end === '' ? 0 : 1)
