// The limit on unknown API keys per client address.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Request } from 'express'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createFailedKeys } from '../../src/api/failedKeys.js'
import { newApiKey } from '../../src/features/accounts/apiKey.js'
import { UnknownKey } from '../../src/features/accounts/index.js'
import { createAuthenticate } from '../../src/features/accounts/queries/authenticate.js'
import { systemClock } from '../../src/kernel/clock.js'
import { askSocket } from '../../testbed/callers/graphqlSocket.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { contractDifferences } from '../../testbed/contract/differences.js'
import { OPERATION_NAMES, pathOf, sampleOf, viewOf } from '../../testbed/contract/operations.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const PER_MINUTE = 60
const VERIFY = { body: { email: 'no address' } }
const unknownKey = () => newApiKey(false)

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.stop())

/** Sends from a client address; each test uses its own. */
const from = (client: string, key: string) =>
  api.call('verifyEmail', { key, headers: { 'X-Forwarded-For': client }, ...VERIFY })

async function flood(client: string, count = PER_MINUTE): Promise<number[]> {
  const answers = []
  for (let n = 0; n < count; n++) answers.push((await from(client, unknownKey())).status)
  return answers
}

describe('after 60 unknown keys in a minute from one client address', () => {
  test('further ones are 429, with every header of a 429', async () => {
    expect(new Set(await flood('203.0.113.1'))).toEqual(new Set([401]))
    const refused = await from('203.0.113.1', unknownKey())
    expect(refused.status).toBe(429)
    const { retry_after, reset } = refused.body.error
    expect(refused.body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      limit: PER_MINUTE,
      details: { scope: 'minute' },
    })
    expect(refused.headers).toMatchObject({
      'retry-after': String(retry_after),
      'x-ratelimit-limit': String(PER_MINUTE),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(reset),
    })
    expect(retry_after).toBeGreaterThan(0)
    expect(retry_after).toBeLessThanOrEqual(60)
  })

  test('every operation that accepts a key answers 429, as the contract declares', async () => {
    const client = '203.0.113.7'
    await flood(client)
    for (const name of OPERATION_NAMES.filter((each) => viewOf(each).keyed)) {
      const { headers, ...sample } = sampleOf(name)
      const options = { key: unknownKey(), ...sample, headers: { ...headers, 'X-Forwarded-For': client } }
      const answer = await api.request(viewOf(name).method, pathOf(name), options)
      expect({ name, status: answer.status }).toEqual({ name, status: 429 })
      expect(contractDifferences(name, answer)).toEqual([])
    }
  })

  test('valid keys keep working, whether seen before or not, and new ones too', async () => {
    const [seen, unseen] = [await api.account(), await api.account()]
    expect((await from('203.0.113.2', seen.key)).status).toBe(200)
    await flood('203.0.113.2', PER_MINUTE + 5)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await from('203.0.113.2', seen.key)).status).toBe(200)
    expect((await from('203.0.113.2', unseen.key)).status).toBe(200)
    const { key } = await api.account()
    await eventually(
      () => from('203.0.113.2', key),
      ({ status }) => status === 200,
    )
  })

  test('other clients still get 401, also for mistyped keys', async () => {
    await flood('203.0.113.3', PER_MINUTE + 1)
    expect((await from('203.0.113.4', unknownKey())).status).toBe(401)
    expect((await from('203.0.113.3', 'mpk_mistyped')).status).toBe(401)
  })

  test('GraphQL does the same, over HTTP and WebSocket', async () => {
    const client = '203.0.113.5'
    await flood(client)
    const ask = (key: string) =>
      api.request('POST', '/graphql', {
        key,
        headers: { 'X-Forwarded-For': client },
        body: { query: '{ usage { plan } }' },
      })
    const refused = await ask(unknownKey())
    expect(refused.body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' })
    // Over WebSocket the connection is closed, and counted for its client address.
    for (let n = 0; n < PER_MINUTE; n++) await askSocket(api, '{ usage { plan } }', { key: unknownKey() })
    const direct = await api.call('verifyEmail', { key: unknownKey(), ...VERIFY })
    expect({ status: direct.status, code: codeOf(direct) }).toEqual({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
  })

  test('an IPv6 site has five times the limit of one of its networks', async () => {
    for (let network = 0; network < 5; network++) {
      expect(new Set(await flood(`2001:db8:77:${network}::1`))).toEqual(new Set([401]))
    }
    expect(await flood('2001:db8:77:99::1', 2)).toEqual([429, 429])
    expect(await flood('2001:db8:78:99::1', 2)).toEqual([401, 401])
  })
})

test('the networks of one IPv6 site share its concurrent key lookups', () => {
  const { lookupClientOf } = createFailedKeys(createMemoryLimiter({ clock: systemClock }))
  const clientOf = (ip: string) => lookupClientOf({ ip } as Request).client
  expect(clientOf('2001:db8:77:1::1')).toBe(clientOf('2001:db8:77:2::1'))
  expect(clientOf('2001:db8:78:1::1')).not.toBe(clientOf('2001:db8:77:1::1'))
})

describe('unknown keys', () => {
  /** Wraps the service's own stores, and counts their use. */
  function watched() {
    const { eventing, vault } = api.service.container
    const seen = { loads: 0, now: 0, most: 0 }
    const load: typeof eventing.load = async (...given) => {
      seen.loads++
      seen.most = Math.max(seen.most, ++seen.now)
      try {
        await new Promise((resolve) => setTimeout(resolve, 5))
        return await eventing.load(...given)
      } finally {
        seen.now--
      }
    }
    return { seen, ...createAuthenticate({ eventing: { ...eventing, load }, vault, clock: systemClock }) }
  }

  test('of a throttled client are not looked up in the log', async () => {
    const { authenticate, seen } = watched()
    const throttled = () => ({ client: 'ada', throttled: true })
    await expect(authenticate(unknownKey(), throttled)).rejects.toThrow(UnknownKey)
    expect(seen.loads).toBe(0)
    await expect(authenticate(unknownKey(), () => ({ client: 'ada', throttled: false }))).rejects.toThrow(UnknownKey)
    expect(seen.loads).toBe(1)
  })

  test('of one client are looked up with bounded concurrency, and another client does not wait for all of them', async () => {
    const { authenticate, seen } = watched()
    let over = 0
    const all = Array.from({ length: 1_000 }, () =>
      Promise.resolve(authenticate(unknownKey(), () => ({ client: 'eve', throttled: false }))).catch(() => over++),
    )
    await expect(authenticate(unknownKey(), () => ({ client: 'ada', throttled: false }))).rejects.toThrow(UnknownKey)
    expect(over).toBeLessThan(500)
    await Promise.all(all)
    expect(seen.most).toBeLessThanOrEqual(256)
    expect(over).toBe(1_000)
  })

  test('are cached for a second', async () => {
    const { authenticate, seen } = watched()
    const key = unknownKey()
    await expect(authenticate(key)).rejects.toThrow(UnknownKey)
    expect(() => authenticate(key)).toThrow(UnknownKey)
    expect(seen.loads).toBe(1)
  })
})
