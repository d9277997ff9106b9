// A list with every kind of verdict: its counts, results, downloads and charges agree.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { V1_REASONS, V2_REASONS } from '../../src/features/verification/engine/policy/reasonCodes.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import { signedCallOf } from '../../testbed/receivers/target.js'
import { poolSeen } from '../../testbed/records/contributions.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { type Counts, countsOf, judgedCases, outcomeList, outcomeZone, POOLED, rowsOf } from './outcomeList.js'

const ROWS = 5_000
const LIST = outcomeList(ROWS)
/** The rows of the file, with the outcomes that it says itself. */
const rows = rowsOf(LIST)
/** Its counts, none of which the product has computed. */
const counts = countsOf(rows)

const pick = (from: Counts): Counts => {
  const { total, processed, valid, invalid, unknown, disposable, role, distinct, charged } = from
  return { total, processed, valid, invalid, unknown, disposable, role, distinct, charged }
}

let api: InProcessService
let key: string
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
let jobId: string
let json: Record<string, unknown>
let printed: string
let written: ReturnType<typeof rowsOf>
const directory = tempDirectory()

/** Another account contributes results; then the list is verified with the command line, by an account that uses the pool. */
beforeAll(async () => {
  api = await start({ env: { ...REACHABLE, POOL_MIN_CONTRIBUTORS: '1' }, zone: outcomeZone() })
  const contributor = await api.account({ plan: 'growth' })
  for (const email of POOLED) {
    const body = { email, share_signals: true }
    expect((await api.call('verifyEmail', { key: contributor.key, body })).body).toHaveProperty('credits_earned')
  }
  await poolSeen(api)
  key = (await api.account({ plan: 'growth', perMonth: 100_000 })).key
  target = await startAcceptingReceiver()
  await hook(api, key, target.url, { events: ['bulk.completed'] })
  const path = join(directory.path, 'list.csv')
  writeFileSync(path, LIST)
  const bulk = (...words: string[]) =>
    runCommandLine(['bulk', path, '--url', api.url, '--force', ...words], { MAILPROOF_API_KEY: key })
  const { code, stdout } = await bulk('--json')
  expect(code).toBe(0)
  json = JSON.parse(stdout)
  jobId = json.job_id as string
  const again = await bulk()
  printed = again.stderr + again.stdout
  written = rowsOf(readFileSync(join(directory.path, 'list.verified.csv')))
})
afterAll(async () => {
  await Promise.all([api.stop(), target.close()])
  directory.remove()
})

/** Known bounces are of accounts that report outcomes: test/outcomes. Mail servers are not asked here: test/mailboxes. */
const isOfEveryAccount = (reason: string): boolean =>
  !['known_bounce', 'no_such_mailbox', 'mailbox_full', 'accept_all'].includes(reason)

describe(`a list of ${ROWS} rows`, () => {
  test('has every outcome of v1 and v2', () => {
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['valid', 'invalid', 'unknown']))
    const reasons = V1_REASONS.filter(isOfEveryAccount)
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['', ...reasons]))
    expect(rows.filter(({ isFallback }) => isFallback).length).toBeGreaterThan(100)
    const isOf = (status: string, word: string) => rows.some((row) => row.status === status && row.words.includes(word))
    for (const status of ['valid', 'invalid', 'unknown'])
      for (const word of ['disposable', 'role'])
        expect({ status, word, has: isOf(status, word) }).toMatchObject({ has: true })
    for (const status of ['valid', 'invalid'])
      for (const word of ['typo', 'pooled'])
        expect({ status, word, has: isOf(status, word) }).toMatchObject({ has: true })
    const verdicts = judgedCases.map(({ v2 }) => v2)
    const ofLists = V2_REASONS.filter((code) => !code.endsWith('_by_operator') && isOfEveryAccount(code))
    expect(new Set(verdicts.flatMap(([, reasons]) => reasons))).toEqual(new Set(ofLists))
    expect(new Set(verdicts.map(([decision]) => decision))).toEqual(new Set(['allow', 'review', 'deny']))
    expect(new Set(verdicts.map(([, , dns]) => dns)).size).toBe(5)
    expect(new Set(verdicts.map(([, , , mx]) => mx)).size).toBe(5)
  })

  test('has as many valid, invalid and unknown rows as rows, and some of each', () => {
    const { total, valid, invalid, unknown, disposable, role, distinct, charged } = counts
    expect(total).toBe(ROWS)
    expect(valid + invalid + unknown).toBe(ROWS)
    expect(Math.min(valid, invalid, unknown, disposable, role)).toBeGreaterThan(100)
    // Repetitions, empty cells and what DNS could not confirm are free.
    expect(charged).toBeLessThan(distinct)
    expect(distinct).toBeLessThan(ROWS)
  })
})

