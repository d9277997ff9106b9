// What each format of an export is read as.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { csv } from '../../src/api/exports/csv.js'
import { FORMATS, type Format } from '../../src/api/exports/formatNames.js'
import { written } from '../../src/api/exports/formats.js'
import { parquet } from '../../src/api/exports/parquet.js'
import { contributionColumns } from '../../src/features/pool/index.js'
import { verificationColumns } from '../../src/features/verdicts/index.js'
import { type Columns, nullable, required } from '../../src/kernel/dataset.js'
import { renameKeys, snakeName } from '../../src/kernel/keyNames.js'
import fc from '../../testbed/fastCheck.js'
import { collect } from '../../testbed/given/events.js'
import { type Duckdb, openDuckdb } from '../../testbed/stores/duckdb.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeUnless } from '../support/describeUnless.js'

interface Row {
  readonly someText: string
  readonly maybeText: string | null
  readonly manyTexts: readonly string[] | null
  readonly isSo: boolean
  readonly maybeSo: boolean | null
  readonly wholeNumber: number
  readonly anyNumber: number | null
  readonly someDay: string
  readonly someTime: string | null
}

const columns: Columns<Row> = {
  someText: required('text', ''),
  maybeText: nullable('text', ''),
  manyTexts: nullable('texts', ''),
  isSo: required('boolean', ''),
  maybeSo: nullable('boolean', ''),
  wholeNumber: required('integer', ''),
  anyNumber: nullable('number', ''),
  someDay: required('date', ''),
  someTime: nullable('time', ''),
}

const row: Row = {
  someText: 'ünïcode',
  maybeText: null,
  manyTexts: ['one', 'two'],
  isSo: true,
  maybeSo: null,
  wholeNumber: -3,
  anyNumber: 0.25,
  someDay: '2026-12-21',
  someTime: '2026-12-21T10:00:00.000Z',
}
const empty: Row = { ...row, someText: '', manyTexts: null, isSo: false, anyNumber: null, someTime: null }

const directory = tempDirectory()
let duckdb: Duckdb
beforeAll(async () => {
  duckdb = await openDuckdb()
})
afterAll(() => {
  duckdb.close()
  directory.remove()
})

async function* chunksOf<Chunk>(...chunks: readonly Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks
}

async function fileOf(format: Format, chunks: readonly (readonly Row[])[]): Promise<string> {
  const path = join(directory.path, `rows.${format === 'ndjson' ? 'json' : format}`)
  const pieces = await collect(written(format, columns, chunksOf(...chunks), 'mailproof version 0'))
  writeFileSync(path, Buffer.concat(pieces.map((piece) => Buffer.from(piece))))
  return path
}

test.each(FORMATS)('%s has typed columns, and the same values as the others', async (format) => {
  const from = `from '${await fileOf(format, [[row], [], [empty, row]])}'`
  const types = await duckdb.typesOf(`select * ${from}`)
  expect(types).toEqual({
    some_text: 'VARCHAR',
    // Nothing but nulls.
    maybe_text: format === 'ndjson' ? 'JSON' : 'VARCHAR',
    many_texts: format === 'csv' ? 'VARCHAR' : 'VARCHAR[]',
    is_so: 'BOOLEAN',
    maybe_so: { ndjson: 'JSON', csv: 'VARCHAR', parquet: 'BOOLEAN' }[format],
    whole_number: format === 'parquet' ? 'INTEGER' : 'BIGINT',
    any_number: 'DOUBLE',
    some_day: 'DATE',
    some_time: 'TIMESTAMP',
  })
  const texts = format === 'csv' ? 'many_texts' : "array_to_string(many_texts, ' ')"
  const found = await duckdb.ask(`
    select coalesce(some_text, '') as some_text, maybe_text, ${texts} as many_texts, is_so, maybe_so,
      whole_number::int as whole_number, any_number, some_day, hour(some_time)::int as time_hour ${from}`)
  const first = {
    some_text: 'ünïcode',
    maybe_text: null,
    many_texts: 'one two',
    is_so: true,
    maybe_so: null,
    whole_number: -3,
    any_number: 0.25,
    some_day: '2026-12-21',
    time_hour: 10,
  }
  const second = { ...first, some_text: '', many_texts: null, is_so: false, any_number: null, time_hour: null }
  expect(found).toEqual([first, second, first])
})

test.each(FORMATS)('%s without a row is a whole file', async (format) => {
  const path = await fileOf(format, [[]])
  if (format === 'ndjson') return
  expect(await duckdb.ask(`select count(*)::int as rows from '${path}'`)).toEqual([{ rows: 0 }])
  expect(Object.keys(await duckdb.typesOf(`select * from '${path}'`))).toEqual(Object.keys(columns).map(snakeName))
})

