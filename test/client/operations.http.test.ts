// The client library has every operation, and resolves to what its types promise.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import openapi from '../../schema/openapi.generated.json' with { type: 'json' }
import { createClient, type Mailproof, MailproofError } from '../../src/client/index.js'
import { hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
let key: string
let client: Mailproof
beforeAll(async () => {
  api = await start({ env: REACHABLE })
  target = await startAcceptingReceiver()
  key = (await api.account({ plan: 'growth' })).key
  client = createClient({ baseUrl: `${api.url}/`, apiKey: key })
})
afterAll(async () => {
  await api.stop()
  await target.close()
})

const operationIds = Object.values(openapi.paths).flatMap((item) =>
  Object.values(item).map(({ operationId }: { operationId: string }) => operationId),
)

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

describe('the client', () => {
  test('has every operation of the contract by its operationId, but for what senders of mail call', () => {
    const names = Object.entries(client).flatMap(([name, member]) => (typeof member === 'function' ? [name] : []))
    expect([...names, 'recordSenderEvents'].sort()).toEqual(operationIds.sort())
  })

  test('verifies one address and many', async () => {
    const verdict = await client.verifyEmail({ email: 'ada@explicit.mailproof.net' })
    expect(verdict).toMatchObject({ status: 'valid', checks: { mx: true }, metadata: {} })
    const signals = await client.verifyEmailSignals({ email: 'x' }, { headers: { 'X-Parent-ID': 'p-1' } })
    expect(signals.default_decision).toBe('deny')
    const { summary } = await client.verifyBatch({ emails: ['ada@explicit.mailproof.net', 'x'] })
    expect(summary).toEqual({ total: 2, valid: 1, invalid: 1, unknown: 0 })
  })

  test('counts verdicts, as values or as a file', async () => {
    await client.verifyEmail({ email: 'x' })
    const { range } = await client.getVerdicts({ by: 'status' })
    expect(range.counts.total).toBeGreaterThan(0)
    expect(range.breakdown).toMatchObject({ none: 0, unknown: 0, other: 0 })
    const file = await new Response(await client.getVerdicts({ format: 'csv' })).text()
    expect(file).toMatch(/^start,end,total,/)
  })

  test.each(['ada@explicit.mailproof.net', 'not an address', 'ada@timeout.mailproof.net', 'ada@[10.0.0.1]'])(
    'gets every member that its types promise for %j',
    async (email) => {
      const { credits_earned, unique_contribution, pool_confidence, pool_validations, debug, reason, ...promised } =
        await client.verifyEmail({ email })
      expect(promised).toEqual({
        email,
        valid: expect.any(Boolean),
        status: expect.any(String),
        is_known_valid_fallback: expect.any(Boolean),
        is_dns_fallback: expect.any(Boolean),
        checks: Object.fromEntries(
          ['syntax', 'dns', 'mx', 'disposable', 'role', 'free'].map((check) => [check, expect.any(Boolean)]),
        ),
        from_pool: expect.any(Boolean),
        metadata: {
          domain: expect.any(String),
          ...(email.includes('@') && { normalized_email: email, alias: false }),
        },
      })
    },
  )

  test('puts parameters into the path and the query, encoded', async () => {
    await expect(client.getBatch({ batchId: '../keys' })).rejects.toMatchObject({ code: 'BATCH_NOT_FOUND' })
    expect((await client.getPoolLeaderboard({ period: 'weekly', limit: 1 })).period).toBe('weekly')
  })

  test('refuses a missing path parameter before it sends anything', async () => {
    await expect(client.getBatch({ batchId: '' })).rejects.toThrow('getBatch needs `batchId`')
  })

  test('shows the headers of a response', async () => {
    let remaining: string | null = null
    await client.verifyEmail(
      { email: 'ada@explicit.mailproof.net' },
      { onResponse: ({ headers }) => (remaining = headers.get('X-RateLimit-Remaining')) },
    )
    expect(Number(remaining)).toBeGreaterThan(0)
  })

  test('needs no key for public operations, and reads pages as texts', async () => {
    const anonymous = createClient({ baseUrl: api.url })
    expect((await anonymous.getLiveness()).status).toBe('ok')
    expect((await anonymous.getPricing()).tiers).toHaveLength(4)
    expect(await anonymous.getReason({ slug: 'null-mx' })).toContain('<!doctype html>')
    await expect(anonymous.getUsage()).rejects.toMatchObject({ code: 'MISSING_API_KEY', status: 401 })
  })

  test('rejects with the code, the problems and the request id of an error', async () => {
    const error = await client.verifyEmail({ emial: 'x' } as never).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(MailproofError)
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 400,
      retryable: false,
      requestId: expect.stringMatching(/./),
      details: { problems: [{ path: '/emial' }, { path: '/email' }] },
    })
  })

  test('uses its own Idempotency-Key, so that a repeated call is replayed', async () => {
    const replays: (string | null)[] = []
    const generate = () =>
      client.generateKey(
        { sandbox: true },
        {
          idempotencyKey: 'once-only',
          onResponse: ({ headers }) => replays.push(headers.get('Idempotent-Replayed')),
        },
      )
    const [first, second] = [await generate(), await generate()]
    expect(second.api_key).toBe(first.api_key)
    expect(replays).toEqual([null, 'true'])
  })
})

