// Keys limited to scopes, networks and a time: how they are made, and from where they work.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Answer, client } from '../../testbed/callers/client.js'
import { ask, codesOf } from '../../testbed/callers/graphql.js'
import { rawSocket } from '../../testbed/callers/graphqlSocket.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import { actor } from '../../testbed/features/batchFlow.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let twin: ReturnType<typeof client>
beforeAll(async () => {
  api = await start({ env: { TRUST_PROXY: '1' } })
  twin = client(api.url)
})
afterAll(async () => {
  twin?.close()
  await api?.stop()
})

const generate = (key: string, body: object) => api.call('generateKey', { key, body })
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const usage = (key: string, address?: string): Promise<Answer> =>
  api.call('getUsage', { key, ...(address !== undefined && from(address)) })
const EVERYTHING = ['verify', 'bulk', 'read', 'webhooks', 'rules', 'outcomes', 'admin']

describe('a key with scopes', () => {
  test('lists them in one order, without repetitions', async () => {
    const { key } = await api.account()
    const { status, body } = await generate(key, { scopes: ['read', 'verify', 'read'] })
    expect(status).toBe(201)
    expect(body.key).toMatchObject({ scopes: ['verify', 'read'], networks: [], publishable: false, origins: [] })
    const { keys } = (await api.call('listKeys', { key })).body
    expect(keys.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([EVERYTHING, ['verify', 'read']])
  })

  test('that are all of them has every right, and leaves an event like a key without scopes', async () => {
    const { id, key } = await api.account()
    await generate(key, { scopes: EVERYTHING })
    const types = (await api.events(`account-${id}`)).map(({ type }) => type)
    expect(types).toEqual(['AccountRegistered', 'ApiKeyGenerated', 'ApiKeyGenerated'])
  })

  test('works as soon as it is made, before read models have it, and says no more than it may', async () => {
    const { key } = await api.account()
    const { body } = await generate(key, { scopes: ['read'], expires_in_days: 1 })
    expect((await usage(body.api_key)).status).toBe(200)
    expect(codeOf(await api.call('listKeys', { key: body.api_key }))).toBe('INSUFFICIENT_SCOPE')
  })

  test.each([
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['everything'] }, '/scopes/0'],
    [{ scopes: 'verify' }, '/scopes'],
  ])('is refused: %j', async (body, path) => {
    const { key } = await api.account()
    const answer = await generate(key, body)
    expect({ status: answer.status, paths: problemPaths(answer) }).toEqual({ status: 400, paths: [path] })
  })
})

