// The rows of a result file, with their verdicts.
import { describe, expect, test } from '@jest/globals'
import { createResultRows } from '../../src/features/batches/download/resultRows.js'
import type { CsvDialect } from '../../src/features/batches/events.js'
import { createRecordParser } from '../../src/features/batches/input/records/recordParser.js'
import type { Additions } from '../../src/features/batches/input/resultColumns.js'
import { type FileText, fileTextOf } from '../../src/features/batches/input/text/fileText.js'
import { kindOf, type Outcome, type ResultKind } from '../../src/features/batches/run/outcome.js'

const dialect: CsvDialect = {
  encoding: 'utf-8',
  delimiter: ',',
  column: 0,
  header: true,
  columns: 2,
  emptyRows: 0,
}
const { emptyRows: _, ...oldDialect } = dialect

const outcome = (status: Outcome['status'], flags = 0, meant?: string): Outcome => ({
  status,
  reason: status === 'invalid' ? 'syntax' : undefined,
  flags,
  provider: undefined,
  meant,
})
const VALID = outcome('valid')
const INVALID = outcome('invalid')

const HEADER = 'mp_status,mp_valid,mp_reason,mp_disposable,mp_role,mp_free,mp_did_you_mean'
const VALID_CELLS = 'valid,true,,false,false,false,'
const INVALID_CELLS = 'invalid,false,syntax,false,false,false,'

async function resultOf(
  text: string,
  outcomes: readonly Outcome[],
  {
    only,
    ...differs
  }: {
    readonly dialect?: CsvDialect
    readonly text?: FileText
    readonly additions?: Additions
    readonly only?: ResultKind
  } = {},
): Promise<string> {
  const left = [...outcomes]
  const parser = createRecordParser(',')
  const textOfRecord = createResultRows({
    dialect,
    text: fileTextOf('utf-8'),
    nextOutcome: async () => left.shift(),
    ...(only && { selects: (found: Outcome) => kindOf(found) === only }),
    ...differs,
  })
  let result = ''
  for (const record of [...parser.feed(text), ...parser.end()]) result += await textOfRecord(record)
  expect(left).toEqual([])
  return result
}

describe('the result of an upload', () => {
  test('has verdicts beside its rows; blank lines stay as they are, and empty rows stay empty', async () => {
    expect(await resultOf('\n \nemail,n\r\n\na@b.c,"x"\r,\n\nd,e', [VALID, INVALID])).toBe(
      `\n \nemail,n,${HEADER}\r\n\na@b.c,"x",${VALID_CELLS}\r,,,,,,,,\n\nd,e,${INVALID_CELLS}`,
    )
  })

  test('ends with Ctrl-Z as the upload did, which is a row only of uploads of release 1.0.0 and earlier', async () => {
    expect(await resultOf('email,n\na@b.c,\n\x1a', [VALID])).toBe(`email,n,${HEADER}\na@b.c,,${VALID_CELLS}\n\x1a`)
    expect(await resultOf('email,n\na@b.c,\n\x1a', [VALID], { only: 'deliverable' })).toBe(
      `email,n,${HEADER}\na@b.c,,${VALID_CELLS}\n`,
    )
    expect(await resultOf('email,n\n\x1a\na@b.c,\n\x1a', [INVALID, VALID, INVALID])).toBe(
      `email,n,${HEADER}\n\x1a,,${INVALID_CELLS}\na@b.c,,${VALID_CELLS}\n\x1a,,${INVALID_CELLS}`,
    )
  })

  test('has empty cells beside rows without a verdict', async () => {
    expect(await resultOf('email,n\na@b.c,\nd,e\n', [VALID])).toBe(
      `email,n,${HEADER}\na@b.c,,${VALID_CELLS}\nd,e,,,,,,,\n`,
    )
  })

  test('suggests the corrected address, in quotes if it has the delimiter', async () => {
    const meant = outcome('invalid', 0, 'gmail.com')
    expect(await resultOf('email,n\n"""a,b""@gmial.com",x\n', [meant])).toBe(
      `email,n,${HEADER}\n"""a,b""@gmial.com",x,invalid,false,syntax,false,false,false,"""a,b""@gmail.com"\n`,
    )
  })

  test('has question marks for what its encoding lacks, and corrections that are addresses or none', async () => {
    const text = fileTextOf('windows-1252')
    const rules: Outcome = { ...VALID, code: 'A', ruling: 'd-Блок 🚫 ü' }
    const meant: Outcome = { ...INVALID, code: 'A', ruling: 'a-', meant: 'пример.com' }
    const additions = { withRules: true }
    const rows = text.rawOf('email,n\na@b.c,\nü@пример..com,\nµ@b.c,\n')
    const result = await resultOf(rows, [rules, meant, { ...meant, meant: 'gmail.com' }], { text, additions })
    expect(text.textOf(result)).toBe(
      [
        `email,n,${HEADER},mp_decision,mp_rule`,
        `a@b.c,,${VALID_CELLS},deny,???? ? ü`,
        `ü@??????..com,,${INVALID_CELLS}ü@xn--e1afmkfd.com,allow,`,
        `µ@b.c,,${INVALID_CELLS},allow,`,
        '',
      ].join('\n'),
    )
  })

  test.each<[ResultKind, string]>([
    ['deliverable', `ok,,${VALID_CELLS}\n`],
    [
      'risky',
      [
        'throwaway,,valid,true,,true,false,false,\n',
        'sales,,valid,true,,false,true,false,\n',
        'a@gmial.com,,valid,true,,false,false,false,a@gmail.com\n',
      ].join(''),
    ],
    ['invalid', `bad,,${INVALID_CELLS}\n`],
    ['unknown', 'maybe,,unknown,true,,true,false,false,'],
  ])('can be filtered: only %s', async (only, rows) => {
    const text = 'email,n\nok,\n\nthrowaway,\nsales,\n,\na@gmial.com,\nbad,\nmaybe,'
    const all = [VALID, outcome('valid', 1), outcome('valid', 2), outcome('valid', 0, 'gmail.com'), INVALID]
    expect(await resultOf(text, [...all, outcome('unknown', 65)], { only })).toBe(`email,n,${HEADER}\n${rows}`)
  })

  test('that is filtered has no rows without a verdict', async () => {
    expect(await resultOf('email,n\na@b.c,\nd,e\n', [VALID], { only: 'invalid' })).toBe(`email,n,${HEADER}\n`)
  })
})

describe('the result of an upload that release 0.1.0 accepted', () => {
  test('has verdicts beside blank lines between rows, which that release counted as rows, but not at the end', async () => {
    expect(await resultOf('email\n\na@b.c\n \n\n', [INVALID, VALID], { dialect: { ...oldDialect, columns: 1 } })).toBe(
      `email,${HEADER}\n,${INVALID_CELLS}\na@b.c,${VALID_CELLS}\n \n\n`,
    )
  })

  test('has verdicts beside rows of delimiters only', async () => {
    expect(await resultOf('email,n\n,\na@b.c,n\n', [INVALID, VALID], { dialect: oldDialect })).toBe(
      `email,n,${HEADER}\n,,${INVALID_CELLS}\na@b.c,n,${VALID_CELLS}\n`,
    )
  })
})
