// GET /v1/verifications, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { problemPaths } from '../../testbed/contract/answers.js'
import { differences, type JsonSchema } from '../../testbed/contract/differences.js'
import { resolveReferences } from '../../testbed/contract/resolveReferences.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

interface Row {
  readonly row_position: string
  readonly api: string
  readonly batch_row: number | null
  readonly [column: string]: unknown
}

const { components } = resolveReferences(readDocument()) as unknown as {
  components: { schemas: { [name: string]: JsonSchema } }
}
const SCHEMA = components.schemas.VerificationLines!['x-item-schema']!

let api: InProcessService
/** An account with verifications of every operation, and one of its jobs. */
let busy: { readonly key: string; readonly jobs: readonly string[] }
let rows: readonly Row[]
beforeAll(async () => {
  api = await start()
  const { key } = await api.account({ perMinute: 10_000 })
  for (const email of [
    'jane@explicit.mailproof.net',
    'info@explicit.mailproof.net',
    'nope',
    'jane@explicit.mailproof.net',
  ])
    await api.call('verifyEmail', { key, body: { email } })
  const jobs = [await submit(api, key, ['c@explicit.mailproof.net', 'd', 'c@explicit.mailproof.net'])]
  await ended(api, key, jobs[0]!)
  await api.call('verifyEmailSignals', { key, body: { email: 'x@servfail.mailproof.net' } })
  await api.call('verifyBatch', { key, body: { emails: ['a@explicit.mailproof.net', 'b@nxdomain.mailproof.net'] } })
  jobs.push(await submit(api, key, ['e@explicit.mailproof.net', 'f']))
  await ended(api, key, jobs[1]!)
  const sandbox = await api.generate(key, { sandbox: true })
  await ended(api, sandbox.key, await submit(api, sandbox.key, ['ada@example.org']))
  busy = { key, jobs }
  rows = await exported()
})
afterAll(() => api.stop())

