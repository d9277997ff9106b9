// POST /v1/keys/generate, by status.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '../../src/kernel/ids.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import {
  describeBodies,
  describeMethods,
  describeParameters,
  describeUnauthorized,
  testForms,
} from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const DAY_MS = 86_400_000

const generate = (key: string, body?: unknown) => api.call('generateKey', { key, ...(body !== undefined && { body }) })
const works = async (key: string) => (await api.call('getUsage', { key })).status === 200
const keysOf = async (key: string) => (await api.call('listKeys', { key })).body.keys as { id: string }[]

/** The actor that the pipeline creates for calls with one Idempotency-Key. */
async function sameCommand(key: string) {
  const { authenticate, generateKey } = api.service.container.accounts
  const caller = await authenticate(key)
  const id = newId()
  const actor = { id: caller.account, correlationId: id, commandId: id }
  const seed = `a secret of ${id}`
  return (more: object = {}) => generateKey(caller, { name: 'again', seed, ...more }, actor)
}

describe('201', () => {
  test.each([
    ['no body at all', undefined],
    ['an empty body', ''],
    ['an empty object', {}],
  ])('with %s creates an unnamed key that never expires and works immediately', async (_, body) => {
    const { key } = await api.account()
    const answer = await generate(key, body)
    expect(answer.status).toBe(201)
    const { api_key } = answer.body
    expect(answer.body).toEqual({
      success: true,
      api_key: expect.stringMatching(/^mpk_[0-9A-Za-z]{36}$/),
      key: {
        id: expect.any(String),
        name: null,
        masked: `${api_key.slice(0, 8)}…`,
        sandbox: false,
        publishable: false,
        scopes: ['verify', 'bulk', 'read', 'webhooks', 'rules', 'outcomes', 'admin'],
        networks: [],
        origins: [],
        created_at: expect.any(String),
        expires_at: null,
        last_used_at: null,
      },
    })
    expect(await works(api_key)).toBe(true)
    expect(await works(key)).toBe(true)
  })

  test('stores its name and its expiry', async () => {
    const { key } = await api.account()
    const { body } = await generate(key, { name: 'web server ü', expires_in_days: 30 })
    const { name, created_at, expires_at } = body.key
    expect(name).toBe('web server ü')
    // The expiry counts from the request, the creation time from its event: they differ slightly.
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBeGreaterThan(30 * DAY_MS - 5_000)
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBeLessThanOrEqual(30 * DAY_MS)
    expect((await keysOf(key)).at(-1)).toEqual({ ...body.key, last_used_at: null })
  })

  test('creates a sandbox key that starts with mpt_ and can create sandbox keys', async () => {
    const { key } = await api.account()
    const sandbox = await generate(key, { sandbox: true })
    expect(sandbox.body).toMatchObject({
      api_key: expect.stringMatching(/^mpt_[0-9A-Za-z]{36}$/),
      key: { sandbox: true, masked: expect.stringMatching(/^mpt_.{4}…$/) },
    })
    expect((await generate(sandbox.body.api_key)).body.key.sandbox).toBe(true)
    expect((await generate(key)).body.key.sandbox).toBe(false)
  })

  test('can expire the calling key: until then both work, then only the new one', async () => {
    const { key } = await api.account()
    const { body } = await generate(key, { revoke_current_after_s: 5 })
    const next = body.api_key
    expect(await works(key)).toBe(true)
    expect(await works(next)).toBe(true)
    const [old] = (await keysOf(next)) as unknown as { expires_at: string }[]
    const end = Date.parse(old!.expires_at)
    expect(Math.abs(end - Date.parse(body.key.created_at) - 5_000)).toBeLessThan(2_000)
    await sleep(end - Date.now() + 20)
    expect(await works(key)).toBe(false)
    expect(await works(next)).toBe(true)
    expect((await keysOf(next)).map(({ id }) => id)).toEqual([body.key.id])
  })

  test('does not extend an earlier expiry with a later one', async () => {
    const { key } = await api.account()
    const first = await generate(key, { revoke_current_after_s: 60 })
    await generate(key, { revoke_current_after_s: 86_400 })
    const [old] = (await keysOf(first.body.api_key)) as unknown as { expires_at: string }[]
    expect(Date.parse(old!.expires_at) - Date.parse(first.body.key.created_at)).toBeLessThan(61_000)
  })

  test('succeeds for concurrent calls, each with its own key', async () => {
    const { key } = await api.account()
    const answers = await Promise.all(Array.from({ length: 9 }, () => generate(key)))
    expect(new Set(answers.map(({ body }) => body.api_key)).size).toBe(9)
    expect(await keysOf(key)).toHaveLength(10)
  })
})

