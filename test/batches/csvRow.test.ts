import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { csvRow } from '../../src/features/batches/download/csvRow.js'
import fc from '../support/fastCheck.js'

const OPERATORS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']

/** One of each kind of space, control and zero-width character. */
const SKIPPED = [
  ...' \t\n\v\f\r\0\u0001\u001b\u007f\u0085\u00a0\u00ad\u034f\u061c\u1680\u180e\u2000\u200a\u200b\u200d\u200e\u2028',
  ...'\u2029\u202f\u205f\u2060\u3000\u3164\ufe0f\ufeff\u{e0020}',
]

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.array(fc.constantFrom(...SKIPPED)), fc.constantFrom(...OPERATORS, ''), fc.string({ unit: 'grapheme' }))
    .map(([skipped, operator, rest]) => `${skipped.join('')}${operator}${rest}`),
)

describe('a row of a download', () => {
  test('has every cell in quotes and ends with CRLF', () => {
    expect(csvRow(['a', '', 'b "c"', 'd\r\ne', ' f'])).toBe('"a","","b ""c""","d\r\ne"," f"\r\n')
  })

  test.each(['=1+1', '+49 30', '-1', '-5', '@SUM(A1)', '\t=1', '\r=1', '=', '="x"', '\n=1', '\t', '\r', '\nx'])(
    'neutralises %j',
    (cell) => expect(csvRow([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`),
  )

  test.each(OPERATORS)('neutralises the operator %s in any script', (operator) => {
    expect(csvRow([`${operator}1+1`])).toBe(`"'${operator}1+1"\r\n`)
  })

  test.each(SKIPPED.map((text) => [JSON.stringify(text).replace(/[^ -~]/g, escaped), text]))(
    'neutralises a formula after %s',
    (_, skipped) => {
      expect(csvRow([`${skipped}=1`, `${skipped}${skipped}＠x`])).toBe(`"'${skipped}=1","'${skipped}${skipped}＠x"\r\n`)
    },
  )

  test.each(['a=1', 'ada@example.com', "'=1", ' a', '1-2', '"=1', '', ' ', '中文', '\u00a0ada'])(
    'leaves %j unchanged',
    (cell) => expect(csvRow([cell])).toBe(`"${cell.replaceAll('"', '""')}"\r\n`),
  )

  test('contains no cell that begins with an operator once skipped characters are removed; without its apostrophe it is as given', () =>
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const [row] = parse(csvRow(cells), { record_delimiter: '\r\n', skip_empty_lines: false }) as string[][]
        expect(row).toHaveLength(cells.length)
        for (const [index, written] of row!.entries()) {
          const begins = [...written].find((character) => !SKIPPED.includes(character)) ?? ''
          expect(OPERATORS).not.toContain(begins)
          expect('\t\r\n'.includes(written[0] ?? 'x')).toBe(false)
          expect([written, written.replace(/^'/, '')]).toContain(cells[index])
        }
      }),
    ))

  test('is written in linear time, whatever its content', () => {
    const started = performance.now()
    csvRow([' \u200b'.repeat(1_000_000), '\u00a0'.repeat(2_000_000)])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
