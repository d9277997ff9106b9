// Uploaded lists come back byte for byte, with the verdicts added.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { ended, upload } from '../../testbed/callers/batches.js'
import fc from '../../testbed/fastCheck.js'
import { decoded } from '../../testbed/given/csvText.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import {
  anyList,
  bytesOf,
  DELIMITERS,
  ENCODINGS,
  isFormula,
  isInvalid,
  type List,
  type ListLine,
  resultOf,
} from './lists.js'

/** Files that are uploaded and downloaded. */
const FILES = Number(process.env.FILES ?? 80)
const CONCURRENT = 8
/** A fixed seed, so that the same files are tried each time. */
const SEED = 20_261_123

/** Addresses of a generated list; the added cells of each are taken from a single verification. */
const ADDRESSES = [
  'ada@explicit.mailproof.net',
  'Ada@Explicit.Mailproof.Net',
  'sales@explicit.mailproof.net',
  'bob@missing.mailproof.net',
  'eve@null-mx.mailproof.net',
  'dan@servfail.mailproof.net',
  'not an address',
  'x@mailinator.com',
  'joe@gmial.com',
  // Its suggestion repeats a letter that Windows-1252 and ISO 8859-15 have at different bytes.
  'šárka@gmial.com',
  '"a,=1;b"@gmial.com',
  '=1+1@explicit.mailproof.net',
  '=x@gmial.com',
  '-5@missing.mailproof.net',
  '@',
  '',
]

let api: InProcessService
const keys: string[] = []
const added = new Map<string, readonly string[]>()
beforeAll(async () => {
  api = await start()
  for (let index = 0; index < CONCURRENT; index++) keys.push((await api.account({ plan: 'enterprise' })).key)
  for (const email of ADDRESSES) {
    const { body } = await api.call('verifyEmail', { key: keys[0]!, body: { email } })
    const { disposable, role, free } = body.checks
    const flags = [disposable, role, free].map(String)
    added.set(email, [body.status, String(body.valid), body.reason ?? '', ...flags, body.metadata.did_you_mean ?? ''])
  }
})
afterAll(() => api.stop())

async function download(key: string, batchId: string): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await fetch(`${api.url}/v1/batch/${batchId}/download`, { headers: { 'X-API-Key': key } })
  expect(response.status).toBe(200)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The rows of a file as csv-parse reads them, without blank lines. */
function cellsOf(bytes: Buffer, { encoding, delimiter }: List): string[][] {
  const text = decoded(bytes, encoding).replace(/^"?sep=."?(?:\r\n|\n|\r)/i, '')
  return parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as string[][]
}

const LINE_ENDINGS: Readonly<Record<string, string>> = { '\r\n': 'crlf', '\n': 'lf', '\r': 'cr' }

/** The line ending that the job reports; undefined for a single line that is not ended. */
function lineEndingOf({ lines }: List): string | undefined {
  const ends = lines.filter(({ kind }) => kind !== 'declaration').map(({ end }) => end)
  const [first, ...others] = new Set(ends.filter((end) => end !== ''))
  return others.length > 0 ? 'mixed' : LINE_ENDINGS[first ?? '']
}

async function check(list: List, key: string): Promise<void> {
  const { encoding, delimiter, mark, header, column, lines } = list
  const given = bytesOf(list)
  const batchId = await upload(api, key, given, list.fields)
  const job = await ended(api, key, batchId)
  const rows = lines.filter(({ kind }) => kind === 'row')
  expect(job).toMatchObject({ status: 'completed', total: rows.length })
  expect(job.valid + job.invalid + job.unknown).toBe(rows.length)
  const lineEnding = lineEndingOf(list)
  expect(job.file).toMatchObject({
    encoding,
    byte_order_mark: mark,
    delimiter,
    ...(lineEnding && { line_ending: lineEnding }),
    header,
    email_column: { number: column + 1 },
    empty_rows: lines.filter(({ kind }) => kind === 'empty' || kind === 'blank').length,
  })

  const { type, bytes } = await download(key, batchId)
  expect(type).toBe(`text/csv; charset=${encoding}`)
  const expected = bytesOf(resultOf(list, added))
  // As text first, because a mismatch of bytes says nothing.
  expect(decoded(bytes, encoding)).toBe(decoded(expected, encoding))
  expect(bytes.equals(expected)).toBe(true)
  checkCells(list, cellsOf(given, list), cellsOf(bytes, list))
}

