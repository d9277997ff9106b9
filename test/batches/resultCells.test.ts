// Cells of a result file: never executed as a formula, otherwise unchanged.
import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { addedCell, harmless } from '../../src/features/batches/download/cell.js'
import { unquoted } from '../../src/features/batches/input/records/cells.js'
import { fileTextOf } from '../../src/features/batches/input/text/fileText.js'
import fc from '../../testbed/fastCheck.js'

const OPERATORS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']

const EIGHT_BIT = ['windows-1250', 'windows-1251', 'windows-1252', 'iso-8859-2', 'iso-8859-15'] as const

/** A file's delimiter, and another that a program might split at. */
const PAIRS = [',', ';', '\t', '|'].flatMap((own, _, all) =>
  all.filter((other) => other !== own).map((other): [own: string, other: string] => [own, other]),
)

/** One of each kind of space, control and zero-width character. */
const SKIPPED = [
  ...' \t\n\v\f\r\u0001\u001b\u007f\u0085\u00a0\u00ad\u034f\u061c\u1680\u180e\u2000\u200a\u200b\u200d\u200e\u2028',
  ...'\u2029\u202f\u205f\u2060\u3000\u3164\ufe0f\ufeff\u{e0020}',
]

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const utf8 = fileTextOf('utf-8')
const asText = (text: string): string => text

/** A cell of a UTF-8 file as a download writes it. */
const written = (cell: string): string => utf8.textOf(harmless(utf8.rawOf(cell), utf8.textOf))

