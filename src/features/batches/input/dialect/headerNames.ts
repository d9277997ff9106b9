import type { CsvRecord } from './sample.js'

/**
 * Usual headers of a column of addresses, the most reliable first; compared without case, spaces, quotes, `-` and `_`.
 */
const ADDRESS_NAMES = ['email', 'emailaddress', 'mail']

const normalized = (name: string): string => name.toLowerCase().replace(/[\s"'_-]/g, '')

export const isAddressName = (cell: string): boolean => ADDRESS_NAMES.includes(normalized(cell))

/** The index of the column whose header is one of the usual names; undefined if no header is. */
export function namedColumn(header: CsvRecord): number | undefined {
  const names = header.map(normalized)
  return ADDRESS_NAMES.map((name) => names.indexOf(name)).find((column) => column >= 0)
}

/** The index of the column with this header; undefined if no column has it. */
export function columnCalled(header: CsvRecord, name: string): number | undefined {
  const exact = header.findIndex((cell) => cell.trim() === name.trim())
  const column = exact >= 0 ? exact : header.map(normalized).indexOf(normalized(name))
  return column < 0 ? undefined : column
}
