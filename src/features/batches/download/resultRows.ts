// Adds the result columns to the rows of an uploaded file.
import type { CsvDialect } from '../events.js'
import { isBlankLine, isEmptyRow, unquoted } from '../input/records/cells.js'
import type { RawCells, RawRecord } from '../input/records/recordParser.js'
import type { FileText } from '../input/text/fileText.js'
import { kindOf, type Outcome, type ResultKind } from '../run/outcome.js'
import { addedCell, harmless } from './cell.js'
import { RESULT_COLUMNS, resultCells } from './resultCells.js'

interface ResultRowsOptions {
  readonly dialect: CsvDialect
  readonly text: FileText
  /** The outcome of the next row; undefined after the last one. */
  readonly nextOutcome: () => Promise<Outcome | undefined>
  /** Only rows of this kind; all rows, and empty ones, by default. */
  readonly only?: ResultKind | undefined
}

/**
 * Appends result columns to the records of an uploaded file, one after the other. Everything else stays as it was:
 * quotes, white space, line breaks and blank lines.
 * @returns a function from a record to its raw text, with its line break
 */
export function createResultRows({ dialect, text, nextOutcome, only }: ResultRowsOptions) {
  const { delimiter, columns, allQuoted = false } = dialect
  const { textOf, rawOf } = text
  const header = addedText(RESULT_COLUMNS)
  const empty = addedText(RESULT_COLUMNS.map(() => ''))
  const known = new Map<string, string>()
  let head = dialect.header

  function addedText(cells: readonly string[]): string {
    return cells.map((cell) => delimiter + rawOf(addedCell(cell, delimiter, allQuoted))).join('')
  }

  function line({ cells, end }: RawRecord, added: string): string {
    const own = cells.map((cell) => harmless(cell, textOf)).join(delimiter)
    return own + delimiter.repeat(Math.max(0, columns - cells.length)) + added + end
  }

  /** The added text of an outcome; few outcomes differ. */
  function addedOf(cells: RawCells, outcome: Outcome): string {
    const { status, reason, flags, meant } = outcome
    if (meant !== undefined) return addedText(resultCells(textOf(unquoted(cells[dialect.column] ?? '')), outcome))
    const key = `${status} ${reason} ${flags}`
    const found = known.get(key) ?? addedText(resultCells('', outcome))
    known.set(key, found)
    return found
  }

  function row(record: RawRecord, outcome: Outcome | undefined): string {
    if (only !== undefined && (outcome === undefined || kindOf(outcome) !== only)) return ''
    return line(record, outcome ? addedOf(record.cells, outcome) : empty)
  }

  /** A blank line or empty row, which has no outcome. */
  function emptyRow(record: RawRecord): string {
    if (only !== undefined) return ''
    return isBlankLine(record.cells, textOf) ? record.cells[0]! + record.end : line(record, empty)
  }

  /** Release 0.1.0 counted blank lines as rows, except at the end of the file, where no outcomes are left. */
  const oldRow = (record: RawRecord, outcome: Outcome | undefined): string =>
    outcome || !isBlankLine(record.cells, textOf) ? row(record, outcome) : emptyRow(record)

  return async function textOfRecord(record: RawRecord): Promise<string> {
    const skipsEmptyRows = dialect.emptyRows !== undefined
    if (skipsEmptyRows && isEmptyRow(record.cells, textOf)) return emptyRow(record)
    if (!head) return (skipsEmptyRows ? row : oldRow)(record, await nextOutcome())
    head = false
    return line(record, header)
  }
}
