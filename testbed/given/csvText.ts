// Writes CSV files in the encodings and dialects that uploads have.
import type { CsvDialect } from '../../src/features/batches/events.js'

export interface Writing {
  readonly delimiter: CsvDialect['delimiter']
  readonly lineBreak: '\r\n' | '\n' | '\r'
  /** Whether the last line ends like the others. */
  readonly ended: boolean
  /** Quotes around every cell, or only where necessary. */
  readonly quotes: 'all' | 'needed'
}

/** A matrix of cells as unambiguous CSV text. */
export function csvText(
  rows: readonly (readonly string[])[],
  { delimiter, lineBreak, ended, quotes }: Writing,
): string {
  const special = [delimiter, '"', '\r', '\n']
  const lines = rows.map((row) =>
    row
      .map((cell) => {
        // A line of whitespace only is a blank line, and `sep=` on the first line is Excel's.
        const needed = special.some((char) => cell.includes(char)) || (row.length === 1 && cell.trim() === '')
        return quotes === 'all' || needed || /^sep=/i.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
      })
      .join(delimiter),
  )
  return lines.join(lineBreak) + (ended && lines.length > 0 ? lineBreak : '')
}

/** The characters of Windows-1252 at 0x80 to 0x9f, as in Unicode's table CP1252.TXT. */
const WINDOWS_1252: { readonly [char: string]: number } = {
  '€': 0x80,
  '‚': 0x82,
  ƒ: 0x83,
  '„': 0x84,
  '…': 0x85,
  '†': 0x86,
  '‡': 0x87,
  ˆ: 0x88,
  '‰': 0x89,
  Š: 0x8a,
  '‹': 0x8b,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
  '˜': 0x98,
  '™': 0x99,
  š: 0x9a,
  '›': 0x9b,
  œ: 0x9c,
  ž: 0x9e,
  Ÿ: 0x9f,
}

/** Characters above ASCII that Windows-1252 can write. */
export const WINDOWS_1252_CHARACTERS: readonly string[] = [
  ...Object.keys(WINDOWS_1252),
  ...Array.from({ length: 0x60 }, (_, index) => String.fromCharCode(0xa0 + index)),
]

/** The characters in which ISO 8859-15 differs from Latin-1, as in Unicode's table 8859-15.TXT. */
const ISO_8859_15: { readonly [char: string]: number } = {
  '€': 0xa4,
  Š: 0xa6,
  š: 0xa8,
  Ž: 0xb4,
  ž: 0xb8,
  Œ: 0xbc,
  œ: 0xbd,
  Ÿ: 0xbe,
}

/** Encodings that tests can write. */
export type WrittenEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15'

/**
 * Text as bytes; UTF-16 with a byte order mark, UTF-8 only on request. In UTF-8, a lone surrogate from U+DC80 to U+DCFF is
 * the byte 0x80 to 0xff.
 */
export function encoded(text: string, encoding: WrittenEncoding, mark = false): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.concat([...(mark ? ['\ufeff'] : []), ...text].map(utf8Of))
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    case 'windows-1252':
      return Buffer.from([...text].map((char) => WINDOWS_1252[char] ?? char.charCodeAt(0)))
    case 'iso-8859-15':
      return Buffer.from([...text].map((char) => ISO_8859_15[char] ?? char.charCodeAt(0)))
  }
}

const utf8Of = (char: string): Buffer =>
  /\p{Surrogate}/u.test(char) ? Buffer.of(char.charCodeAt(0) - 0xdc00) : Buffer.from(char)

const charOfWindows1252 = new Map(Object.entries(WINDOWS_1252).map(([char, byte]) => [byte, char]))

/** Bytes as text, without a byte order mark. TextDecoder of Node.js 20.18.3 and later is wrong about Windows-1252. */
export const decoded = (bytes: Buffer, encoding: WrittenEncoding): string =>
  encoding === 'windows-1252'
    ? [...bytes].map((byte) => charOfWindows1252.get(byte) ?? String.fromCharCode(byte)).join('')
    : new TextDecoder(encoding).decode(bytes)
