// Requests with valid parameters, headers and files are accepted, and do what the contract says.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { METHODS, type Parameter } from '../../../src/api/contract/schema.js'
import { ended, submit, upload } from '../../../testbed/callers/batches.js'
import type { Answer } from '../../../testbed/callers/client.js'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { delivered, hook, REACHABLE } from '../../../testbed/callers/webhooks.js'
import { contractDifferences, published } from '../../../testbed/contract/differences.js'
import { sampleOf } from '../../../testbed/contract/operations.js'
import fc from '../../../testbed/fastCheck.js'
import { csvText } from '../../../testbed/given/csvText.js'
import { startAcceptingReceiver } from '../../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../../testbed/service/inProcess.js'
import { start } from '../../../testbed/service/start.js'
import { textOf, valuesOf } from './requestArbitraries.js'

/** Requests whose query parameters, headers and files are as the contract says are accepted, and do what it says. */

const RUNS = 15
/** Query parameters whose values only the service can make. */
const OPAQUE = ['cursor', 'expires', 'signature']
/** Texts with a grammar that no schema states: dates or times, names of time zones, domains, and reasons. */
const GRAMMATICAL = ['timezone', 'domain', 'reason']

const operations = Object.entries(published.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => (item[method] ? [{ path, method, ...item[method] }] : [])),
)
type Operation = (typeof operations)[number]

const parametersOf = ({ parameters = [] }: Operation, location: Parameter['in']): readonly Parameter[] =>
  (parameters as readonly Parameter[]).filter((parameter) => parameter.in === location)
const withParameter = (name: string) =>
  operations
    .filter((operation) => parametersOf(operation, 'header').some((header) => header.name === name))
    .map((operation) => [operation.operationId, operation] as const)

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
let key: string
let ids: { readonly [parameter: string]: string }
beforeAll(async () => {
  const env = { ...REACHABLE, WRITES_PER_MINUTE: '100000', WRITES_PER_DAY: '100000' }
  ;[api, target] = await Promise.all([start({ env }), startAcceptingReceiver()])
  key = (await api.account({ plan: 'growth', perMinute: 1_000_000 })).key
  const batchId = await upload(api, key, 'email\nada@explicit.mailproof.net\nx\n')
  await ended(api, key, batchId)
  const { id: webhookId } = await hook(api, key, target.url)
  await api.call('testWebhook', { key, params: { webhookId } })
  const [delivery] = await delivered(api, key, webhookId)
  await api.call('putRulesDraft', { key, ...sampleOf('putRulesDraft') })
  await api.call('activateRules', { key })
  ids = {
    batchId,
    jobId: batchId,
    webhookId,
    deliveryId: delivery.id,
    slug: 'deliverable',
    rulesVersion: '1',
    listName: 'deny',
    keyId: (await api.generate(key)).id,
  }
})
afterAll(() => Promise.all([api.stop(), target.close()]))

const pathOf = ({ path }: Operation): string => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!)

