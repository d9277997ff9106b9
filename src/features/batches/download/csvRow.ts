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
 * A row of a CSV file (RFC 4180), including its line break. Every cell is quoted, and a cell that a spreadsheet might
 * execute gets a leading apostrophe; without that apostrophe it equals the original cell.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

const csvCell = (cell: string): string => `"${FORMULA.test(cell) ? "'" : ''}${cell.replaceAll('"', '""')}"`
