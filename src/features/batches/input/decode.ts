import type { Encoding } from './encoding.js'
import { csvInvalid } from './invalid.js'
import { decodeWindows1252 } from './windows1252.js'

/** Bytes decoded at a time; parsing that much takes a few milliseconds. */
const PIECE_BYTES = 32 * 1024

/** A first line that declares the delimiter to Excel; it is not a row. */
const DELIMITER_LINE = /^"?sep=.?"?(?:\r\n|\r|\n)/i
const DELIMITER_LINE_LENGTH = '"sep=;"\r\n'.length

/**
 * The text of a file in small pieces, without its byte order mark.
 * @throws Failure CSV_INVALID if the file is not text
 */
export async function* decodeText(file: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string, void> {
  let head: string | undefined = ''
  for await (const piece of decoded(file, encoding)) {
    if (piece.includes('\0')) throw notText('null bytes')
    if (head === undefined) yield piece
    else {
      head += piece
      if (head.length < DELIMITER_LINE_LENGTH) continue
      yield head.replace(DELIMITER_LINE, '')
      head = undefined
    }
  }
  if (head) yield head.replace(DELIMITER_LINE, '')
}

async function* decoded(file: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = encoding === 'windows-1252' ? undefined : new TextDecoder(encoding)
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      if (decoder) yield decoder.decode(piece, { stream: true })
      else if (piece.some(isControl)) throw notText('control characters')
      else yield decodeWindows1252(piece)
    }
  }
  if (decoder) yield decoder.decode()
}

/**
 * Bytes that do not occur in text. Windows-1252 assigns a meaning to every other byte, so without this check an image or
 * a program would be read as text. Null bytes are reported separately; DOS ended files with Ctrl-Z, so it is accepted.
 */
const isControl = (byte: number): boolean => byte < 0x20 && byte > 0 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a

const notText = (what: string) =>
  csvInvalid(`This is not a text file (it contains ${what}). Save it as CSV in UTF-8 (in Excel: "CSV UTF-8").`)
