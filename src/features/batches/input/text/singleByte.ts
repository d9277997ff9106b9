/**
 * Characters for bytes 0x80 to 0x9f (WHATWG Encoding, index windows-1252); all other bytes are as in Latin-1. Listed here
 * because TextDecoder of Node.js 20.18.3 and later decodes these bytes as control characters (nodejs/node#56542).
 */
const WINDOWS_1252_HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** A superset of ASCII with a character for every byte. */
export type SingleByteEncoding = 'windows-1250' | 'windows-1251' | 'windows-1252' | 'iso-8859-2' | 'iso-8859-15'

interface SingleByte {
  /** Decodes bytes, given as Latin-1 text. */
  textOf(bytes: string): string
  /**
   * The inverse, with a question mark for a character that is not part of the encoding. Text that was decoded, in Unicode
   * normalization form C or not, is always encodable, because none of these encodings has combining characters.
   */
  rawOf(text: string): string
}

export function createSingleByte(encoding: SingleByteEncoding): SingleByte {
  const upper = upperHalf(encoding)
  const bytes = new Map([...upper].map((char, at) => [char, String.fromCharCode(0x80 + at)]))
  return {
    textOf: (raw) => raw.replace(/[\x80-\xff]/g, (byte) => upper[byte.charCodeAt(0) - 0x80]!),
    rawOf: (text) => text.replace(/[\x80-\u{10ffff}]/gu, (char) => bytes.get(char) ?? '?'),
  }
}

/** The characters of the bytes from 0x80. */
function upperHalf(encoding: SingleByteEncoding): string {
  const bytes = Buffer.from(Array.from({ length: 0x80 }, (_, at) => 0x80 + at))
  if (encoding === 'windows-1252') return WINDOWS_1252_HIGH + bytes.subarray(0x20).toString('latin1')
  return new TextDecoder(encoding).decode(bytes)
}
