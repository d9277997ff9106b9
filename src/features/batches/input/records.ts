import type { CsvDialect } from '../events.js'
import { decodeText } from './decode.js'
import { type CsvRecord, createRecordParser } from './recordParser.js'
import { createInputSlicer } from './slicer.js'

/** Records yielded at a time; bounded, so that processing them does not block the event loop. */
const BATCH_RECORDS = 100
/** Characters parsed at a time, bounded for the same reason. */
const STEP_LENGTH = 16 * 1024

/**
 * The records of a file in batches, including the header.
 * @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE; the signal's reason
 */
export async function* recordsOf(
  file: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: Pick<CsvDialect, 'encoding' | 'delimiter'>,
  signal?: AbortSignal,
): AsyncGenerator<readonly CsvRecord[], void> {
  const parser = createRecordParser(delimiter)
  const yieldTurn = createInputSlicer()
  for await (const text of decodeText(file, encoding)) {
    for (let at = 0; at < text.length; at += STEP_LENGTH) yield* slices(parser.feed(text.slice(at, at + STEP_LENGTH)))
  }
  yield* slices(parser.end())

  async function* slices(records: readonly CsvRecord[]) {
    for (let at = 0; at === 0 || at < records.length; at += BATCH_RECORDS) {
      await yieldTurn()
      signal?.throwIfAborted()
      if (records.length > 0) yield records.slice(at, at + BATCH_RECORDS)
    }
  }
}