describe('valid query parameters are accepted', () => {
  const queried = operations.filter(
    (operation) => operation.method === 'get' && parametersOf(operation, 'query').length > 0,
  )

  test('by every operation that declares some and changes nothing', () => {
    expect(queried.map(({ operationId }) => operationId).sort()).toEqual([
      'compareRules',
      'downloadBatch',
      'exportVerifications',
      'getList',
      'getOutcomeQuality',
      'getPoolActivity',
      'getPoolContributions',
      'getPoolHistory',
      'getPoolLeaderboard',
      'getPoolRank',
      'getVerdicts',
      'listAuditEntries',
      'listBacktests',
      'listDecisions',
      'listDeliveries',
      'listRulesVersions',
    ])
  })

  test.each(queried.map((operation) => [operation.operationId, operation] as const))('%s', async (id, operation) => {
    const declared = parametersOf(operation, 'query').filter(
      ({ name, schema }) =>
        !OPAQUE.includes(name) &&
        !GRAMMATICAL.includes(name) &&
        !(['from', 'to'].includes(name) && schema.format === undefined),
    )
    const queries = fc.record(Object.fromEntries(declared.map(({ name, schema }) => [name, valuesOf(schema)])), {
      requiredKeys: [],
    })
    await fc.assert(
      fc.asyncProperty(queries, async (given) => {
        const query = inOrder(given as Query)
        const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
        const answer = await api.request('GET', `${pathOf(operation)}?${new URLSearchParams(texts)}`, { key })
        expect({ query, status: answer.status }).toEqual({ query, status: 200 })
        expect(contractDifferences(id, answer)).toEqual([])
        expectObeyed(query, answer)
      }),
      { numRuns: RUNS },
    )
  })

  type Query = { readonly [name: string]: unknown }

  /** A range of dates ends after it begins; without an end, today. */
  const inOrder = ({ from, to, ...others }: Query): Query => {
    if (from === undefined) return to === undefined ? others : { ...others, to }
    const [first, last] = [from, to ?? new Date().toISOString().slice(0, 10)].sort()
    return { ...others, from: first, ...(to !== undefined && { to: last }) }
  }

  function expectObeyed({ limit, page, period }: Query, { body }: Answer): void {
    const items = body?.contributors ?? body?.activity ?? body?.contributions ?? body?.deliveries ?? []
    if (limit !== undefined) expect(Array.isArray(items) ? items.length : 0).toBeLessThanOrEqual(limit as number)
    if (page !== undefined) expect(body.pagination.page).toBe(page)
    if (body?.pagination && limit !== undefined) expect(body.pagination.limit).toBe(limit)
    if (period !== undefined && body?.period !== undefined) expect(body.period).toBe(period)
  }
})

