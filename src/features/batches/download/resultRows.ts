// Adds the result columns to the rows of an uploaded file.
import type { CsvDialect } from '../events.js'
import { cellsWithin } from '../input/dialect/nested.js'
import { isBlankLine, isEmptyRow, unquoted } from '../input/records/cells.js'
import type { RawCells, RawRecord } from '../input/records/recordParser.js'
import { type Additions, addedColumns } from '../input/resultColumns.js'
import type { FileText } from '../input/text/fileText.js'
import type { Outcome } from '../run/outcome.js'
import { addedCell, harmless } from './cell.js'
import { resultCells } from './resultCells.js'

interface ResultRowsOptions {
  readonly dialect: CsvDialect
  readonly text: FileText
  /** The outcome of the next row; undefined after the last one. */
  readonly nextOutcome: () => Promise<Outcome | undefined>
  /** Selects rows with outcomes, one after the other; all rows, and what is between them, by default. */
  readonly selects?: ((outcome: Outcome) => boolean) | undefined
  /** What is appended beside the columns of every download. */
  readonly additions?: Additions
}

/**
 * Appends result columns to the records of an uploaded file, one after the other. Everything else stays as it was:
 * quotes, white space, line breaks and blank lines.
 * @returns a function from a record to its raw text, with its line break
 */
export function createResultRows({ dialect, text, nextOutcome, selects, additions = {} }: ResultRowsOptions) {
  const { delimiter, columns, column, allQuoted = false, nested = false, linesBefore = 0, replaced = [] } = dialect
  const dropped = new Set(replaced)
  const { textOf, rawOf } = text
  const fits = (added: string): boolean => textOf(rawOf(added)) === added
  const names = addedColumns(additions)
  const header = addedText(names)
  const empty = addedText(names.map(() => ''))
  const known = new Map<string, string>()
  let before = linesBefore
  let head = dialect.header

  function addedText(cells: readonly string[]): string {
    return cells.map((cell) => delimiter + rawOf(addedCell(cell, delimiter, allQuoted))).join('')
  }

  function line({ cells, end }: RawRecord, added: string): string {
    const kept = dropped.size === 0 ? cells : cells.filter((_, index) => !dropped.has(index))
    const own = kept.map((cell) => harmless(cell, textOf)).join(delimiter)
    return own + delimiter.repeat(Math.max(0, columns - dropped.size - kept.length)) + added + end
  }

  /** The cell of the address. */
  function addressCell(cells: RawCells): string {
    const own = nested ? cellsWithin(unquoted(cells[0]!), delimiter) : cells
    return textOf(unquoted(own[column] ?? ''))
  }

  /** The added text of an outcome; few outcomes differ. */
  function addedOf(cells: RawCells, outcome: Outcome): string {
    const { status, reason, flags, meant, code, ruling, mailbox } = outcome
    if (meant !== undefined || additions.withAddress)
      return addedText(resultCells(addressCell(cells), outcome, fits, additions))
    const own = additions.withRules ? ` ${code} ${ruling}` : ''
    const asked = mailbox ? ` ${mailbox.result} ${mailbox.retryAt === undefined}` : ''
    const key = `${status} ${reason} ${flags}${own}${asked}`
    const found = known.get(key) ?? addedText(resultCells('', outcome, fits, additions))
    known.set(key, found)
    return found
  }

  function row(record: RawRecord, outcome: Outcome | undefined): string {
    if (selects && (outcome === undefined || !selects(outcome))) return ''
    return line(record, outcome ? addedOf(record.cells, outcome) : empty)
  }

  /** A line before the header, which is no part of the table. */
  function lineBefore({ cells, end }: RawRecord): string {
    return selects ? '' : cells.map((cell) => harmless(cell, textOf)).join(delimiter) + end
  }

  /** A blank line or empty row, which has no outcome. */
  function emptyRow(record: RawRecord): string {
    if (selects) return ''
    return isBlankLine(record.cells, textOf) ? record.cells[0]! + record.end : line(record, empty)
  }

  /** The Ctrl-Z at the end of the file is a row only of uploads of release 1.0.0 and earlier. */
  function newRow(record: RawRecord, outcome: Outcome | undefined): string {
    if (outcome || record.cells.length > 1 || record.cells[0] !== '\x1a') return row(record, outcome)
    return selects ? '' : '\x1a'
  }

  /** Release 0.1.0 counted blank lines as rows, except at the end of the file, where no outcomes are left. */
  const oldRow = (record: RawRecord, outcome: Outcome | undefined): string =>
    outcome || !isBlankLine(record.cells, textOf) ? row(record, outcome) : emptyRow(record)

  return async function textOfRecord(record: RawRecord): Promise<string> {
    const skipsEmptyRows = dialect.emptyRows !== undefined
    if (skipsEmptyRows && isEmptyRow(record.cells, textOf)) return emptyRow(record)
    if (before > 0) {
      before--
      return lineBefore(record)
    }
    if (!head) return (skipsEmptyRows ? newRow : oldRow)(record, await nextOutcome())
    head = false
    return line(record, header)
  }
}
