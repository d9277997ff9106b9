import type { CsvDialect } from '../events.js'
import { type CsvRecord, createRecordParser, MAX_ROW_LENGTH } from './recordParser.js'
import { createInputSlicer } from './slicer.js'

/** Rows from which the dialect of a file is told. */
const SAMPLE_ROWS = 100
/** Characters of them; at least one row ends in so many. */
const SAMPLE_LENGTH = 2 * MAX_ROW_LENGTH
/** Characters that are parsed before it is asked whether there are rows enough. */
const STEP = 32 * 1024

/** The beginning of a file. */
export interface Sample {
  readonly text: string
  /** Whether it is all of the file. */
  readonly whole: boolean
}

export async function sampleOf(text: AsyncIterable<string>): Promise<Sample> {
  let begin = ''
  for await (const piece of text) {
    begin += piece
    if (begin.length >= SAMPLE_LENGTH) return { text: begin, whole: false }
  }
  return { text: begin, whole: true }
}

/**
 * The first records of a sample, if it is read with this delimiter.
 * @throws Failure CSV_INVALID when it cannot be read up to the end of the first one
 */
export async function firstRecords(
  { text, whole }: Sample,
  delimiter: CsvDialect['delimiter'],
): Promise<readonly CsvRecord[]> {
  const turn = createInputSlicer()
  const records: CsvRecord[] = []
  const parser = createRecordParser(delimiter)
  try {
    for (let at = 0; at < text.length && records.length < SAMPLE_ROWS; at += STEP) {
      await turn()
      records.push(...parser.feed(text.slice(at, at + STEP)))
    }
    if (whole && records.length < SAMPLE_ROWS) records.push(...parser.end())
  } catch (error) {
    // What comes after is told when the file is read, by its row.
    if (records.length === 0) throw error
  }
  return records.slice(0, SAMPLE_ROWS)
}
