// The CSV parser, compared with the library csv-parse.
import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { unquoted } from '../../src/features/batches/input/records/cells.js'
import {
  createRecordParser,
  MAX_ROW_LENGTH,
  type RawRecord,
} from '../../src/features/batches/input/records/recordParser.js'
import { Failure } from '../../src/kernel/failure.js'
import fc from '../../testbed/fastCheck.js'
import { csvText, type Writing } from '../../testbed/given/csvText.js'

interface Reading {
  readonly delimiter?: string
  readonly sizes?: number[]
}

/** Records of a text that arrives in pieces of these sizes, as written. */
function rawRecords(text: string, { delimiter = ',', sizes = [text.length] }: Reading = {}): RawRecord[] {
  const parser = createRecordParser(delimiter)
  const found: RawRecord[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length]!)
    found.push(...parser.feed(text.slice(at, at + size)))
    at += size
  }
  return [...found, ...parser.end()]
}

/** Their cells without quotes. */
const records = (text: string, reading: Reading = {}): string[][] =>
  rawRecords(text, reading).map(({ cells }) => cells.map(unquoted))

const failure = (text: string, sizes?: number[]): Failure => {
  try {
    records(text, sizes ? { sizes } : {})
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('it was read')
}

describe('records of CSV text', () => {
  test.each<[string, string, string[][]]>([
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    [
      'rows that end with LF, CRLF and CR',
      'a,b\nc,d\r\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['empty cells at every place', ',a,,b,', [['', 'a', '', 'b', '']]],
    [
      'a row of delimiters only',
      'a,b\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['quotes, and what only quotes may hold', '"a,b","c""d","e\r\nf\ng"', [['a,b', 'c"d', 'e\r\nf\ng']]],
    ['an empty cell in quotes, which is a row', 'a\n""\n', [['a'], ['']]],
    ['doubled quotes only', '"""",""""""', [['"', '""']]],
    ['a quote inside a cell', 'Joe "J" Doe,5",a"', [['Joe "J" Doe', '5"', 'a"']]],
    ['text behind a closing quote', '"Joe" Doe,"a"b"c",x', [['"Joe" Doe', '"a"b"c"', 'x']]],
    ['a space before a quote, which makes it text', 'a, "b"', [['a', ' "b"']]],
    ['space, which is kept', ' a , b ', [[' a ', ' b ']]],
    ['rows of different lengths', 'a\nb,c,d\n,e\n', [['a'], ['b', 'c', 'd'], ['', 'e']]],
    ['blank lines between rows, as written', 'a\n\n \nb\n', [['a'], [''], [' '], ['b']]],
    ['blank lines at the end', 'a\r\n\r\n  \r\n\r\n', [['a'], [''], ['  '], ['']]],
    ['a blank line after a row in quotes', '"a"\n\n', [['a'], ['']]],
    ['blank lines only', '\n\r\n \n', [[''], [''], [' ']]],
  ])('%s', (_, text, expected) => {
    for (const sizes of [[text.length], [1], [2], [3, 1]]) expect(records(text, { sizes })).toEqual(expected)
  })

  test('are those that csv-parse reads, however they are written, and in whatever pieces they come', () => {
    // What both would drop or trim: empty lines at the end, and whitespace on lines without anything else.
    const alike = (list: readonly (readonly string[])[]) => {
      const texts = list.map((record) => JSON.stringify(record.length === 1 ? [record[0]!.trim()] : record))
      while (texts.at(-1) === '[""]') texts.pop()
      return texts
    }
    const text = fc
      .array(fc.constantFrom('a', 'é', '😀', ',', '"', '""', '\n', '\r\n', '\r', ' ', ';', '",', '\n"'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), (given, sizes) => {
        let expected: string[][] | undefined
        try {
          const options = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }
          expected = parse(given, options) as string[][]
        } catch {
          expect(failure(given, sizes).message).toContain('never closed')
          return
        }
        expect(alike(records(given, { sizes }))).toEqual(alike(expected))
      }),
      { numRuns: 3_000 },
    )
  })

  test('of any cells, written in any manner, read back the same', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc
        .array(fc.constantFrom(',', ';', '\t', '|', '"', '\r', '\n', ' ', 'a'), { maxLength: 8 })
        .map((c) => c.join('')),
    )
    const matrix = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 8 })
    const writing: fc.Arbitrary<Writing> = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
      ended: fc.boolean(),
      quotes: fc.constantFrom('all', 'needed'),
    })
    fc.assert(
      fc.property(matrix, writing, fc.integer({ min: 1, max: 50 }), (rows, how, size) => {
        expect(records(csvText(rows, how), { delimiter: how.delimiter, sizes: [size] })).toEqual(rows)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a quote that is never closed is reported with the row that opens it', () => {
    expect(failure('a,b\nc,"d\ne,f\n')).toMatchObject({ code: 'CSV_INVALID', details: { row: 2 } })
    expect(failure('"x\ny"\n\n"')).toMatchObject({ code: 'CSV_INVALID', details: { row: 3 } })
    expect(failure('a,b\nc,"d').message).toBe(
      'Row 2 opens a quote that is never closed: close it, or double it if it is text.',
    )
  })

  test('a row of up to 512 Ki characters is read; a longer one is refused as soon as it is seen', () => {
    const filling = (length: number) => `a@b.c,${'x'.repeat(length - 6)}`
    for (const sizes of [[10_000_000], [1_000], [MAX_ROW_LENGTH], [MAX_ROW_LENGTH - 1, 1]]) {
      expect(records(`head\n${filling(MAX_ROW_LENGTH)}\r\nend\n`, { sizes })).toHaveLength(3)
      for (const end of ['', '\n', '\r\nend\n', 'x'.repeat(9_000_000), '"'.repeat(100)]) {
        const { code, message, details } = failure(`head\n${filling(MAX_ROW_LENGTH + 1)}${end}`, sizes)
        expect({ code, details }).toEqual({ code: 'CSV_INVALID', details: { row: 2 } })
        expect(message).toContain('longer than 524288 characters')
      }
    }
    expect(failure(`a\n"${'x'.repeat(10_000_000)}"\n`, [32_768]).message).toContain(
      'may contain a quote that is never closed',
    )
    const parser = createRecordParser(',')
    let fed = 0
    expect(() => {
      for (; fed < 100; fed++) parser.feed('x'.repeat(100_000))
    }).toThrow(Failure)
    expect(fed).toBe(5)
  })

  test('a row of up to 1,000 columns is read; one more is refused', () => {
    expect(records(`a\n${','.repeat(999)}`)[1]).toHaveLength(1_000)
    for (const end of ['', '\n', ',,,'])
      expect(failure(`a\n${','.repeat(1_000)}${end}`)).toMatchObject({ code: 'CSV_INVALID', details: { row: 2 } })
  })

  test('with their line breaks, are exactly the text, in whatever pieces it comes', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '"', '""', ',', '\r', '\n', '\r\n', ' ', '"x"', '"\n"'), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        (parts, sizes) => {
          const text = parts.join('')
          let found: RawRecord[]
          try {
            found = rawRecords(text, { sizes })
          } catch (error) {
            expect((error as Failure).message).toContain('never closed')
            return
          }
          expect(found.map(({ cells, end }) => cells.join(',') + end).join('')).toBe(text)
          for (const { end } of found.slice(0, -1)) expect(['\r\n', '\n', '\r']).toContain(end)
        },
      ),
      { numRuns: 2_000 },
    ))
})