describe('a key that is limited creates keys', () => {
  test('with its own scopes and networks if none are given', async () => {
    const { key } = await api.account()
    const limited = await generate(key, { scopes: ['admin', 'read'], networks: ['203.0.113.0/24'] })
    const inside = { key: limited.body.api_key, body: {}, ...from('203.0.113.9') }
    const { body } = await api.call('generateKey', inside)
    expect(body.key).toMatchObject({ scopes: ['read', 'admin'], networks: ['203.0.113.0/24'] })
  })

  test.each([
    ['a scope that it lacks', { scopes: ['read', 'bulk'] }, '/scopes'],
    ['a wider network', { networks: ['203.0.0.0/16'] }, '/networks'],
    ['another network', { networks: ['198.51.100.0/24'] }, '/networks'],
    ['one network of its own and one other', { networks: ['203.0.113.7', '2001:db8::/32'] }, '/networks'],
    ['the right to verify', { publishable: true, origins: ['https://shop.example'] }, '/scopes'],
  ])('but not with %s', async (_, body, path) => {
    const { key } = await api.account()
    const limited = await generate(key, { scopes: ['admin', 'read'], networks: ['203.0.113.0/24'] })
    const answer = await api.call('generateKey', { key: limited.body.api_key, body, ...from('203.0.113.9') })
    expect({ status: answer.status, paths: problemPaths(answer) }).toEqual({ status: 400, paths: [path] })
  })

  test('that end no later than itself, and at its end if nothing is said', async () => {
    const { key } = await api.account()
    const limited = (await generate(key, { scopes: ['admin'], expires_in_days: 30 })).body
    const end = Date.parse(limited.key.expires_at)
    const sooner = await generate(limited.api_key, { expires_in_days: 29 })
    expect(Date.parse(sooner.body.key.expires_at)).toBeLessThan(end)
    const { body } = await generate(limited.api_key, { name: 'next' })
    expect(Date.parse(body.key.expires_at)).toBe(end)
    const later = await generate(limited.api_key, { expires_in_days: 31 })
    expect({ status: later.status, paths: problemPaths(later) }).toEqual({ status: 400, paths: ['/expires_in_days'] })
  })

  test('that end no later than itself once it is replaced, but not if the replacement is repeated', async () => {
    const { id, key } = await api.account()
    const limited = (await generate(key, { scopes: ['admin'] })).body
    const { accounts } = api.service.container
    const caller = await accounts.authenticate(limited.api_key)
    const command = actor(id)
    const replacement = { expiresInDays: 90, revokeCurrentAfter: 86_400, seed: 'rotation' }
    const replace = () => accounts.generateKey(caller, replacement, command)
    const successor = await replace()
    expect(Date.parse(successor.key.expiresAt!)).toBeGreaterThan(Date.now() + 89 * 86_400_000)
    const { keys } = (await api.call('listKeys', { key })).body
    const end = keys.find((each: { id: string }) => each.id === limited.key.id).expires_at
    expect((await generate(limited.api_key, {})).body.key.expires_at).toBe(end)
    const later = await generate(limited.api_key, { expires_in_days: 2 })
    expect({ status: later.status, paths: problemPaths(later) }).toEqual({ status: 400, paths: ['/expires_in_days'] })
    expect(await replace()).toEqual(successor)
  })

  test('and a key that only ends can make its successor', async () => {
    const { key } = await api.account()
    const ending = (await generate(key, { expires_in_days: 30 })).body
    const { body } = await generate(ending.api_key, { expires_in_days: 90 })
    expect(Date.parse(body.key.expires_at)).toBeGreaterThan(Date.parse(ending.key.expires_at))
  })

  test('but is not given those that other keys made with the same Idempotency-Key', async () => {
    const { key } = await api.account()
    const once = (caller: string) =>
      api.call('generateKey', { key: caller, body: { name: 'ci' }, headers: { 'Idempotency-Key': 'monthly' } })
    const limited = (await generate(key, { scopes: ['admin'] })).body.api_key
    const made = await once(key)
    expect(made.body.key.scopes).toEqual(EVERYTHING)
    expect(codeOf(await once(limited))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await once(key)).body).toEqual(made.body)
    const own = (caller: string) =>
      api.call('generateKey', { key: caller, body: { name: 'ci' }, headers: { 'Idempotency-Key': 'own' } })
    expect((await own(limited)).body).toEqual((await own(limited)).body)
  })

  test('and cannot replace the last key that may create keys', async () => {
    const { key } = await api.account()
    const answer = await generate(key, { scopes: ['verify'], revoke_current_after_s: 1 })
    expect(codeOf(answer)).toBe('LAST_KEY')
  })

  test('and the last key with the scope admin cannot be revoked, however many others there are', async () => {
    const { key } = await api.account()
    await generate(key, { scopes: ['verify', 'bulk', 'read', 'webhooks', 'rules'] })
    const [first] = (await api.call('listKeys', { key })).body.keys
    expect(codeOf(await api.call('revokeKey', { key, params: { keyId: first.id } }))).toBe('LAST_KEY')
    const admin = await generate(key, { scopes: ['admin'] })
    const revoked = await api.call('revokeKey', { key: admin.body.api_key, params: { keyId: first.id } })
    expect(revoked.status).toBe(200)
  })
})

