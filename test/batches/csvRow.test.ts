import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { csvRow } from '../../src/features/batches/download/csvRow.js'
import fc from '../support/fastCheck.js'

describe('a row of a download', () => {
  test('has every cell in quotes and ends with CRLF', () => {
    expect(csvRow(['a', '', 'b "c"', 'd\r\ne', ' f'])).toBe('"a","","b ""c""","d\r\ne"," f"\r\n')
  })

  test.each(['=1+1', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1', '=', '="x"'])('does not let %j be run', (cell) => {
    expect(csvRow([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`)
  })

  test.each(['a=1', 'ada@example.com', "'=1", ' =1', '1-2', '\n=1', ''])('leaves %j as it is', (cell) => {
    expect(csvRow([cell])).toBe(`"${cell}"\r\n`)
  })

  test('of any cells reads back the same, but for the mark before formulas', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (cells) => {
        const [row] = parse(csvRow(cells), { record_delimiter: '\r\n', skip_empty_lines: false }) as string[][]
        expect(row).toEqual(cells.map((cell) => ('=+-@\t\r'.includes(cell[0] ?? 'x') ? `'${cell}` : cell)))
      }),
    ))
})
