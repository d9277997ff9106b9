// Writes rows as CSV (RFC 4180) that spreadsheets do not execute.
import { addedCell } from '../../features/batches/index.js'
import type { Cell, Column, ColumnType, DatasetRow } from '../../kernel/dataset.js'
import { snakeName } from '../../kernel/keyNames.js'

/** Text that needs neither quotes nor an apostrophe. */
const PLAIN = /^[\w][\w.:/ -]*$/

/**
 * A header, and a line per row. Null is an empty cell; a list is separated by spaces; times have no zone, because spreadsheets
 * and databases would convert them to their own. A cell that a spreadsheet might execute gets a leading apostrophe.
 * @yields the header, then a piece of text per chunk of rows
 */
export async function* csv(
  columns: { readonly [name: string]: Column },
  chunks: AsyncIterable<readonly DatasetRow[]>,
): AsyncGenerator<string, void> {
  const named = Object.entries(columns)
  yield `${named.map(([name]) => snakeName(name)).join(',')}\r\n`
  for await (const rows of chunks) {
    let text = ''
    for (const row of rows) text += `${named.map(([name, { type }]) => cellOf(type, row[name]!)).join(',')}\r\n`
    if (text !== '') yield text
  }
}

function cellOf(type: ColumnType, value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value.join(' ')
  if (type === 'time') return withoutZone(text)
  return PLAIN.test(text) ? text : addedCell(text, ',', false)
}

/** `2026-11-21T09:30:00.000Z` as `2026-11-21 09:30:00.000`. */
const withoutZone = (time: string): string => time.replace('T', ' ').slice(0, -1)