describe('valid headers are honoured', () => {
  let unique = 0

  test('Idempotency-Key of any printable text', async () => {
    const texts = textOf({ minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const headers = { 'Idempotency-Key': `${unique++} ${text}` }
        const name = `key ${unique}`
        const [first, second] = [await generate(headers, name), await generate(headers, name)]
        expect([first.status, second.status]).toEqual([201, 201])
        expect(second.headers['idempotent-replayed']).toBe('true')
        expect(second.body).toEqual(first.body)
        expect((await generate(headers, 'other')).status).toBe(422)
        await api.call('revokeKey', { key, params: { keyId: first.body.key.id } })
      }),
      { numRuns: RUNS },
    )
  })

  const generate = (headers: Record<string, string>, name: string) =>
    api.request('POST', '/v1/keys/generate', { key, headers, body: { name } })

  test.each(withParameter('Idempotency-Key'))('Idempotency-Key of %s', async (id, operation) => {
    const headers = { 'Idempotency-Key': `${id} once` }
    const bodies: { readonly [operation: string]: object } = {
      verifyBulkAgent: { body: { emails: ['ada@explicit.mailproof.net'], async: true } },
      uploadBulk: csvForm('email\nada@explicit.mailproof.net\n'),
      createWebhook: { body: { url: `${target.url}?n=2` } },
      generateKey: { body: {} },
      replayDeliveries: { body: { since: '2026-11-21' } },
    }
    const { headers: more = {}, ...body } = (bodies[id] ?? {}) as { headers?: Record<string, string> }
    const send = () => api.request('POST', pathOf(operation), { key, ...body, headers: { ...more, ...headers } })
    const [first, second] = [await send(), await send()]
    expect({ status: first.status < 300, text: first.text }).toEqual({ status: true, text: first.text })
    expect(second).toMatchObject({ status: first.status, body: first.body })
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test.each(withParameter('If-None-Match'))('If-None-Match of %s', async (id, operation) => {
    const read = (etag?: string) =>
      api.request('GET', pathOf(operation), { headers: etag === undefined ? {} : { 'If-None-Match': etag } })
    const { etag } = (await read()).headers
    const unchanged = await read(etag as string)
    expect(unchanged).toMatchObject({ status: 304, text: '' })
    expect(contractDifferences(id, unchanged)).toEqual([])
    expect((await read('"another"')).status).toBe(200)
  })

  test('X-Parent-ID is mirrored if it has only the characters that the contract names', async () => {
    const named = fc.stringMatching(/^[A-Za-z0-9._:-]{1,128}$/)
    await fc.assert(
      fc.asyncProperty(fc.oneof(named, textOf({ minLength: 1, maxLength: 130 })), async (parent) => {
        const headers = { 'X-Parent-ID': parent }
        const answer = await api.request('POST', '/v2/verify', { key, headers, body: { email: 'x' } })
        expect(answer.status).toBe(200)
        const mirrored = /^[A-Za-z0-9._:-]{1,128}$/.test(parent) ? parent : undefined
        expect(answer.headers['x-parent-id']).toBe(mirrored)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('valid uploads are accepted', () => {
  const cells = fc.string({ maxLength: 12, unit: 'grapheme' })
  const uploads = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
    ended: fc.boolean(),
    quotes: fc.constantFrom('all', 'needed'),
    mark: fc.constantFrom('', '\ufeff'),
    before: cells,
    after: cells,
    emails: fc.array(fc.constantFrom('ada@explicit.mailproof.net', 'ada@missing.mailproof.net', 'no address'), {
      minLength: 1,
      maxLength: 8,
    }),
    fields: fc.record({ email_column: fc.constantFrom('2', 'E-Mail'), has_header: fc.constant('true') }),
  })

  test('and reported as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(uploads, async ({ mark, before, after, emails, fields, ...writing }) => {
        const rows = [['before', 'E-Mail', 'after'], ...emails.map((email) => [before, email, after])]
        const form = csvForm(mark + csvText(rows, writing as Parameters<typeof csvText>[1]), fields)
        const accepted = await api.request('POST', '/v1/bulk/upload', { key, ...form })
        expect(accepted).toMatchObject({ status: 202, body: { total_emails: emails.length } })
        expect(contractDifferences('uploadBulk', accepted)).toEqual([])
        await ended(api, key, accepted.body.job_id)
        const job = await api.request('GET', `/v1/bulk/${accepted.body.job_id}`, { key })
        expect(contractDifferences('getBulkJob', job)).toEqual([])
        expect(job.body).toMatchObject({
          status: 'completed',
          progress: { total: emails.length, processed: emails.length },
          file: { delimiter: writing.delimiter, byte_order_mark: mark !== '', email_column: { number: 2 } },
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('and malformed forms are refused as the contract says', async () => {
    const { body, headers } = csvForm('email\nada@explicit.mailproof.net\n')
    const cuts = fc.record({ at: fc.nat({ max: body.length - 1 }), garbage: fc.uint8Array({ maxLength: 20 }) })
    await fc.assert(
      fc.asyncProperty(cuts, async ({ at, garbage }) => {
        const broken = Buffer.concat([body.subarray(0, at), garbage])
        const answer = await api.request('POST', '/v1/bulk/upload', { key, body: broken, headers })
        expect(contractDifferences('uploadBulk', answer)).toEqual([])
        expect([202, 400]).toContain(answer.status)
      }),
      { numRuns: RUNS },
    )
  })
})

test('a page has as many results as its limit allows', async () => {
  const { key: other } = await api.account({ plan: 'growth' })
  const { id: webhookId } = await hook(api, other, target.url)
  for (let sent = 0; sent < 3; sent++) await submit(api, other, ['x'])
  await delivered(api, other, webhookId, 3)
  const page = async (query: string) =>
    (await api.request('GET', `/v1/webhooks/${webhookId}/deliveries${query}`, { key: other })).body
  const { deliveries, next_cursor } = await page('?limit=2')
  expect(deliveries).toHaveLength(2)
  const rest = await page(`?limit=2&cursor=${encodeURIComponent(next_cursor)}`)
  expect(rest.deliveries).toHaveLength(1)
  expect(rest.next_cursor).toBeNull()
})
