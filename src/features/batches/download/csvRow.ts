/**
 * What spreadsheets skip before they decide whether a cell is a formula: white space, controls, and characters that
 * take no room (byte order mark, zero width space, soft hyphen, variation selectors …).
 */
const SKIPPED = '[\\s\\p{Z}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}]'
/** What a formula begins with, in full-width and small forms as well: some locales take these for the ASCII ones. */
const OPERATOR = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]'
/** A cell that a spreadsheet may take for a formula. The three controls are harmful by themselves, says OWASP. */
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${SKIPPED}*${OPERATOR})`, 'u')

/**
 * A row of a CSV file (RFC 4180), its line break included: every cell in quotes, and an apostrophe in front of each
 * that a spreadsheet might run. Without that apostrophe, it is the cell that was given.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

const csvCell = (cell: string): string => `"${FORMULA.test(cell) ? "'" : ''}${cell.replaceAll('"', '""')}"`
