import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { ended, submit } from '../support/batches.js'
import { runCommandLine } from '../support/commandLine.js'
import { eventually } from '../support/eventually.js'
import { dataOf } from '../support/graphql.js'
import { startService, type TestService } from '../support/service.js'
import { tempDirectory } from '../support/tempDirectory.js'
import { hook, REACHABLE, signedCallOf, startTarget } from '../support/webhooks.js'

const ROWS = 20_000
/** What the rows of the list are, one after the other. */
const KINDS: readonly ((row: number) => string)[] = [
  (row) => `user${row}@explicit.mailproof.net`,
  (row) => `user${row % 500}@implicit.mailproof.net`,
  (row) => `User${row}@gmail.com`,
  (row) => `user${row}@missing.mailproof.net`,
  (row) => `user${row}@null-mx.mailproof.net`,
  (row) => `user${row}@no-target.mailproof.net`,
  (row) => `no address ${row}`,
  () => '',
  (row) => `user${row}@mailinator.com`,
  () => 'sales@explicit.mailproof.net',
  (row) => `user${row}@gmial.com`,
  // DNS fails; rarer, because such rows are looked up one by one.
  (row) => (row % 5 === 0 ? `user${row}@servfail.mailproof.net` : 'postmaster@servfail.mailproof.net'),
]

interface Counts {
  readonly total: number
  readonly valid: number
  readonly invalid: number
  readonly unknown: number
  readonly disposable: number
  readonly role: number
}

const pick = ({ total, valid, invalid, unknown, disposable, role }: Counts): Counts => ({
  total,
  valid,
  invalid,
  unknown,
  disposable,
  role,
})

let api: TestService
let key: string
let target: Awaited<ReturnType<typeof startTarget>>
let jobId: string
let counted: Counts
let outcome: Record<string, unknown>
let printed: string
const directory = tempDirectory()

/** Verifies the list with the command line, and counts the rows of the file that it writes. */
beforeAll(async () => {
  api = await startService({ env: REACHABLE })
  api.dns.set('mailinator.com', { MX: [[10, 'mx1.mailproof.net']] })
  key = (await api.account({ plan: 'enterprise' })).key
  target = await startTarget()
  await hook(api, key, target.url, { events: ['bulk.completed'] })
  const path = join(directory.path, 'list.csv')
  const rows = Array.from({ length: ROWS }, (_, row) => `${row};${KINDS[row % KINDS.length]!(row)}`)
  // A blank line after every hundredth row.
  writeFileSync(path, `Nr;E-Mail\r\n${rows.map((row, at) => `${row}\r\n${at % 100 === 99 ? '\r\n' : ''}`).join('')}`)
  const bulk = (...words: string[]) =>
    runCommandLine(['bulk', path, '--url', api.url, '--force', ...words], { MAILPROOF_API_KEY: key })
  const { code, stdout } = await bulk('--json')
  expect(code).toBe(0)
  outcome = JSON.parse(stdout)
  jobId = outcome.job_id as string
  printed = (await bulk()).stdout
  const written = parse(readFileSync(join(directory.path, 'list.verified.csv')), {
    delimiter: ';',
    columns: true,
    skip_empty_lines: true,
  }) as Record<string, string>[]
  const count = (name: string, value: string) => written.filter((row) => row[name] === value).length
  counted = {
    total: written.length,
    valid: count('mp_status', 'valid'),
    invalid: count('mp_status', 'invalid'),
    unknown: count('mp_status', 'unknown'),
    disposable: count('mp_disposable', 'true'),
    role: count('mp_role', 'true'),
  }
}, 180_000)
afterAll(async () => {
  await Promise.all([api.stop(), target.close()])
  directory.remove()
})

describe(`the counts of a list of ${ROWS} rows with every outcome`, () => {
  test('add up in the file, and none is zero', () => {
    expect(counted.total).toBe(ROWS)
    expect(counted.valid + counted.invalid + counted.unknown).toBe(ROWS)
    for (const [name, value] of Object.entries(counted))
      expect({ name, isZero: value === 0 }).toEqual({ name, isZero: false })
  })

  test('are the same in the output of the command line', () => {
    expect(pick({ ...outcome, total: outcome.rows } as never)).toEqual(counted)
    const { valid, invalid, unknown, disposable, role } = counted
    const [v, i, u, d, r] = [valid, invalid, unknown, disposable, role].map((value) => value.toLocaleString('en'))
    expect(printed).toContain(`20,000 rows: ${v} valid, ${i} invalid, ${u} unknown`)
    expect(printed).toContain(`${d} disposable, ${r} role.`)
  })

  test('are the same over REST', async () => {
    const job = (await api.call('getBulkJob', { key, params: { jobId } })).body
    const batch = (await api.call('getBatch', { key, params: { batchId: jobId } })).body
    expect(job.file.empty_rows).toBe(ROWS / 100)
    expect(pick(job.progress)).toEqual(counted)
    expect(pick(batch)).toEqual(counted)
    expect(pick(batch.progress)).toEqual(counted)
    const { results, stats } = (await api.call('getBatchResults', { key, params: { batchId: jobId } })).body
    expect(stats).toMatchObject({ t: ROWS, v: counted.valid, i: counted.invalid, u: counted.unknown })
    expect(results.filter(({ u }: { u?: number }) => u === 1)).toHaveLength(counted.unknown)
    expect(results.filter(({ v }: { v: number }) => v === 0)).toHaveLength(counted.invalid)
  })

  test('are the same over GraphQL', async () => {
    const fields = 'total valid invalid unknown disposable role'
    const query = `query ($id: ID!) { batch(id: $id) { ${fields} progress { ${fields} } } }`
    const { batch } = await dataOf(api, query, { key, variables: { id: jobId } })
    expect(batch).toEqual({ ...counted, progress: counted })
  })

  test('are the same in the webhook notification', async () => {
    const [call] = await eventually(
      () => target.requests,
      ({ length }) => length > 0,
    )
    const { data } = JSON.parse(signedCallOf(call!).body)
    expect(data.batch_id).toBe(jobId)
    expect(pick(data)).toEqual(counted)
  })

  test('are those of the charges: what is unknown, and every repetition, is free', async () => {
    const { progress } = (await api.call('getBulkJob', { key, params: { jobId } })).body
    expect(progress.charged).toBe(outcome.charged)
    expect((await api.usage(key)).verifications).toBe(progress.charged)
    expect(progress.charged).toBeLessThan(progress.distinct)
    expect(progress.distinct).toBeLessThan(ROWS)
  })

  test('of the filtered downloads add up to the file', async () => {
    const sizes = await Promise.all(
      ['deliverable', 'risky', 'invalid', 'unknown'].map(async (only) => {
        const query = `?only=${only}`
        const { status, text } = await api.call('downloadBatch', { key, params: { batchId: jobId }, query })
        expect(status).toBe(200)
        return text.trimEnd().split('\r\n').length - 1
      }),
    )
    expect(sizes.slice(2)).toEqual([counted.invalid, counted.unknown])
    expect(sizes[0]! + sizes[1]!).toBe(counted.valid)
    expect(sizes[1]).toBeGreaterThan(0)
  })

  test('of a submitted list are counted in the same way', async () => {
    const emails = KINDS.map((kind, row) => kind(row)).filter((email) => email !== '')
    const body = await ended(api, key, await submit(api, key, emails))
    expect(body.valid + body.invalid + body.unknown).toBe(emails.length)
    expect(body).toMatchObject({ unknown: 1, disposable: 1, role: expect.any(Number) })
  })
})