describe('a key with networks', () => {
  const NETWORKS = ['203.0.113.0/24', '2001:db8:5::/48']
  const make = async () => {
    const { key } = await api.account()
    return (await generate(key, { networks: NETWORKS })).body.api_key as string
  }

  test('works from addresses in them, and from no others', async () => {
    const key = await make()
    for (const address of ['203.0.113.1', '203.0.113.255', '::ffff:203.0.113.9', '2001:db8:5:1::9'])
      expect({ address, status: (await usage(key, address)).status }).toEqual({ address, status: 200 })
    for (const address of ['203.0.114.1', '2001:db8:6::1', '127.0.0.1', '::1']) {
      const answer = await usage(key, address)
      expect({ address, code: codeOf(answer) }).toEqual({ address, code: 'NETWORK_NOT_ALLOWED' })
      expect(answer.status).toBe(403)
      expect(answer.body.error.details).toEqual({ address })
    }
  })

  test('is not counted as used when it is refused', async () => {
    const { key } = await api.account()
    const { body } = await generate(key, { networks: NETWORKS })
    await usage(body.api_key, '198.51.100.1')
    const lastUsed = async () => (await api.call('listKeys', { key })).body.keys.at(-1).last_used_at
    expect(await lastUsed()).toBe(null)
    await usage(body.api_key, '203.0.113.1')
    expect(await lastUsed()).toEqual(expect.any(String))
  })

  test('works over GraphQL and in WebSockets from there alone', async () => {
    const key = await make()
    const asked = (address: string) => ask(api, '{ usage { plan } }', { key, ...from(address) })
    expect(codesOf(await asked('203.0.113.1'))).toEqual([])
    expect(codesOf(await asked('198.51.100.1'))).toEqual(['NETWORK_NOT_ALLOWED'])
    const connect = async (address: string) => {
      const raw = await rawSocket(api, from(address))
      raw.send({ type: 'connection_init', payload: { 'X-API-Key': key } })
      const said = await Promise.race([raw.next(), raw.closed])
      raw.socket.terminate()
      return said
    }
    expect(await connect('203.0.113.1')).toEqual({ type: 'connection_ack' })
    expect(await connect('198.51.100.1')).toMatchObject({ code: 4403 })
  })

  test.each([
    [{ networks: ['10.0.0.5/8'] }, '/networks/0', 'did you mean 10.0.0.0/8?'],
    [{ networks: ['203.0.113.0/24', 'office'] }, '/networks/1', 'is not a network such as'],
    [{ networks: ['0.0.0.0/0'] }, '/networks/0', 'contains every address'],
    [{ networks: [] }, '/networks', 'at least'],
  ])('is refused: %j', async (body, path, problem) => {
    const { key } = await api.account()
    const answer = await generate(key, body)
    expect(problemPaths(answer)).toEqual([path])
    expect(answer.body.error.message).toContain(problem)
  })

  test('and an origin belongs to publishable keys alone', async () => {
    const { key } = await api.account()
    expect(problemPaths(await generate(key, { origins: ['https://shop.example'] }))).toEqual(['/origins'])
  })
})

test('neither networks nor origins are in the log as text', async () => {
  const { id, key } = await api.account()
  await generate(key, { publishable: true, origins: ['https://secret.example'], networks: ['203.0.113.0/24'] })
  const event = (await api.events(`account-${id}`)).at(-1)!
  expect(event.type).toBe('RestrictedKeyGenerated')
  expect(JSON.stringify(event.data)).not.toMatch(/secret\.example|203\.0\.113/)
})

test('over GraphQL, keys have the same options and say the same about themselves', async () => {
  const { key } = await api.account()
  const made = `mutation ($input: GenerateKeyInput!) { generateKey(input: $input) { apiKey key {
    scopes networks publishable origins masked } } }`
  const input = { publishable: true, origins: ['https://shop.example'], networks: ['203.0.113.7'] }
  const { body } = await ask(api, made, { key, variables: { input } })
  expect(body.data.generateKey.key).toEqual({
    scopes: ['VERIFY'],
    networks: ['203.0.113.7/32'],
    publishable: true,
    origins: ['https://shop.example'],
    masked: expect.stringMatching(/^pk_mp_[0-9A-Za-z]{4}…$/),
  })
  const wrong = await ask(api, made, { key, variables: { input: { scopes: ['VERIFY'], origins: ['x'] } } })
  expect(wrong.body.errors[0].extensions).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { problems: [{ path: '/origins' }] },
  })
})
