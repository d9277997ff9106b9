import type { CsvDialect } from '../events.js'
import { csvInvalid } from './invalid.js'
import { createUtf8Check } from './utf8.js'

export type Encoding = CsvDialect['encoding']

/** First bytes of files that are no text; a table is in some of them, but not as CSV. */
const OTHER_FILES: readonly (readonly [begins: string, what: string])[] = [
  ['504b0304', 'an Excel workbook or a zip file'],
  ['504b0506', 'a zip file'],
  ['d0cf11e0a1b11ae1', 'an old Excel workbook'],
  ['1f8b', 'a gzip file'],
  ['255044462d', 'a PDF'],
]

/** Marks of byte order (Unicode, section 23.8). */
const MARKS: readonly (readonly [begins: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

const LONGEST_BEGIN = 8

/**
 * The encoding of a file: what its mark says, else UTF-8, where all of it is UTF-8, else Windows-1252, in which
 * anything can be read.
 * @throws Failure CSV_INVALID when it is empty, or a file of another kind
 */
export async function detectEncoding(file: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<Encoding> {
  const utf8 = createUtf8Check()
  let begin = Buffer.alloc(0)
  for await (const piece of file) {
    signal?.throwIfAborted()
    const valid = utf8.push(piece)
    if (begin.length < LONGEST_BEGIN) begin = Buffer.concat([begin, piece.subarray(0, LONGEST_BEGIN)])
    if (begin.length >= LONGEST_BEGIN && (!valid || markOf(begin) || otherFile(begin))) break
  }
  if (begin.length === 0) throw csvInvalid('The file is empty: send one with a row for each address.')
  const other = otherFile(begin)
  if (other) throw csvInvalid(`The file is ${other}: save it as CSV (in Excel: "CSV UTF-8") and send that.`)
  return markOf(begin) ?? (utf8.end() ? 'utf-8' : 'windows-1252')
}

const markOf = (begin: Buffer) => found(MARKS, begin)
const otherFile = (begin: Buffer) => found(OTHER_FILES, begin)

function found<T>(table: readonly (readonly [begins: string, meaning: T])[], begin: Buffer): T | undefined {
  const hex = begin.toString('hex')
  return table.find(([begins]) => hex.startsWith(begins))?.[1]
}
