import type { CsvDialect } from '../../events.js'
import { createInputSlicer } from '../slicer.js'
import { createRecordParser, MAX_ROW_LENGTH, type RawRecord } from './recordParser.js'

/** Records yielded at a time; bounded, so that processing them does not block the event loop. */
const BATCH_RECORDS = 100
/** Characters parsed at a time, bounded for the same reason. */
const STEP_LENGTH = 16 * 1024

interface RecordsOptions {
  /** Characters of a row. */
  readonly maxLength?: number
  /** The account that they are read for. */
  readonly account?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * The records of a file in batches, including the header and blank lines.
 * @param text raw text
 * @throws Failure CSV_INVALID; the signal's reason
 */
export async function* recordsOf(
  text: AsyncIterable<string>,
  delimiter: CsvDialect['delimiter'],
  { maxLength = MAX_ROW_LENGTH, account, signal }: RecordsOptions = {},
): AsyncGenerator<readonly RawRecord[], void> {
  const parser = createRecordParser(delimiter, { maxLength })
  const yieldTurn = createInputSlicer(account)
  for await (const piece of text) {
    for (let at = 0; at < piece.length; at += STEP_LENGTH) yield* slices(parser.feed(piece.slice(at, at + STEP_LENGTH)))
  }
  yield* slices(parser.end())

  async function* slices(records: readonly RawRecord[]) {
    for (let at = 0; at === 0 || at < records.length; at += BATCH_RECORDS) {
      await yieldTurn()
      signal?.throwIfAborted()
      if (records.length > 0) yield records.slice(at, at + BATCH_RECORDS)
    }
  }
}
