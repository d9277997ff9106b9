import type { CsvDialect } from '../../events.js'
import { holdsAddress } from '../cell/holdsAddress.js'
import { unquoted } from '../records/cells.js'
import { createRecordParser, type RawCells } from '../records/recordParser.js'
import { resultColumnsOf } from '../resultColumns.js'
import type { CsvRecord } from './table.js'

/** Share of the rows that must have as many cells within their only one as the header; without a header, all must. */
const EVEN_SHARE = 0.5

/** The apostrophe that a download writes before a line that begins with an empty cell and a tab. */
const TEXT_MARK = /^'(?=\t)/

/**
 * The cells, as written, within a cell that holds a whole line.
 * @param line the cell without its quotes
 * @returns the line as the only cell if it has an unclosed quote
 */
export function cellsWithin(line: string, delimiter: CsvDialect['delimiter']): RawCells {
  try {
    const parser = createRecordParser(delimiter)
    const [record] = [...parser.feed(line.replace(TEXT_MARK, '')), ...parser.end()]
    return record?.cells ?? ['']
  } catch {
    return [line]
  }
}

/**
 * The rows of a file in which every line is one quoted cell, as some programs export CSV a second time. Empty cells, and columns
 * that a download has appended, may follow it.
 * @returns undefined for any other file
 */
export function unwrappedRecords({
  delimiter,
  records,
}: {
  readonly delimiter: CsvDialect['delimiter']
  readonly records: readonly CsvRecord[]
}): { readonly records: readonly CsvRecord[]; readonly replaced: readonly number[] } | undefined {
  const [first] = records
  if (!first) return undefined
  const replaced = resultColumnsOf(first)
  const isLine = (record: CsvRecord) =>
    record.length === first.length &&
    record.every((cell, column) => column === 0 || cell.trim() === '' || replaced.includes(column))
  if (!records.every(isLine)) return undefined
  const inner = records.map(([line = '']) => cellsWithin(line, delimiter).map(unquoted))
  const width = inner[0]!.length
  const even = inner.filter(({ length }) => length === width)
  const share = inner[0]!.some(holdsAddress) ? 1 : EVEN_SHARE
  if (width < 2 || even.length < share * records.length) return undefined
  const areLists = even.every((cells) => cells.every((cell) => cell.trim() === '' || holdsAddress(cell)))
  return areLists ? undefined : { records: inner, replaced }
}
