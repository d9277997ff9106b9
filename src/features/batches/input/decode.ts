import type { Encoding } from './encoding.js'
import { csvInvalid } from './invalid.js'
import { decodeWindows1252 } from './windows1252.js'

/** Bytes that are decoded at once: what follows takes a few milliseconds for them. */
const PIECE_BYTES = 32 * 1024

/** A first line that tells Excel what the delimiter is, and is no row. */
const DELIMITER_LINE = /^"?sep=.?"?(?:\r\n|\r|\n)/i
const DELIMITER_LINE_LENGTH = '"sep=;"\r\n'.length

/**
 * The text of a file, without its mark of byte order, in small pieces.
 * @throws Failure CSV_INVALID when it is no text
 */
export async function* decode(file: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string, void> {
  let begin: string | undefined = ''
  for await (const piece of decoded(file, encoding)) {
    if (piece.includes('\0')) throw noText('zero bytes')
    if (begin === undefined) yield piece
    else {
      begin += piece
      if (begin.length < DELIMITER_LINE_LENGTH) continue
      yield begin.replace(DELIMITER_LINE, '')
      begin = undefined
    }
  }
  if (begin) yield begin.replace(DELIMITER_LINE, '')
}

async function* decoded(file: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = encoding === 'windows-1252' ? undefined : new TextDecoder(encoding)
  for await (const bytes of file) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      if (decoder) yield decoder.decode(piece, { stream: true })
      else if (piece.some(isControl)) throw noText('control characters')
      else yield decodeWindows1252(piece)
    }
  }
  if (decoder) yield decoder.decode()
}

/**
 * Bytes that no text has: in Windows-1252 anything else can be read, pictures and programs too. Zero bytes are told by
 * themselves; a Ctrl-Z at the end is how DOS wrote files.
 */
const isControl = (byte: number): boolean => byte < 0x20 && byte > 0 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1a

const noText = (what: string) =>
  csvInvalid(`The file holds ${what}, so it is no text: save it as CSV in UTF-8 (in Excel: "CSV UTF-8").`)
