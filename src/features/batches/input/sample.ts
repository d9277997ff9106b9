import type { CsvDialect } from '../events.js'
import { type CsvRecord, createRecordParser, MAX_ROW_LENGTH } from './recordParser.js'
import { createInputSlicer } from './slicer.js'

/** Rows from which a file's dialect is detected. */
const SAMPLE_ROWS = 100
/** Characters of a sample; enough to contain the end of at least one row. */
const SAMPLE_LENGTH = 2 * MAX_ROW_LENGTH
/** Characters parsed between two checks of whether there are enough rows. */
const STEP_LENGTH = 32 * 1024

/** The beginning of a file. */
export interface InputSample {
  readonly text: string
  /** Whether the sample is the whole file. */
  readonly whole: boolean
}

export async function sampleOf(text: AsyncIterable<string>): Promise<InputSample> {
  let head = ''
  for await (const piece of text) {
    head += piece
    if (head.length >= SAMPLE_LENGTH) return { text: head, whole: false }
  }
  return { text: head, whole: true }
}

/**
 * The first records of a sample, parsed with this delimiter.
 * @throws Failure CSV_INVALID if not even the first record can be parsed
 */
export async function firstRecords(
  { text, whole }: InputSample,
  delimiter: CsvDialect['delimiter'],
): Promise<readonly CsvRecord[]> {
  const yieldTurn = createInputSlicer()
  const records: CsvRecord[] = []
  const parser = createRecordParser(delimiter)
  try {
    for (let at = 0; at < text.length && records.length < SAMPLE_ROWS; at += STEP_LENGTH) {
      await yieldTurn()
      records.push(...parser.feed(text.slice(at, at + STEP_LENGTH)))
    }
    if (whole && records.length < SAMPLE_ROWS) records.push(...parser.end())
  } catch (error) {
    // Errors in later rows are reported, with their row number, when the whole file is read.
    if (records.length === 0) throw error
  }
  return records.slice(0, SAMPLE_ROWS)
}
