import type { RawCells } from './recordParser.js'

/** Converts raw text of a file to its characters; see {@link FileText}. */
export type TextOf = (raw: string) => string

/** Whether a cell is written in quotes. */
export const isQuoted = (raw: string): boolean => raw.startsWith('"')

/**
 * The content of a cell: without its quotes, and with doubled quotes undoubled. The quotes of a cell that continues after
 * its closing quote are text, and so is one that is never closed.
 * @param raw the cell as written
 */
export function unquoted(raw: string): string {
  if (!isQuoted(raw)) return raw
  const close = closingQuote(raw)
  if (close < 0) return raw
  const content = raw.slice(1, close).replaceAll('""', '"')
  return close === raw.length - 1 ? content : `"${content}"${raw.slice(close + 1)}`
}

/** The index of the quote that ends a quoted cell; -1 if none does. */
function closingQuote(raw: string): number {
  let at = raw.indexOf('"', 1)
  while (at >= 0 && raw.charCodeAt(at + 1) === 0x22) at = raw.indexOf('"', at + 2)
  return at
}

/**
 * Whether a record is an empty row of a spreadsheet: a blank line, or delimiters with nothing but space between them. An
 * empty cell in quotes was written on purpose.
 */
export const isEmptyRow = (cells: RawCells, textOf: TextOf): boolean => cells.every((cell) => isSpace(cell, textOf))

/** Whether a record is a line of nothing but space. */
export const isBlankLine = (cells: RawCells, textOf: TextOf): boolean =>
  cells.length === 1 && isSpace(cells[0]!, textOf)

function isSpace(raw: string, textOf: TextOf): boolean {
  if (raw === '') return true
  const first = raw.charCodeAt(0)
  // Printable ASCII, which nearly every cell begins with, is no space.
  return !(first > 0x20 && first < 0x7f) && textOf(raw).trim() === ''
}