async function exported(query = '', key = busy.key): Promise<Row[]> {
  const { status, headers, text } = await api.call('exportVerifications', { key, query })
  expect({ status, type: headers['content-type'], cut: headers['transfer-encoding'] }).toEqual({
    status: 200,
    type: 'application/x-ndjson',
    cut: 'chunked',
  })
  const found = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
  for (const row of found) expect(differences(SCHEMA, row)).toEqual([])
  return found
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('200', () => {
  test('has every address of every operation once: jobs come last, in the order of their submission', () => {
    expect(rows.map(({ api: by, batch_row }) => [by, batch_row])).toEqual([
      ...Array.from({ length: 4 }, () => ['v1', null]),
      ['v2', null],
      ['call', 0],
      ['call', 1],
      ['batch', 0],
      ['batch', 1],
      ['batch', 2],
      ['batch', 0],
      ['batch', 1],
    ])
    const ids = rows.filter(({ api: by }) => by === 'batch').map(({ batch_id }) => batch_id)
    expect(ids).toEqual([busy.jobs[0], busy.jobs[0], busy.jobs[0], busy.jobs[1], busy.jobs[1]])
  })

  test('says what was answered, and names the same address alike', () => {
    const [jane, info, malformed, again] = rows
    expect(jane).toMatchObject({
      api_key: expect.stringMatching(/^[0-9a-f]{5}$/),
      request_id: expect.any(String),
      batch_id: null,
      address_hash: expect.stringMatching(/^[0-9a-f]{11}$/),
      email_domain: 'explicit.mailproof.net',
      status: 'valid',
      v1_reason: null,
      decision: 'allow',
      deciding_reason: 'deliverable',
      reasons: ['deliverable'],
      route: 'explicit',
      is_mistyped: false,
      duration_ms: expect.any(Number),
    })
    expect(info).toMatchObject({ is_role: true })
    expect(malformed).toMatchObject({ status: 'invalid', decision: 'deny', email_domain: null })
    expect(again!.address_hash).toBe(jane!.address_hash)
    expect(info!.address_hash).not.toBe(jane!.address_hash)
    expect(JSON.stringify(rows)).not.toMatch(/jane|info@|"d"/)
  })

  test('names what decided of the own rules and lists, in each operation, as decisions do', async () => {
    const { key } = await api.account({ perMinute: 10_000 })
    const [denied, other] = ['jane@explicit.mailproof.net', 'jane@implicit.mailproof.net']
    await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: ['explicit.mailproof.net'] } })
    await api.call('verifyEmail', { key, body: { email: denied } })
    await api.call('verifyBatch', { key, body: { emails: [denied, other] } })
    await ended(api, key, await submit(api, key, [denied, other]))
    const { rule } = (await api.call('listDecisions', { key })).body.decisions.at(-1)
    const decided = [rule, 'deny']
    expect(rule).toEqual(expect.any(String))
    const ruled = (await exported('', key)).map(({ rule_name, rule_action }) => [rule_name, rule_action])
    expect(ruled).toEqual([decided, decided, [null, null], decided, [null, null]])
  })

  test('has as many rows as are counted', async () => {
    const { body } = await api.call('getVerdicts', { key: busy.key, query: '?by=decision' })
    expect(rows).toHaveLength(body.range.counts.total)
    for (const { value, count } of body.range.breakdown.values)
      expect(rows.filter(({ decision }) => decision === value)).toHaveLength(count)
  })

  test('goes on after any row with the same rows', async () => {
    for (const [index, { row_position }] of rows.entries())
      expect(await exported(`?cursor=${row_position}`)).toEqual(rows.slice(index + 1))
  })

  test('is of the period', async () => {
    const withoutPlaces = (found: readonly Row[]) => found.map(({ row_position, ...row }) => row)
    expect(withoutPlaces(await exported(`?from=${day(-1)}&to=${day(0)}`))).toEqual(withoutPlaces(rows))
    expect(await exported(`?from=${day(-3)}&to=${day(-2)}`)).toEqual([])
    const from = rows[4]!.occurred_at as string
    const later = rows.filter(({ occurred_at }) => `${occurred_at}` >= from)
    expect(withoutPlaces(await exported(`?from=${from}`))).toEqual(withoutPlaces(later))
    expect(withoutPlaces(await exported(`?from=${day(-1)}&to=${from}`))).toEqual(
      withoutPlaces(rows.filter((row) => !later.includes(row))),
    )
  })

  test('is the same as CSV', async () => {
    const { status, headers, text } = await api.call('exportVerifications', { key: busy.key, query: '?format=csv' })
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
    const [header, ...lines] = text.trimEnd().split('\r\n')
    expect(header).toBe(Object.keys(rows[0]!).join(','))
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ row_position }) => row_position))
  })

  test("has nothing of others' verifications, and nothing for a sandbox key", async () => {
    const other = await api.account()
    const sandbox = await api.generate(busy.key, { sandbox: true })
    for (const { key } of [other, sandbox]) {
      expect(await exported('', key)).toEqual([])
      const { text } = await api.call('exportVerifications', { key, query: '?format=csv' })
      expect(text.split('\r\n')).toHaveLength(2)
    }
  })

  test('has positions that tell only of the account itself', async () => {
    const before = rows.map(({ row_position }) => row_position)
    const other = await api.account()
    for (let index = 0; index < 5; index++)
      await api.call('verifyEmail', { key: other.key, body: { email: 'a@explicit.mailproof.net' } })
    const quiet = await api.account()
    await api.call('verifyEmail', { key: quiet.key, body: { email: 'a@explicit.mailproof.net' } })
    const [first] = await exported('', quiet.key)
    const [, , , , revision, row] = Buffer.from(first!.row_position, 'base64url').toString().split('.')
    expect({ revision, row }).toEqual({ revision: '0', row: '0' })
    expect((await exported()).map(({ row_position }) => row_position)).toEqual(before)
  })
})

describe('400', () => {
  describeParameters(() => api, 'exportVerifications')

  test.each([
    ['?from=yesterday', '/from'],
    ['?from=2026-02-30', '/from'],
    ['?from=2999-01-01', '/from'],
    ['?from=2026-11-02&to=2026-11-01', '/from'],
    ['?from=2024-01-01&to=2026-01-01', '/from'],
    ['?to=tomorrow', '/to'],
    ['?format=parquet', '/format'],
    ['?cursor=nonsense', '/cursor'],
    ['?cursor=', '/cursor'],
    ['?limit=5', '/limit'],
  ])('%s', async (query, path) => {
    const answer = await api.call('exportVerifications', { key: busy.key, query })
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })

  test('a position of another account, or of another period', async () => {
    const other = await api.account()
    const cursor = rows[0]!.row_position
    for (const [key, query] of [
      [other.key, `?cursor=${cursor}`],
      [busy.key, `?from=${day(-1)}&cursor=${cursor}`],
    ] as const) {
      const answer = await api.call('exportVerifications', { key, query })
      expect(answer.status).toBe(400)
      expect(problemPaths(answer)).toEqual(['/cursor'])
    }
  })
})

describeUnauthorized(() => api, 'exportVerifications')
describeMethods(() => api, 'exportVerifications')
describe('the forms of its path', () => testForms(() => api, 'exportVerifications'))
