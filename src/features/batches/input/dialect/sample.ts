// Reads the first rows of a file, from which its dialect is detected.
import type { CsvDialect } from '../../events.js'
import { isEmptyRow, type TextOf, unquoted } from '../records/cells.js'
import { createRecordParser, MAX_ROW_LENGTH } from '../records/recordParser.js'
import { createInputSlicer } from '../slicer.js'
import type { CsvRecord } from './table.js'

/** Rows from which a file's dialect is detected. */
const SAMPLE_ROWS = 100
/** Characters of a sample; enough to contain the end of at least one row. */
const SAMPLE_LENGTH = 2 * MAX_ROW_LENGTH
/** Characters parsed between two checks of whether there are enough rows. */
const STEP_LENGTH = 8 * 1024

/** The beginning of a file. */
export interface InputSample {
  /** Raw text, without the preamble. */
  readonly raw: string
  readonly preamble: string
  readonly textOf: TextOf
  /** Whether the sample is the whole file. */
  readonly whole: boolean
}

export async function sampleOf(
  { preamble, rest }: { readonly preamble: string; readonly rest: AsyncIterable<string> },
  textOf: TextOf,
): Promise<InputSample> {
  let raw = ''
  for await (const piece of rest) {
    raw += piece
    if (raw.length >= SAMPLE_LENGTH) return { raw, preamble, textOf, whole: false }
  }
  return { raw, preamble, textOf, whole: true }
}

/**
 * The first rows of a sample, parsed with this delimiter; empty rows are skipped.
 * @throws Failure CSV_INVALID if not even the first row can be parsed
 */
export async function firstRecords(
  { raw, textOf, whole }: InputSample,
  delimiter: CsvDialect['delimiter'],
): Promise<readonly CsvRecord[]> {
  const yieldTurn = createInputSlicer()
  const records: CsvRecord[] = []
  const parser = createRecordParser(delimiter)
  const take = (found: ReturnType<typeof parser.feed>) => {
    for (const { cells } of found) {
      if (records.length === SAMPLE_ROWS) return
      if (!isEmptyRow(cells, textOf)) records.push(cells.map((cell) => textOf(unquoted(cell))))
    }
  }
  try {
    for (let at = 0; at < raw.length && records.length < SAMPLE_ROWS; at += STEP_LENGTH) {
      await yieldTurn()
      take(parser.feed(raw.slice(at, at + STEP_LENGTH)))
    }
    if (whole && records.length < SAMPLE_ROWS) take(parser.end())
  } catch (error) {
    // Errors in later rows are reported, with their row number, when the whole file is read.
    if (records.length === 0) throw error
  }
  return records
}
