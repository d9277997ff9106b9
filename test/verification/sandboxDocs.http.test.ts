// docs/sandbox.md describes exactly what sandbox keys get.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { SCENARIOS } from '../../src/features/verification/sandbox/scenarios.js'
import { ended, submit, upload } from '../../testbed/callers/batches.js'
import type { Answer } from '../../testbed/callers/client.js'
import { eventually } from '../../testbed/eventually.js'
import { startTarget, type Target } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const PAGE = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')

/** The rows of a section's table, as cells. */
const rowsOf = (section: string): [string, ...string[]][] => {
  const text = PAGE.split(/^## /m).find((part) => part.startsWith(section))!
  const lines = text.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [first = '', ...cells] = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''))
    return [first.replaceAll('`', ''), ...cells]
  })
}
const VERDICTS = rowsOf('Verdicts')
const CONTRIBUTIONS = rowsOf('Contributions')
const FAILURES = rowsOf('Failures and limits')
const BATCHES = rowsOf('Batches')
const WEBHOOKS = rowsOf('Webhooks')

/** A cell's statements: a status, and members with their values. */
const statementsOf = (cell: string) => ({
  status: Number(/^\d{3}/.exec(cell)?.[0] ?? 200),
  members: [...cell.matchAll(/`([^:`]+): ([^`]+)`/g)].map(([, path, value]): [string, string] => [path!, value!]),
})
const memberOf = (body: unknown, path: string): string =>
  // biome-ignore lint/suspicious/noExplicitAny: responses are read without types
  String(path.split('.').reduce((part: any, name) => part?.[name], body))
const membersOf = (body: unknown, cell: string) =>
  statementsOf(cell).members.map(([path]) => [path, memberOf(body, path)])

const expectMembers = (body: unknown, cell: string) => expect(membersOf(body, cell)).toEqual(statementsOf(cell).members)
function expectAnswer({ status, body }: Answer, cell: string, row: (body: Answer['body']) => unknown = (all) => all) {
  expect({ cell, status }).toEqual({ cell, status: statementsOf(cell).status })
  expectMembers(status === 200 ? row(body) : body, cell)
}

const addressOf = (local: string): string => (local.includes('@') ? local : `${local}@example.net`)
const nameOf = (local: string): string => local.replace(/[@+,].*$/, '')

