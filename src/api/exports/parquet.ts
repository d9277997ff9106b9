// Writes rows as Parquet: a column each, with its type, compressed by gzip, which every reader knows.
import { gzipSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet-writer'
import type { Cell, Column, ColumnType, DatasetRow } from '../../kernel/dataset.js'
import { snakeName } from '../../kernel/keyNames.js'

/** Rows of a row group, which is held in memory until it is written. */
const GROUP_ROWS = 50_000
const START_BYTES = 1 << 20

interface ParquetOptions {
  /** The program that wrote the file, and its version. */
  readonly createdBy: string
  readonly groupRows?: number
}

type NamedColumns = { readonly [name: string]: Column }

/**
 * A file of row groups of the same size. A column that is nullable is optional; times are in UTC and have no time zone, so
 * that every reader shows the same hours.
 */
export async function* parquet(
  columns: NamedColumns,
  chunks: AsyncIterable<readonly DatasetRow[]>,
  { createdBy, groupRows = GROUP_ROWS }: ParquetOptions,
): AsyncGenerator<Buffer, void> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter(START_BYTES)
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    codec: 'GZIP',
    compressors: { GZIP: gzipSync },
    createdBy,
  })
  const taken = (): Buffer => {
    const piece = Buffer.from(bytes.getBytes())
    bytes.index = 0
    return piece
  }
  const names = Object.keys(columns)
  let group = emptyGroup(names)
  const written = (): Buffer => {
    const columnData = names.map((name) => ({ name: snakeName(name), data: converted(columns[name]!, group[name]!) }))
    writer.write({ columnData, rowGroupSize: groupRows })
    group = emptyGroup(names)
    return taken()
  }
  for await (const rows of chunks) {
    for (const row of rows) {
      for (const name of names) group[name]!.push(row[name]!)
      if (group[names[0]!]!.length === groupRows) yield written()
    }
  }
  if (group[names[0]!]!.length > 0) yield written()
  writer.finish()
  yield taken()
}

const emptyGroup = (names: readonly string[]): { [name: string]: Cell[] } =>
  Object.fromEntries(names.map((name) => [name, []]))

/** Dates and times as Parquet's writer takes them. */
const converted = ({ type }: Column, cells: readonly Cell[]): unknown[] =>
  type === 'date' || type === 'time'
    ? cells.map((cell) => (cell === null ? null : new Date(cell as string)))
    : [...cells]

const ELEMENTS: { readonly [type in Exclude<ColumnType, 'texts'>]: Omit<SchemaElement, 'name'> } = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  time: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' } },
}

const schemaOf = (columns: NamedColumns): SchemaElement[] => [
  { name: 'schema', num_children: Object.keys(columns).length },
  ...Object.entries(columns).flatMap(([name, { type, isNullable }]): SchemaElement[] => {
    const named = { name: snakeName(name), repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED' } as const
    if (type !== 'texts') return [{ ...ELEMENTS[type], ...named }]
    return [
      { ...named, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { ...ELEMENTS.text, name: 'element', repetition_type: 'REQUIRED' },
    ]
  }),
]