describe('the verdicts of the downloaded file', () => {
  test('are those of its rows, one by one', () => {
    expect(written).toHaveLength(ROWS)
    const actual = written.map(({ cells }) => [
      cells.Nr,
      cells.mp_status,
      cells.mp_valid,
      cells.mp_reason,
      cells.mp_disposable,
      cells.mp_role,
      cells.mp_did_you_mean !== '',
    ])
    const expected = rows.map(({ cells, status, reason, words }) => [
      cells.Nr,
      status,
      String(status !== 'invalid'),
      reason,
      String(words.includes('disposable')),
      String(words.includes('role')),
      words.includes('typo'),
    ])
    expect(actual).toEqual(expected)
  })

  test('of the pool are from another account, for every row of these addresses', async () => {
    const chunks = (await api.events(`batch-${jobId}`)).filter(({ type }) => type === 'BatchChunkVerified')
    const data = chunks.map((chunk) => chunk.data as { pool: { hits: number }; results: { pooled?: object } })
    expect(data.reduce((sum, { pool }) => sum + pool.hits, 0)).toBe(POOLED.length)
    const pooled = rows.filter(({ words }) => words.includes('pooled'))
    expect(data.flatMap(({ results }) => Object.keys(results.pooled ?? {}))).toHaveLength(pooled.length)
  })

  test('of the filtered downloads are the rows of that kind', async () => {
    const isRisky = ({ words }: (typeof rows)[number]) =>
      ['disposable', 'role', 'typo', 'doubtful'].some((word) => words.includes(word))
    const kinds = {
      deliverable: rows.filter((row) => row.status === 'valid' && !isRisky(row)),
      risky: rows.filter((row) => row.status === 'valid' && isRisky(row)),
      invalid: rows.filter(({ status }) => status === 'invalid'),
      unknown: rows.filter(({ status }) => status === 'unknown'),
    }
    for (const [only, expected] of Object.entries(kinds)) {
      const { status, text } = await api.call('downloadBatch', {
        key,
        params: { batchId: jobId },
        query: `?only=${only}`,
      })
      expect(status).toBe(200)
      const numbers = rowsOf(text).map(({ cells }) => cells.Nr)
      expect({ only, numbers }).toEqual({ only, numbers: expected.map(({ cells }) => cells.Nr) })
    }
  })
})

describe("the file's own counts", () => {
  test('are in the JSON of the command line', () =>
    expect(pick({ ...json, total: json.rows } as never)).toEqual(counts))

  test('are in the text of the command line', () => {
    const text = (count: number) => count.toLocaleString('en')
    const { valid, invalid, unknown, disposable, role, distinct, charged } = counts
    const lines = printed.split('\n')
    expect(lines).toContain(`5,000 rows, ${text(distinct)} distinct addresses; ${text(charged)} charged.`)
    expect(lines).toContain(`5,000 rows: ${text(valid)} valid, ${text(invalid)} invalid, ${text(unknown)} unknown`)
    expect(lines).toContain(
      `Among them: ${text(disposable)} disposable, ${text(role)} role. Charged: ${text(charged)} of ${text(distinct)} distinct addresses.`,
    )
  })

  test('are returned over REST', async () => {
    const job = (await api.call('getBulkJob', { key, params: { jobId } })).body
    const batch = (await api.call('getBatch', { key, params: { batchId: jobId } })).body
    expect(job.file.empty_rows).toBe(ROWS / 100)
    expect(pick(job.progress)).toEqual(counts)
    expect(pick(batch)).toEqual(counts)
    expect(pick(batch.progress)).toEqual(counts)
    const { results, stats } = (await api.call('getBatchResults', { key, params: { batchId: jobId } })).body
    const { valid, invalid: i, unknown: u } = counts
    expect(stats).toMatchObject({ t: ROWS, v: valid + u, i, u })
    const actual = results.map(({ v, d, u = 0, e = '' }: Record<string, unknown>) => [v, d, u, e])
    expect(actual).toEqual(
      rows.map(({ status, reason, words }) => [
        status === 'invalid' ? 0 : 1,
        words.includes('disposable') ? 1 : 0,
        status === 'unknown' ? 1 : 0,
        reason,
      ]),
    )
  })

  test('are returned over GraphQL', async () => {
    const fields = Object.keys(counts).join(' ')
    const query = `query ($id: ID!) { batch(id: $id) { ${fields} progress { ${fields} } } }`
    const { batch } = await dataOf(api, query, { key, variables: { id: jobId } })
    expect(batch).toEqual({ ...counts, progress: counts })
  })

  test('are sent to the webhook', async () => {
    const [call] = await eventually(
      () => target.requests,
      ({ length }) => length > 0,
    )
    const { type, data } = JSON.parse(signedCallOf(call!).body)
    expect({ type, id: data.batch_id, status: data.status }).toEqual({
      type: 'bulk.completed',
      id: jobId,
      status: 'completed',
    })
    expect(pick(data)).toEqual(counts)
  })

  test('are what the month was charged', async () => expect((await api.usage(key)).verifications).toBe(counts.charged))

  test('are those of the same addresses submitted as a list', async () => {
    // An address of a list is judged as given, so cells with white space around them are left out.
    const some = rows.slice(0, 500).filter(({ email, cells }) => email !== '' && email === cells['E-Mail'])
    const body = await ended(
      api,
      key,
      await submit(
        api,
        key,
        some.map(({ email }) => email),
      ),
    )
    expect(pick(body)).toEqual(countsOf(some))
  })
})
