// The formats of exports.
import type { Columns, DatasetRow } from '../../kernel/dataset.js'
import { csv } from './csv.js'
import type { Format } from './formatNames.js'
import { ndjson } from './ndjson.js'
import { parquet } from './parquet.js'

/**
 * The rows of a table in a format, piece by piece; memory does not grow with their number.
 * @param createdBy the program, and its version
 */
export function written<Row extends object>(
  format: Format,
  columns: Columns<Row>,
  chunks: AsyncIterable<readonly Row[]>,
  createdBy: string,
): AsyncIterable<string | Buffer> {
  const rows = chunks as AsyncIterable<readonly (Row & DatasetRow)[]>
  switch (format) {
    case 'ndjson':
      return ndjson(columns, rows)
    case 'csv':
      return csv(columns, rows)
    case 'parquet':
      return parquet(columns, rows, { createdBy })
  }
}
