import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { ended, upload } from '../support/batches.js'
import fc from '../support/fastCheck.js'
import { anyList, bytesOf, type List, resultOf } from '../support/lists.js'
import { startService, type TestService } from '../support/service.js'

/** Files that are uploaded and downloaded. */
const FILES = 200
const CONCURRENT = 8
/** A fixed seed, so that the same 200 files are tried each time. */
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
  '=1+1@explicit.mailproof.net',
  '-5@missing.mailproof.net',
  '@',
  '',
]

let api: TestService
const keys: string[] = []
const added = new Map<string, readonly string[]>()
beforeAll(async () => {
  api = await startService()
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

const cellsOf = (text: string, delimiter: string): string[][] =>
  parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as string[][]

async function check(list: List, key: string): Promise<void> {
  const { encoding, delimiter } = list
  const batchId = await upload(api, key, bytesOf(list))
  const rows = list.lines.filter(({ email }) => email !== undefined)
  const job = await ended(api, key, batchId)
  expect(job).toMatchObject({
    status: 'completed',
    total: rows.length,
    file: { delimiter, encoding: encoding === 'iso-8859-15' ? 'windows-1252' : encoding },
  })
  expect(job.valid + job.invalid + job.unknown).toBe(rows.length)

  const { type, bytes } = await download(key, batchId)
  expect(type).toBe(`text/csv; charset=${job.file.encoding}`)
  const expected = resultOf(list, added)
  expect(bytes.equals(bytesOf(expected))).toBe(true)
  // The same again, cell by cell, as another parser reads it.
  const text = expected.lines.map(({ text, end }) => text + end).join('')
  const before = cellsOf(list.lines.map(({ text, end }) => text + end).join(''), delimiter)
  const after = cellsOf(text, delimiter)
  expect(after).toHaveLength(before.length)
  for (const [index, cells] of before.entries()) {
    const kept = after[index]!.slice(0, cells.length).map((cell, at) => (cell === `'${cells[at]}` ? cells[at] : cell))
    expect(kept).toEqual(cells)
  }
}

describe('an uploaded list', () => {
  test(`comes back byte for byte but for the added columns: ${FILES} generated files`, async () => {
    const lists = fc.sample(anyList(ADDRESSES), { numRuns: FILES, seed: SEED })
    expect(new Set(lists.map(({ encoding, delimiter }) => encoding + delimiter)).size).toBe(20)
    const workers = keys.map(async (key) => {
      for (let list = lists.pop(); list; list = lists.pop()) {
        try {
          await check(list, key)
        } catch (error) {
          throw new Error(`a list does not come back: ${JSON.stringify(list)}`, { cause: error })
        }
      }
    })
    await Promise.all(workers)
  }, 180_000)
})
