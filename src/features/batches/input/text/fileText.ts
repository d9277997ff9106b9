// The raw text of an uploaded file: read, decoded and encoded so that its bytes come back exactly.
import { csvInvalid } from '../invalid.js'
import type { Encoding } from './encoding.js'
import { createSingleByte, type SingleByteEncoding } from './singleByte.js'

/**
 * Raw text of a file, from which its bytes can be restored exactly: in UTF-8 and 8-bit encodings a character per byte, in
 * UTF-16 a character per two bytes. Delimiters, quotes and line breaks are single characters in all of them. Only cells
 * whose meaning matters are decoded, and malformed text is preserved.
 */
export interface FileText {
  /** The raw text in small pieces. */
  read(file: AsyncIterable<Uint8Array>): AsyncGenerator<string, void>
  bytesOf(raw: string): Buffer
  /** Decodes raw text. */
  textOf(raw: string): string
  /** Encodes text, with a question mark for a character that is not part of the encoding. */
  rawOf(text: string): string
}

/** Bytes read at a time; parsing that much takes a few milliseconds. */
const PIECE_BYTES = 32 * 1024

async function* pieces(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  for await (const bytes of file) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < buffer.length; at += PIECE_BYTES) yield buffer.subarray(at, at + PIECE_BYTES)
  }
}

async function* readBytes(file: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  for await (const piece of pieces(file)) yield piece.toString('latin1')
}

const readUtf16 = (bigEndian: boolean) =>
  async function* read(file: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
    let odd: Buffer = Buffer.alloc(0)
    for await (const piece of pieces(file)) {
      const bytes = Buffer.concat([odd, piece])
      const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
      odd = bytes.subarray(whole.length)
      yield (bigEndian ? whole.swap16() : whole).toString('utf16le')
    }
    if (odd.length > 0) yield '\ufffd'
  }

const same = (text: string): string => text
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const ASCII = /^[^\x80-\uffff]*$/
const bytesOfLatin1 = (raw: string): Buffer => Buffer.from(raw, 'latin1')

const singleByte = (encoding: SingleByteEncoding): FileText => ({
  read: readBytes,
  bytesOf: bytesOfLatin1,
  ...createSingleByte(encoding),
})

const FILE_TEXTS: { readonly [encoding in Encoding]: FileText } = {
  'utf-8': {
    read: readBytes,
    bytesOf: bytesOfLatin1,
    textOf: (raw) => (ASCII.test(raw) ? raw : utf8.decode(bytesOfLatin1(raw))),
    rawOf: (text) => (ASCII.test(text) ? text : Buffer.from(text).toString('latin1')),
  },
  'windows-1250': singleByte('windows-1250'),
  'windows-1251': singleByte('windows-1251'),
  'windows-1252': singleByte('windows-1252'),
  'iso-8859-2': singleByte('iso-8859-2'),
  'iso-8859-15': singleByte('iso-8859-15'),
  'utf-16le': {
    read: readUtf16(false),
    bytesOf: (raw) => Buffer.from(raw, 'utf16le'),
    textOf: same,
    rawOf: same,
  },
  'utf-16be': {
    read: readUtf16(true),
    bytesOf: (raw) => Buffer.from(raw, 'utf16le').swap16(),
    textOf: same,
    rawOf: same,
  },
}

export const fileTextOf = (encoding: Encoding): FileText => FILE_TEXTS[encoding]

/** An opened file: what precedes its first row, and the rest of its raw text. */
interface OpenedText {
  /** Byte order mark and Excel's `sep=` line, if any; raw text. */
  readonly preamble: string
  /** Must be consumed or returned, so that the file is closed. */
  readonly rest: AsyncGenerator<string, void>
}

/** A byte order mark, and a first line that declares the delimiter to Excel; it is not a row. */
const PREAMBLE = /^(?:\xef\xbb\xbf|\ufeff)?("?sep=(?:.|[\xc2-\xf4][\x80-\xbf]{1,3})?"?(?:\r\n|\r|\n))?/i
const MAX_PREAMBLE_LENGTH = '\xef\xbb\xbf"sep=\xf0\x9f\x98\x80"\r\n'.length

/**
 * Opens a file for reading.
 * @throws Failure CSV_INVALID, here or while it is read, if the file is not text
 */
export async function openText(file: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<OpenedText> {
  const text = requireText(fileTextOf(encoding).read(file), encoding)
  let head = ''
  while (head.length < MAX_PREAMBLE_LENGTH) {
    const piece = await text.next()
    if (piece.done) break
    head += piece.value
  }
  const preamble = PREAMBLE.exec(head)![0]
  return { preamble, rest: after(head.slice(preamble.length), text) }
}

async function* after(head: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  try {
    if (head !== '') yield head
    yield* rest
  } finally {
    await rest.return()
  }
}

const CTRL_Z = '\x1a'

/**
 * Text of an upload without the Ctrl-Z with which DOS ended files. Downloads read it: earlier releases took it for a row, which has an
 * outcome.
 */
export async function* withoutCtrlZ(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let held = ''
  for await (const piece of text) {
    const whole = held + piece
    held = whole.endsWith(CTRL_Z) ? CTRL_Z : ''
    yield whole.slice(0, whole.length - held.length)
  }
}

/**
 * Control characters that do not occur in text. An 8-bit encoding assigns a meaning to every other byte, so without this
 * check an image or a program would be read as text. DOS ended files with Ctrl-Z, so it is accepted.
 */
const CONTROL = /[\x01-\x08\x0e-\x19\x1b-\x1f]/

async function* requireText(pieces: AsyncIterable<string>, encoding: Encoding): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    if (piece.includes('\0')) throw notText('null bytes')
    if (!encoding.startsWith('utf-') && CONTROL.test(piece)) throw notText('control characters')
    yield piece
  }
}

const notText = (what: string) =>
  csvInvalid(`This is not a text file (it contains ${what}). Save it as CSV in UTF-8 (in Excel: "CSV UTF-8").`)
