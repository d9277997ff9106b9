// Detects the encoding of an uploaded file, and refuses workbooks and other files that are not CSV.
import type { CsvDialect } from '../../events.js'
import { csvInvalid } from '../invalid.js'
import { unmarkedUtf16 } from './unmarkedUtf16.js'
import { createUtf8Check } from './utf8.js'

export type Encoding = CsvDialect['encoding']

/** Signatures (first bytes, hex) of files that are not text, though some of them contain tables. */
const OTHER_FILES: readonly (readonly [signature: string, what: string])[] = [
  ['504b0304', 'an Excel workbook (.xlsx) or a zip file'],
  ['504b0506', 'a zip file'],
  ['d0cf11e0a1b11ae1', 'an old Excel workbook (.xls) or one that is protected by a password'],
  ['1f8b', 'a gzip file'],
  ['255044462d', 'a PDF'],
]

/** Byte order marks (Unicode, section 23.8), hex. */
const BYTE_ORDER_MARKS: readonly (readonly [signature: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** Beginnings of text that is no table, some of which programs also save as `.xls`. */
const OTHER_TEXTS: readonly (readonly [beginning: RegExp, what: string, advice?: string])[] = [
  [/^\s*<(?:!--|(?:!doctype html|html|head|body|meta|title|style|script|table|div|center)[\s>])/i, 'an HTML page'],
  [/^\s*<\?xml[\s?]/i, 'an XML file'],
  [/^\s*\{\\rtf/i, 'an RTF document'],
  [/^\s*BEGIN:VCARD\s/i, 'a vCard', 'Export the contacts as CSV, for example with Google Contacts.'],
  [/^\s*(?:\{\s*"|\[\s*["{[])/, 'JSON', 'Send its addresses to POST /v1/verify/bulk/agent, or save them as CSV.'],
]

/** Bytes that are looked at; longer than any signature. */
const HEAD_BYTES = 256

interface EncodingOptions {
  /** What the caller states. */
  readonly declared?: Encoding | undefined
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The encoding of a file: that of its byte order mark; else the declared one; else UTF-16, if its beginning is; else UTF-8, if
 * the whole file is valid UTF-8; else Windows-1252, which can decode any bytes.
 * @throws Failure CSV_INVALID if the file is empty or of another type
 */
export async function findEncoding(
  file: AsyncIterable<Uint8Array>,
  { declared, signal }: EncodingOptions = {},
): Promise<Encoding> {
  const utf8 = createUtf8Check()
  let head = Buffer.alloc(0)
  for await (const piece of file) {
    signal?.throwIfAborted()
    const valid = utf8.push(piece)
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES)])
    if (head.length >= HEAD_BYTES && (declared || !valid || markOf(head) || otherFile(head))) break
  }
  if (head.length === 0) throw csvInvalid('The file is empty. Send a file with one row per address.')
  const other = otherFile(head)
  if (other) {
    const [what, advice = EXCEL_ADVICE] = other
    throw csvInvalid(`The file is ${what}, not CSV. ${advice}`)
  }
  return markOf(head) ?? declared ?? unmarkedUtf16(head) ?? (utf8.end() ? 'utf-8' : 'windows-1252')
}

const EXCEL_ADVICE = 'In Excel, choose File > Save As > "CSV UTF-8 (Comma delimited)" and upload the CSV file.'

const markOf = (head: Buffer) => matchSignature(BYTE_ORDER_MARKS, head)

function otherFile(head: Buffer): readonly [what: string, advice?: string] | undefined {
  // The characters of markup are ASCII, which leaves null bytes in UTF-16.
  const text = head
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
  const binary = matchSignature(OTHER_FILES, head)
  if (binary !== undefined) return [binary]
  const found = OTHER_TEXTS.find(([beginning]) => beginning.test(text))
  return found && [found[1], found[2]]
}

function matchSignature<T>(table: readonly (readonly [signature: string, meaning: T])[], head: Buffer): T | undefined {
  const hex = head.toString('hex')
  return table.find(([signature]) => hex.startsWith(signature))?.[1]
}
