import type { CsvDialect } from '../events.js'
import { decode } from './decode.js'
import { type CsvRecord, createRecordParser } from './recordParser.js'
import { createInputSlicer } from './slicer.js'

/** Records given at once: what is done with them must not hold up others. */
const AT_ONCE = 100
/** Characters that are parsed at once, for the same reason. */
const STEP = 16 * 1024

/**
 * The records of a file, its header included, some at a time.
 * @throws Failure CSV_INVALID, PAYLOAD_TOO_LARGE; what the signal says
 */
export async function* recordsOf(
  file: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: Pick<CsvDialect, 'encoding' | 'delimiter'>,
  signal?: AbortSignal,
): AsyncGenerator<readonly CsvRecord[], void> {
  const parser = createRecordParser(delimiter)
  const turn = createInputSlicer()
  for await (const text of decode(file, encoding)) {
    for (let at = 0; at < text.length; at += STEP) yield* slices(parser.feed(text.slice(at, at + STEP)))
  }
  yield* slices(parser.end())

  async function* slices(records: readonly CsvRecord[]) {
    for (let at = 0; at === 0 || at < records.length; at += AT_ONCE) {
      await turn()
      signal?.throwIfAborted()
      if (records.length > 0) yield records.slice(at, at + AT_ONCE)
    }
  }
}