describe('batches', () => {
  const emails = Array.from(
    { length: 250 },
    (_, index) => `ada${index}@${index % 2 ? 'missing' : 'explicit'}.mailproof.net`,
  )

  test('wait resolves once the batch has ended, and reports its progress', async () => {
    const { batch_id } = await client.verifyBulkAgent({ emails, async: true })
    const seen: number[] = []
    const status = await client.batches.wait(batch_id, { onProgress: ({ processed }) => seen.push(processed) })
    expect(status).toMatchObject({ batch_id, status: 'completed', processed: 250, valid: 125, invalid: 125 })
    expect(seen.at(-1)).toBe(250)
  })

  test('results yields every result in input order', async () => {
    const { batch_id } = await client.verifyBulkAgent({ emails, async: true, format: 'full' })
    await client.batches.wait(batch_id)
    const results = await collect(client.batches.results(batch_id))
    expect(results.map(({ i, v }) => [i, v])).toEqual(emails.map((_, index) => [index, index % 2 ? 0 : 1]))
    expect(results).toEqual((await client.getBatchResults({ batchId: batch_id })).results)
  })

  test('a synchronous call is typed as its results', async () => {
    const { results, stats } = await client.verifyBulkAgent({ emails: emails.slice(0, 2) })
    expect({ length: results.length, ...stats }).toMatchObject({ length: 2, t: 2, v: 1, i: 1 })
  })

  test('wait rejects after its time, and for a batch that does not exist', async () => {
    api.dns.set('late.mailproof.net', { does: 'silent' })
    const { batch_id } = await client.verifyBulkAgent({ emails: ['ada@late.mailproof.net'], async: true })
    await expect(client.batches.wait(batch_id, { waitMs: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect(client.batches.wait('019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091')).rejects.toMatchObject({
      code: 'BATCH_NOT_FOUND',
    })
  })
})

describe('iteration', () => {
  test('over deliveries reads page after page', async () => {
    const { id: webhookId } = await hook(api, key, target.url, { events: ['usage.limit_reached'] })
    const sent: string[] = []
    for (let n = 0; n < 105; n++) sent.push((await client.testWebhook({ webhookId })).delivery_id)
    const deliveries = await collect(client.webhooks.deliveries(webhookId))
    expect(deliveries.map(({ id }) => id).sort()).toEqual(sent.sort())
  })

  test('over contributions and history reads them to their end', async () => {
    const shared = Array.from({ length: 25 }, (_, index) => `shared${index}@explicit.mailproof.net`)
    await client.verifyBatch({ emails: shared, share_signals: true })
    await eventually(
      () => collect(client.pool.contributions({ limit: 10, period: 'all-time' })),
      (contributions) => contributions.length === 25,
    )
    const days = await eventually(
      () => collect(client.pool.history()),
      ([day]) => day?.contributions === 25,
    )
    expect(days).toEqual([expect.objectContaining({ contributions: 25, verdicts: { valid: 25, invalid: 0 } })])
  })

  test('that is left early ends the request', async () => {
    for await (const day of client.pool.history()) {
      expect(day.contributions).toBeGreaterThan(0)
      break
    }
    expect((await client.getLiveness()).status).toBe('ok')
  })
})