/** Compares what another parser reads: only apostrophes before formulas, and the added cells, differ. */
function checkCells({ lines }: List, before: string[][], after: string[][]): void {
  expect(after).toHaveLength(before.length)
  expect(after.flat().filter(isFormula)).toEqual([])
  const width = Math.max(...before.map(({ length }) => length))
  const emails = lines.filter(({ kind, text }) => kind !== 'declaration' && text !== '').map(({ email }) => email)
  for (const [row, cells] of before.entries()) {
    const kept = cells.map((cell) => (isFormula(cell) ? `'${cell}` : cell))
    expect(after[row]!.slice(0, cells.length)).toEqual(kept)
    const email = emails[row]
    if (email === undefined) continue
    const verdict = added.get(email)!.map((cell) => (isFormula(cell) ? `'${cell}` : cell))
    expect(after[row]!.slice(width)).toEqual(verdict)
  }
}

describe('an uploaded list', () => {
  const lists = fc.sample(anyList(ADDRESSES), { numRuns: FILES, seed: SEED })

  test(`is tried in every form: ${FILES} generated files`, () => {
    expect(new Set(lists.map(({ encoding, delimiter }) => encoding + delimiter)).size).toBe(
      ENCODINGS.length * DELIMITERS.length,
    )
    const has = (what: (list: List) => boolean): number => lists.filter(what).length
    const hasLine = (what: (line: ListLine) => boolean): number => has(({ lines }) => lines.some(what))
    const hasByte = (name: string, what: (byte: number) => boolean): number =>
      has((list) => list.encoding === name && bytesOf(list).some(what))
    const counts = {
      crlf: has((list) => lineEndingOf(list) === 'crlf'),
      lf: has((list) => lineEndingOf(list) === 'lf'),
      cr: has((list) => lineEndingOf(list) === 'cr'),
      mixed: has((list) => lineEndingOf(list) === 'mixed'),
      'no line break at the end': has(({ lines }) => lines.at(-1)!.end === ''),
      'every cell quoted': has(({ allQuoted }) => allQuoted),
      'UTF-8 with a mark': has(({ encoding, mark }) => encoding === 'utf-8' && mark),
      'UTF-8 without a mark': has(({ encoding, mark }) => encoding === 'utf-8' && !mark),
      'invalid UTF-8': has(({ encoding, lines }) => encoding === 'utf-8' && lines.some(({ text }) => isInvalid(text))),
      'blank lines': hasLine(({ kind }) => kind === 'blank'),
      'empty rows': hasLine(({ kind }) => kind === 'empty'),
      'ragged ends': has(({ lines }) => new Set(lines.flatMap(({ cells }) => cells?.length ?? [])).size > 1),
      'a declared delimiter': hasLine(({ kind }) => kind === 'declaration'),
      'no header': has(({ header }) => !header),
      'line breaks in the header': hasLine(({ kind, text }) => kind === 'header' && /[\r\n]/.test(text)),
      'bytes 0x80 to 0x9f of Windows-1252': hasByte('windows-1252', (byte) => byte >= 0x80 && byte < 0xa0),
      'letters of ISO 8859-15 only': hasByte('iso-8859-15', (byte) => byte === 0xa8 || byte === 0xb4),
    }
    for (const [what, count] of Object.entries(counts))
      expect({ what, isTried: count >= 4 }).toEqual({ what, isTried: true })
  })

  test('comes back byte for byte and cell by cell, but for the added columns', async () => {
    const left = [...lists]
    const workers = keys.map(async (key) => {
      for (let list = left.pop(); list; list = left.pop()) {
        try {
          await check(list, key)
        } catch (error) {
          throw new Error(`a list does not come back: ${JSON.stringify(list)}`, { cause: error })
        }
      }
    })
    await Promise.all(workers)
  })
})