describe('a cell of the upload', () => {
  test.each(['=1+1', '+49 30', '-1', '-5', '@SUM(A1)', '=', '=a"b', ...OPERATORS.map((operator) => `${operator}1+1`)])(
    'is not executed as a formula: %j',
    (cell) => {
      expect(written(cell)).toBe(`'${cell}`)
      expect(written(quoted(cell))).toBe(quoted(`'${cell}`))
    },
  )

  test.each(SKIPPED.map((text) => [JSON.stringify(text).replace(/[^ -~]/g, escaped), text]))(
    'is not executed as a formula after %s',
    (_, skipped) => {
      for (const cell of [`${skipped}=1`, `${skipped}${skipped}＠x`]) {
        expect(written(quoted(cell))).toBe(quoted(`'${cell}`))
        if (!/[\r\n]/.test(cell)) expect(written(cell)).toBe(`'${cell}`)
      }
    },
  )

  test.each(['\t', '\r', '\nx', '\tx'])('that begins with %j gets an apostrophe too', (cell) =>
    expect(written(quoted(cell))).toBe(quoted(`'${cell}`)),
  )

  test.each(['  "=1"', '"=1"x', ' "" =1', '"" -1'])(
    'whose quotes some programs would skip is not executed: %s',
    (cell) => expect(written(cell)).toBe(`'${cell}`),
  )

  test.each([
    'a=1',
    'ada@example.com',
    "'=1",
    ' a',
    '1-2',
    '"""=1"',
    '',
    ' ',
    '中文',
    'é',
    '\u00a0ada',
    '"a"b',
    '"a""b"',
    '""',
  ])('stays as it is: %j', (cell) => expect(written(cell)).toBe(cell))

  test('is recognised in every encoding', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', ...EIGHT_BIT] as const) {
      const { rawOf, textOf } = fileTextOf(encoding)
      expect(textOf(harmless(rawOf('\u00a0=§'), textOf))).toBe("'\u00a0=§")
      expect(textOf(harmless(rawOf('§=1'), textOf))).toBe('§=1')
    }
  })

  test.each(PAIRS)('stays as it is in a file with %j if %j precedes a formula; quotes would not help', (own, other) => {
    const cell = `a${other}=1+1`
    const read = (line: string, delimiter: string) =>
      (parse(line, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][])[0]
    for (const line of [`x${own}${cell}${own}y`, `x${own}${quoted(cell)}${own}y`]) {
      const result = line.split(own).map(written).join(own)
      expect(result).toBe(line)
      expect(read(result, own)).toEqual(['x', cell, 'y'])
      // A reader that is set to the other delimiter takes a quote inside a cell for text.
      expect(read(result, other)![1]).toMatch(/^=1\+1/)
    }
  })

  test('begins with no operator once what is skipped is removed; without the apostrophe it is the cell of the upload', () => {
    const text = fc
      .tuple(
        fc.array(fc.constantFrom(...SKIPPED, '"')),
        fc.constantFrom(...OPERATORS, ''),
        fc.string({ unit: 'grapheme' }),
      )
      .map(([skipped, operator, rest]) => `${skipped.join('')}${operator}${rest}`)
    const cell = fc.oneof(
      text.map(quoted),
      text.map((each) => each.replace(/[,\r\n]/g, '').replace(/^"+/, '')),
    )
    fc.assert(
      fc.property(cell, (given) => {
        const result = harmless(given, asText)
        expect([unquoted(result), unquoted(result).replace(/^'/, '')]).toContain(unquoted(given))
        const first = [...unquoted(result)].find((character) => !SKIPPED.includes(character)) ?? ''
        expect(OPERATORS).not.toContain(first)
        expect('\t\r\n'.includes(unquoted(result)[0] ?? 'x')).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is written in time that grows with its length', () => {
    const started = performance.now()
    for (const cell of [' \u200b'.repeat(1_000_000), '\u00a0'.repeat(2_000_000), ' "'.repeat(1_000_000)]) written(cell)
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

describe.each(EIGHT_BIT)('%s', (encoding) => {
  const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
  const { rawOf, textOf, bytesOf } = fileTextOf(encoding)

  test('has a character for every byte, which comes back as it was', () => {
    const bytes = BYTES.join('')
    expect(new Set(textOf(bytes)).size).toBe(256)
    expect(textOf(bytes)).not.toContain('\ufffd')
    expect(rawOf(textOf(bytes))).toBe(bytes)
    expect(bytesOf(bytes).toString('latin1')).toBe(bytes)
  })

  test('can write every suggestion: normalization changes no text of it', () => {
    const pairs = BYTES.map((first) => textOf(BYTES.map((second) => first + second + first).join('')))
    expect(pairs.map((text) => text.normalize('NFC'))).toEqual(pairs)
  })

  test('writes a question mark for a character that it does not have', () => {
    for (const char of ['中', '😀', '\ufffd']) expect(rawOf(char)).toBe('?')
  })
})

test.each([
  ['windows-1250', '\x9c\xb3', 'śł'],
  ['windows-1251', '\xcf\xee', 'По'],
  ['windows-1252', '\x80\x9c', '€œ'],
  ['iso-8859-2', '\xb1\xe6', 'ąć'],
  ['iso-8859-15', '\xa4\xa8', '€š'],
] as const)('%s: bytes %j are %s', (encoding, bytes, text) => expect(fileTextOf(encoding).textOf(bytes)).toBe(text))

describe('an added cell', () => {
  test('is quoted only where necessary', () => {
    expect(addedCell('valid', ';', false)).toBe('valid')
    expect(addedCell('', ';', false)).toBe('')
    expect(addedCell('"a,b"@gmail.com', ';', false)).toBe('"""a,b""@gmail.com"')
    expect(addedCell('a,b', ';', false)).toBe('a,b')
    expect(addedCell('a;b', ';', false)).toBe('"a;b"')
    expect(addedCell(' a', ';', false)).toBe('" a"')
  })

  test('is quoted if the upload quotes every cell', () => {
    expect(addedCell('valid', ';', true)).toBe('"valid"')
    expect(addedCell('', ';', true)).toBe('""')
  })

  test('is not executed as a formula, and reads back the same', () => {
    expect(addedCell('=1@gmail.com', ',', false)).toBe("'=1@gmail.com")
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        (text, delimiter, all) => {
          const [row] = parse(`x${delimiter}${addedCell(text, delimiter, all)}\n`, {
            delimiter,
            record_delimiter: '\n',
          }) as string[][]
          expect([row![1], row![1]!.replace(/^'/, '')]).toContain(text)
        },
      ),
    )
  })
})
