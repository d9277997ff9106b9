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

/** Text as bytes; UTF-16 with a byte order mark, UTF-8 only on request. */
export function encoded(text: string, encoding: CsvDialect['encoding'], mark = false): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from((mark ? '\ufeff' : '') + text)
    case 'utf-16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    case 'windows-1252':
      return Buffer.from([...text].map((char) => WINDOWS_1252[char] ?? char.charCodeAt(0)))
  }
}
