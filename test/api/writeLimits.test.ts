// The limits on writes per minute and day, and the daily limits on rows, uploads and free results.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadContract } from '../../src/api/contract/contract.js'
import { ask } from '../../testbed/callers/graphql.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { type OperationName, sampleOf } from '../../testbed/contract/operations.js'
import { collect } from '../../testbed/given/events.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'

const DAY_S = 24 * 60 * 60
const WRITES: readonly OperationName[] = loadContract()
  .operations.filter(({ limit }) => limit === 'write')
  .map(({ id }) => id)

const write = (api: InProcessService, key: string) => api.call('revokeKey', { key, params: { keyId: 'never-was' } })

async function writeTimes(api: InProcessService, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect((await write(api, key)).status).toBe(404)
}

describe('writes per minute', () => {
  let api: InProcessService
  beforeAll(async () => {
    api = await start({ env: { WRITES_PER_MINUTE: '3' } })
  })
  afterAll(() => api.stop())

  test.each(WRITES)(
    "%s is refused once the account's limit is used up, and other accounts are not affected",
    async (id) => {
      const [ada, bob] = [await api.account(), await api.account()]
      await writeTimes(api, ada.key, 3)
      const refused = await api.call(id, { ...sampleOf(id), key: ada.key })
      const { reset, retry_after } = refused.body.error
      expect(refused).toMatchObject({
        status: 429,
        headers: {
          'retry-after': String(retry_after),
          'x-ratelimit-limit': '3',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(reset),
        },
      })
      expect(refused.body).toEqual({
        success: false,
        error: {
          message: expect.stringContaining('limited to 3 writes per minute'),
          code: 'RATE_LIMIT_EXCEEDED',
          docs_url: `${BASE_URL}/docs/errors/RATE_LIMIT_EXCEEDED`,
          statusCode: 429,
          retry_after: expect.any(Number),
          limit: 3,
          reset: expect.any(Number),
          upgrade_url: `${BASE_URL}/v1/pricing`,
          details: { scope: 'minute' },
        },
      })
      expect(retry_after).toBeGreaterThan(0)
      expect(retry_after).toBeLessThanOrEqual(60)
      const others = await api.call(id, { ...sampleOf(id), key: bob.key })
      expect(others.status).not.toBe(429)
      expect(others.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
    },
  )

  test('verifications and reads continue, and all keys of an account share the limit', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    await writeTimes(api, other.key, 2)
    expect((await write(api, key)).status).toBe(429)
    expect((await api.call('verifyEmail', { key, body: { email: 'x' } })).status).toBe(200)
    expect((await api.call('listKeys', { key })).status).toBe(200)
  })

  test('a sandbox key, which may be public in test code, does not use up the write limits of live keys', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    await writeTimes(api, sandbox.key, 3)
    expect((await write(api, sandbox.key)).status).toBe(429)
    expect((await write(api, key)).status).toBe(404)
  })

  test('GraphQL mutations share the limit, all or none of a request', async () => {
    const { key } = await api.account()
    const revoke = (name: string) => `${name}: revokeKey(input: { id: "never-was" }) { message }`
    await writeTimes(api, key, 2)
    const both = await ask(api, `mutation { ${revoke('a')} ${revoke('b')} }`, { key })
    expect(both.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { scope: 'minute' } })
    const one = await ask(api, `mutation { ${revoke('a')} }`, { key })
    expect(one.body.errors[0].extensions.code).toBe('NOT_FOUND')
    expect(one.headers['x-ratelimit-remaining']).toBe('0')
  })
})

describe('writes per day', () => {
  let api: InProcessService
  beforeAll(async () => {
    api = await start({ env: { WRITES_PER_MINUTE: '60', WRITES_PER_DAY: '2' } })
  })
  afterAll(() => api.stop())

  test('are refused until the day is over; another account is not affected', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    await writeTimes(api, ada.key, 2)
    const refused = await write(api, ada.key)
    const { retry_after, reset } = refused.body.error
    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatchObject({ limit: 2, details: { scope: 'day' } })
    expect(refused.body.error.message).toContain('2 writes per day')
    expect(refused.headers).toMatchObject({
      'retry-after': String(retry_after),
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(reset),
    })
    expect(retry_after).toBeGreaterThan(DAY_S - 600)
    expect(retry_after).toBeLessThanOrEqual(DAY_S)
    await writeTimes(api, bob.key, 1)
  })
})

describe('the daily limits of an account', () => {
  let api: InProcessService
  beforeAll(async () => {
    api = await start()
  })
  afterAll(() => api.stop())

  const expectDay = (answer: Awaited<ReturnType<InProcessService['call']>>, limit: number) => {
    const { retry_after, ...error } = answer.body.error
    expect(answer.status).toBe(429)
    expect(answer.headers['retry-after']).toBe(String(retry_after))
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit, details: { scope: 'day' } })
    expect(retry_after).toBeLessThanOrEqual(DAY_S)
  }

  test("refuse a sandbox key's rows beyond 100,000; live batches and other accounts are not affected", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const submit = (key: string, count: number) =>
      api.call('verifyBulkAgent', { key, body: { emails: Array(count).fill('valid@example.net'), async: true } })
    const { key: sandbox } = await api.generate(ada.key, { sandbox: true })
    for (const _ of [1, 2]) expect((await submit(sandbox, 50_000)).status).toBe(202)
    expectDay(await submit(sandbox, 1), 100_000)
    expect((await submit(ada.key, 1)).status).toBe(202)
    const { key: others } = await api.generate(bob.key, { sandbox: true })
    expect((await submit(others, 1)).status).toBe(202)
  })

  test('refuse uploads beyond the daily bytes midway, and nothing of the file is kept', async () => {
    const { key } = await api.account()
    const { key: sandbox } = await api.generate(key, { sandbox: true })
    const file = (mib: number) => csvForm(Buffer.alloc(mib * 1_048_576, 'a'))
    // One cell that is not an address: rejected, and counted.
    const tried = await api.call('uploadBulk', { key: sandbox, ...file(60) })
    expect(tried.status).toBe(400)
    expectDay(await api.call('uploadBulk', { key: sandbox, ...file(20) }), 64 * 1_048_576)
    expect(await collect(api.service.container.blobs.all())).not.toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(/\.file$/) }),
    )
    expect((await api.call('uploadBulk', { key, ...csvForm('email\nada@explicit.mailproof.net\n') })).status).toBe(202)
  })

  test('refuse uncharged results beyond 10,000; other accounts are not affected', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const repeated = { emails: Array(1_000).fill('ada@explicit.mailproof.net') }
    for (let time = 0; time < 11; time++)
      expect((await api.call('verifyBatch', { key: ada.key, body: repeated })).status).toBe(200)
    expectDay(await api.call('verifyBatch', { key: ada.key, body: repeated }), 10_000)
    expectDay(await api.call('verifyEmail', { key: ada.key, body: { email: 'x' } }), 10_000)
    expect((await api.call('verifyEmail', { key: bob.key, body: { email: 'x' } })).status).toBe(200)
  })
})
