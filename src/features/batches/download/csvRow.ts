/** Beginnings that a spreadsheet would take for a formula, and run. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A row of a CSV file (RFC 4180), its line break included: every cell in quotes, and none that a spreadsheet runs.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

const csvCell = (cell: string): string => `"${FORMULA.test(cell) ? "'" : ''}${cell.replaceAll('"', '""')}"`