let api: InProcessService
let target: Target
let live: string
let key: string
beforeAll(async () => {
  target = await startTarget()
  api = await start({ env: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' } })
  live = (await api.account({ plan: 'growth' })).key
  key = (await api.generate(live, { sandbox: true })).key
})
afterAll(async () => {
  expect(await api.usage(live)).toMatchObject({ verifications: 0 })
  expect(api.dns.queries()).toBe(0)
  await api.stop()
  await target.close()
})

test('the page describes every outcome of the code, and no other', () => {
  const described = [...VERDICTS, ...CONTRIBUTIONS, ...FAILURES, ...WEBHOOKS].map(([local]) => nameOf(local))
  expect([...new Set(described)].sort()).toEqual(Object.keys(SCENARIOS).sort())
})

describe('the page states the verdict that the service gives', () => {
  test.each(VERDICTS)('%s', async (local, v1, v2, agent) => {
    const email = addressOf(local)
    const emails = [email]
    expectAnswer(await api.call('verifyEmail', { key, body: { email } }), v1!)
    expectAnswer(await api.call('verifyEmailSignals', { key, body: { email } }), v2!)
    for (const operation of ['verifyBatch', 'verifyBulk'] as const) {
      expectAnswer(await api.call(operation, { key, body: { emails } }), v1!, ({ results }) => results[0])
    }
    expectAnswer(await api.call('verifyBulkAgent', { key, body: { emails } }), agent!, ({ results }) => results[0])
  })

  test('in asynchronous batches, in both formats, and in files', async () => {
    const emails = VERDICTS.map(([local]) => addressOf(local))
    for (const format of ['compact', 'full']) {
      const batchId = await submit(api, key, emails, { format })
      await ended(api, key, batchId)
      const { body } = await api.call('getBatchResults', { key, params: { batchId } })
      for (const [index, [, v1, , agent]] of VERDICTS.entries()) {
        expectMembers(body.results[index], agent!)
        if (format === 'full') expectMembers(body.results[index], v1!)
      }
    }
    const batchId = await upload(api, key, `email\n${emails.join('\n')}\n`)
    await ended(api, key, batchId)
    const { text } = await api.call('downloadBatch', { key, params: { batchId } })
    const statuses = text.trim().split(/\r?\n/).slice(1)
    expect(statuses.map((line) => /,"?(valid|invalid|unknown)"?,/.exec(line)?.[1])).toEqual(
      VERDICTS.map(([, v1]) => statementsOf(v1!).members[0]![1]),
    )
  })
})

test.each(CONTRIBUTIONS)('the page states the credits of a contribution: %s', async (local, v1) => {
  const body = { email: addressOf(local), share_signals: true }
  expectAnswer(await api.call('verifyEmail', { key, body }), v1!)
  const silent = await api.call('verifyEmail', { key, body: { ...body, share_signals: false } })
  expect(silent.body).not.toHaveProperty('credits_earned')
  const free = await api.generate((await api.account()).key, { sandbox: true })
  const ignored = await api.call('verifyEmail', { key: free.key, body })
  expect(ignored.body).not.toHaveProperty('credits_earned')
  expect(ignored.headers['x-signal-sharing']).toBe('ignored-plan')
})

/** The figures of a 429 must not contradict each other, wherever they are. */
function expectConsistentLimit({ status, headers, body }: Answer, family = 'x-ratelimit') {
  if (status !== 429) return
  const { limit, reset, retry_after, details } = body.error
  expect(headers['retry-after']).toBe(String(retry_after))
  expect(Math.abs(reset - Date.now() / 1_000 - retry_after)).toBeLessThan(10)
  expect(limit).toBeGreaterThan(0)
  if (details.scope !== 'minute') return
  expect(headers).toMatchObject({
    [`${family}-limit`]: String(limit),
    [`${family}-remaining`]: '0',
    [`${family}-reset`]: String(reset),
  })
}

describe('the page states the failure that the service gives', () => {
  test.each(FAILURES)('%s', async (local, v1, v2, many, row) => {
    const email = addressOf(local)
    const emails = ['valid@example.net', email]
    const first = await api.call('verifyEmail', { key, body: { email } })
    expectAnswer(first, v1!)
    if ([502, 504].includes(first.status)) {
      expect(first.headers).toMatchObject({ 'retry-after': '5', 'x-verify-origin': 'mailproof-error' })
    }
    expectConsistentLimit(first)
    expectAnswer(await api.call('verifyEmailSignals', { key, body: { email } }), v2!)
    for (const operation of ['verifyBatch', 'verifyBulk'] as const) {
      expectAnswer(await api.call(operation, { key, body: { emails } }), many!, ({ results }) => results[1])
    }
    const body = { emails, format: 'full' }
    const agent = await api.call('verifyBulkAgent', { key, body })
    expectAnswer(agent, many!, ({ results }) => results[1])
    expectConsistentLimit(agent, 'x-agent-ratelimit')
    const batchId = await submit(api, key, emails, { format: 'full' })
    expect(await ended(api, key, batchId)).toMatchObject({ status: 'completed', processed: 2, invalid: 0 })
    const { results } = (await api.call('getBatchResults', { key, params: { batchId } })).body
    expectMembers(results[1], row!)
  })

  test('quota-exceeded has the figures of the month', async () => {
    const { body } = await api.call('verifyEmail', { key, body: { email: 'quota-exceeded@example.net' } })
    expect(body.error).toMatchObject({
      limit: 50_000,
      details: { scope: 'month', used: 50_000, remaining: 0, requested: 1 },
    })
  })
})

test('over GraphQL, the headers agree with a rate limit that was requested, too', async () => {
  const query = 'mutation { verifyEmail(input: { email: "rate-limited@example.net" }) { valid } }'
  const { headers, body } = await api.request('POST', '/graphql', { key, body: { query } })
  const { code, limit, reset } = body.errors[0].extensions
  expect({ code, limit }).toEqual({ code: 'RATE_LIMIT_EXCEEDED', limit: 600 })
  expect(headers).toMatchObject({
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(reset),
  })
})

describe('the page states which webhooks are sent', () => {
  test.each(WEBHOOKS)('%s', async (local, events) => {
    const { secret } = (await api.call('getSigningSecret', { key })).body
    const before = target.calls.length
    const batchId = await submit(api, key, [`${nameOf(local)}@example.net`], { webhook_url: target.url })
    if (local.includes('DELETE')) await api.call('cancelBatch', { key, params: { batchId } })
    const expected = events!.split(', then ').map((text) => ({ type: /`([^`]+)`/.exec(text)![1]!, text }))
    const calls = await eventually(
      async () => target.calls.slice(before),
      ({ length }) => length >= expected.length,
    )
    const sent = calls.map(
      ({ headers, body }) => new Webhook(secret).verify(body, headers) as { type: string; data: object },
    )
    expect(sent.map(({ type }) => type).sort()).toEqual(expected.map(({ type }) => type).sort())
    for (const { type, text } of expected) expectMembers(sent.find((event) => event.type === type)!.data, text)
  })
})

test('the table of batches has the rows that are tested below', () => {
  expect(BATCHES.map(([status]) => status)).toEqual([
    'pending, processing, 425',
    'completed',
    'cancelled',
    'failed, 409 BATCH_FAILED',
  ])
})

describe('a batch', () => {
  const statusOf = async (operation: 'getBatchResults' | 'cancelBatch', batchId: string, query = '') =>
    (await api.call(operation, { key, params: { batchId }, query })).status

  test('is in progress while it contains slow@, and can be cancelled', async () => {
    const batchId = await submit(api, key, ['slow@example.net'])
    expect(await statusOf('getBatchResults', batchId)).toBe(425)
    expect(await statusOf('cancelBatch', batchId)).toBe(200)
    expect((await ended(api, key, batchId)).status).toBe('cancelled')
  })

  test('that has completed cannot be cancelled', async () => {
    const batchId = await submit(api, key, ['valid@example.net'])
    expect((await ended(api, key, batchId)).status).toBe('completed')
    expect(await statusOf('cancelBatch', batchId, '?expect=in_progress')).toBe(409)
  })

  test('fails if it contains batch-failure@, which is deliverable elsewhere', async () => {
    const emails = ['valid@example.net', 'batch-failure@example.net']
    const batchId = await submit(api, key, emails)
    expect((await ended(api, key, batchId)).status).toBe('failed')
    const answer = await api.call('getBatchResults', { key, params: { batchId } })
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'BATCH_FAILED' } } })
    expect((await api.call('verifyBatch', { key, body: { emails } })).body.summary).toMatchObject({ valid: 2 })
  })
})