describe('a retry after a lost response', () => {
  test('returns the same key, and creates no other', async () => {
    const { key } = await api.account()
    const command = await sameCommand(key)
    const first = await command()
    expect(await command()).toEqual(first)
    expect(await works(first.apiKey)).toBe(true)
    expect(await keysOf(key)).toHaveLength(2)
  })

  test('does so even when the account has reached its key limit', async () => {
    const { key } = await api.account()
    const command = await sameCommand(key)
    const first = await command()
    for (let made = 2; made < 10; made++) await generate(key)
    expect(codeOf(await generate(key))).toBe('TOO_MANY_KEYS')
    expect(await command()).toEqual(first)
  })

  test('expires the replaced key once, at the time that the first call set', async () => {
    const { key } = await api.account()
    const command = await sameCommand(key)
    await command({ revokeCurrentAfter: 3_600 })
    const listed = await keysOf(key)
    await command({ revokeCurrentAfter: 3_600 })
    expect(await keysOf(key)).toEqual(listed)
  })

  test('with a seed of another account or call creates another key', async () => {
    const { key } = await api.account()
    const [one, other] = [await sameCommand(key), await sameCommand(key)]
    expect((await one()).apiKey).not.toBe((await other()).apiKey)
  })
})

describe('400', () => {
  describeParameters(() => api, 'generateKey')

  test.each([
    ['`name` is empty', { name: '' }, ['/name']],
    ['`name` is too long', { name: 'x'.repeat(101) }, ['/name']],
    ['`expires_in_days` is 0', { expires_in_days: 0 }, ['/expires_in_days']],
    ['`expires_in_days` is 3651', { expires_in_days: 3_651 }, ['/expires_in_days']],
    ['`expires_in_days` is half a day', { expires_in_days: 0.5 }, ['/expires_in_days']],
    ['`expires_in_days` is a text', { expires_in_days: '30' }, ['/expires_in_days']],
    ['`revoke_current_after_s` is 0', { revoke_current_after_s: 0 }, ['/revoke_current_after_s']],
    ['`revoke_current_after_s` is negative', { revoke_current_after_s: -1 }, ['/revoke_current_after_s']],
    ['`revoke_current_after_s` is a year', { revoke_current_after_s: 31_536_000 }, ['/revoke_current_after_s']],
    ['`sandbox` is a text', { sandbox: 'true' }, ['/sandbox']],
    ['a member is unknown', { expires: 1 }, ['/expires']],
    ['it chooses its own key', { api_key: 'mpk_x' }, ['/api_key']],
    ['it is an array', [], ['']],
    ['it is null', null, ['']],
  ])('names the invalid field when %s', async (_, body, paths) => {
    const { key } = await api.account()
    const answer = await generate(key, body === null ? 'null' : body)
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer)).toEqual(paths)
    expect(await keysOf(key)).toHaveLength(1)
  })

  test('allows at most ten active keys, also for eleven concurrent calls; deleting one frees a slot', async () => {
    const { key } = await api.account()
    const answers = await Promise.all(Array.from({ length: 11 }, () => generate(key)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body.error).toMatchObject({ code: 'TOO_MANY_KEYS', details: { active: 10, limit: 10 } })
    const keys = await keysOf(key)
    expect(keys).toHaveLength(10)
    await api.call('revokeKey', { key, params: { keyId: keys[3]!.id } })
    expect((await generate(key)).status).toBe(201)
    expect(codeOf(await generate(key))).toBe('TOO_MANY_KEYS')
  })

  test('does not revoke the calling key after 0 seconds, but names the operation that does', async () => {
    const { key } = await api.account()
    const answer = await generate(key, { revoke_current_after_s: 0 })
    expect(answer.body.error.message).toBe(
      '`revoke_current_after_s` must be a whole number from 1 to 2592000; to revoke a key at once, use `DELETE /v1/keys/{keyId}`, or `revokeKey` of GraphQL.',
    )
    expect(await works(key)).toBe(true)
  })

  test('does not let a sandbox key, which may be public in a web page, create a live key', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    const answer = await generate(sandbox.key, { sandbox: false })
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer)).toEqual(['/sandbox'])
  })

  test('does not let a sandbox key replace the last live key: no live key could be created any more', async () => {
    const { key } = await api.account()
    const answer = await generate(key, { sandbox: true, revoke_current_after_s: 1 })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('LAST_KEY')
    expect(await works(key)).toBe(true)
  })
})

describeUnauthorized(() => api, 'generateKey')
describeMethods(() => api, 'generateKey')
describeBodies(() => api, 'generateKey')
describe('the forms of its path', () => testForms(() => api, 'generateKey'))
