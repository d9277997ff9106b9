import type { CsvRecord } from './recordParser.js'

/** What a column of addresses is called, the surest first; compared without case, spaces, quotes, `-` and `_`. */
const ADDRESS_NAMES = ['email', 'emailaddress', 'mail']

const normalised = (name: string): string => name.toLowerCase().replace(/[\s"'_-]/g, '')

export const isAddressName = (cell: string): boolean => ADDRESS_NAMES.includes(normalised(cell))

/** The column of addresses by its name, from 0; undefined when none has such a name. */
export function namedColumn(header: CsvRecord): number | undefined {
  const names = header.map(normalised)
  return ADDRESS_NAMES.map((name) => names.indexOf(name)).find((column) => column >= 0)
}

/** The column of this name, from 0; undefined when there is none. */
export function columnCalled(header: CsvRecord, name: string): number | undefined {
  const exact = header.findIndex((cell) => cell.trim() === name.trim())
  const column = exact >= 0 ? exact : header.map(normalised).indexOf(normalised(name))
  return column < 0 ? undefined : column
}