describe('Parquet', () => {
  const piecesOf = (chunks: readonly (readonly Row[])[], groupRows: number) =>
    collect(parquet(columns, chunksOf(...(chunks as never[])), { createdBy: 'mailproof version 0', groupRows }))

  test('is written in row groups, which do not depend on how the rows arrive', async () => {
    const rows = Array.from({ length: 25 }, (_, wholeNumber) => ({ ...row, wholeNumber }))
    const pieces = await piecesOf([rows], 10)
    expect(pieces).toHaveLength(4)
    expect(Buffer.concat(await piecesOf([rows.slice(0, 3), rows.slice(3, 24), rows.slice(24)], 10))).toEqual(
      Buffer.concat(pieces),
    )
    const path = join(directory.path, 'groups.parquet')
    writeFileSync(path, Buffer.concat(pieces))
    expect(
      await duckdb.ask(
        `select distinct row_group_id::int as id, row_group_num_rows::int as rows, compression
           from parquet_metadata('${path}') order by id`,
      ),
    ).toEqual([
      { id: 0, rows: 10, compression: 'GZIP' },
      { id: 1, rows: 10, compression: 'GZIP' },
      { id: 2, rows: 5, compression: 'GZIP' },
    ])
    expect(await duckdb.ask(`select sum(whole_number)::int as sum from '${path}'`)).toEqual([{ sum: 300 }])
  })

  test('says which columns always have a value, and which program wrote it', async () => {
    const path = await fileOf('parquet', [[row]])
    const schema = await duckdb.ask(`select name, repetition_type from parquet_schema('${path}')`)
    expect(schema.filter(({ repetition_type }) => repetition_type === 'REQUIRED').map(({ name }) => name)).toEqual([
      'some_text',
      'element',
      'is_so',
      'whole_number',
      'some_day',
    ])
    expect(await duckdb.ask(`select created_by from parquet_file_metadata('${path}')`)).toEqual([
      { created_by: 'mailproof version 0' },
    ])
  })
})

const { PYARROW_PYTHON: python = '' } = process.env

/** Prints the types of a file's columns, and its rows, with times and days as ISO 8601. */
const READ_BY_PYARROW = `
import json, sys
import pyarrow.parquet as parquet
table = parquet.read_table(sys.argv[1])
types = {field.name: str(field.type) for field in table.schema}
print(json.dumps([types, table.to_pylist()], default=lambda value: value.isoformat()))
`

describeUnless(python ? undefined : 'PYARROW_PYTHON is not set', 'Parquet, read by pyarrow', () => {
  test('has the types and values that were written', async () => {
    const path = await fileOf('parquet', [[row], [empty]])
    const { stdout } = await promisify(execFile)(python, ['-c', READ_BY_PYARROW, path])
    const [types, rows] = JSON.parse(stdout)
    expect(types).toEqual({
      some_text: 'string',
      maybe_text: 'string',
      many_texts: 'list<element: string not null>',
      is_so: 'bool',
      maybe_so: 'bool',
      whole_number: 'int32',
      any_number: 'double',
      some_day: 'date32[day]',
      some_time: 'timestamp[ms]',
    })
    const asRead = ({ someTime, ...rest }: Row) =>
      renameKeys({ ...rest, someTime: someTime?.replace('.000Z', '') ?? null }, snakeName)
    expect(rows).toEqual([asRead(row), asRead(empty)])
  })
})

describe('CSV', () => {
  const lineOf = async (someText: string) =>
    (await collect(csv({ someText: columns.someText }, chunksOf([{ someText }])))).join('')

  test.each([
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['plain.example', 'plain.example'],
    ['', ''],
  ])('%j is written as a cell that no spreadsheet executes', async (text, cell) => {
    expect(await lineOf(text)).toBe(`some_text\r\n${cell}\r\n`)
  })

  test('of any text is read as that text, with an apostrophe before what looks like a formula', async () => {
    const path = join(directory.path, 'any.csv')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 20 }), async (texts) => {
        const given = texts.filter((text) => Buffer.from(text).toString() === text && !text.includes('\0'))
        const rows = given.map((someText, index) => ({ index, someText }))
        writeFileSync(
          path,
          (await collect(csv({ index: columns.wholeNumber, someText: columns.someText }, chunksOf(rows)))).join(''),
        )
        const found = await duckdb.ask(
          `select some_text from read_csv('${path}', header = true, all_varchar = true, quote = '"', escape = '"',
             delim = ',', strict_mode = false, new_line = '\\r\\n', auto_detect = false,
             columns = {'index': 'VARCHAR', 'some_text': 'VARCHAR'}) order by "index"::int`,
        )
        expect(found.map(({ some_text }) => `${some_text}`.replace(/^'/, ''))).toEqual(
          given.map((text) => text.replace(/^'/, '')),
        )
      }),
      { numRuns: 50 },
    )
  })
})

test.each(Object.entries({ verifications: verificationColumns, contributions: contributionColumns }))(
  'no column of %s is a keyword of SQL',
  async (_, { ...named }) => {
    const keywords = new Set(
      (await duckdb.ask('select keyword_name from duckdb_keywords()')).map((each) => each.keyword_name),
    )
    expect(keywords.size).toBeGreaterThan(400)
    expect(
      Object.keys(named)
        .map(snakeName)
        .filter((name) => keywords.has(name)),
    ).toEqual([])
  },
)
