// Cells as a download writes them: those of the upload unchanged, but none is executed as a formula.
import { isQuoted, type TextOf, unquoted } from '../input/records/cells.js'

/**
 * What spreadsheets skip before they decide whether a cell is a formula: white space, control characters and zero-width
 * characters (byte order mark, zero width space, soft hyphen, variation selectors …).
 */
const SKIPPED = '[\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]'
/**
 * Characters that begin a formula, including full-width and small forms, which some locales treat as the ASCII ones.
 */
const OPERATOR = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]'
/** A cell that a spreadsheet may execute as a formula. According to OWASP, tab, CR and LF are harmful by themselves. */
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${SKIPPED}*${OPERATOR})`, 'u')
/**
 * The same for a cell that is not wholly quoted: some programs take a quote after white space, or one that text follows,
 * for the quotes of a cell.
 */
const FORMULA_OR_QUOTED = new RegExp(`^(?:[\\t\\r\\n]|(?:${SKIPPED}|")*${OPERATOR})`, 'u')

/** Beginnings of cells that are not formulas: printable ASCII, except quotes and operators. */
const HARMLESS = /^"?[!#-*,./0-9:;<>?A-Z[-~]/

/**
 * A cell of an uploaded file as a download writes it: as it was, but one that a spreadsheet might execute gets a leading
 * apostrophe, in its quotes if it has any. Without that apostrophe it equals the original cell.
 * https://owasp.org/www-community/attacks/CSV_Injection
 * @param raw the cell as written in the file
 */
export function harmless(raw: string, textOf: TextOf): string {
  if (raw === '' || HARMLESS.test(raw)) return raw
  if (isWhollyQuoted(raw)) return FORMULA.test(textOf(unquoted(raw))) ? `"'${raw.slice(1)}` : raw
  return FORMULA_OR_QUOTED.test(textOf(raw)) ? `'${raw}` : raw
}

/** Whether the quotes of a cell surround all of it. */
const isWhollyQuoted = (raw: string): boolean => isQuoted(raw) && raw === `"${unquoted(raw).replaceAll('"', '""')}"`

/**
 * A cell that a download adds, in quotes if it needs them or if all cells are quoted.
 * @param text not encoded yet
 */
export function addedCell(text: string, delimiter: string, allQuoted: boolean): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  const needed = safe.includes(delimiter) || /["\r\n]/.test(safe) || safe !== safe.trim()
  return allQuoted || needed ? `"${safe.replaceAll('"', '""')}"` : safe
}
