// How a request may present its API key.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { credentialsOf, hasCredentials, socketCredentialsOf } from '../../src/api/credentials.js'
import { Failure } from '../../src/kernel/failure.js'
import { ended, upload } from '../../testbed/callers/batches.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { expectedOf, OPERATION_NAMES, sampleOf, viewOf } from '../../testbed/contract/operations.js'
import fc from '../../testbed/fastCheck.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const keyed = OPERATION_NAMES.filter((name) => viewOf(name).keyed)

describe('Authorization: Bearer', () => {
  test.each(keyed)('is as good as X-API-Key for %s', async (operation) => {
    const { key } = await api.account()
    const { headers, ...sample } = sampleOf(operation)
    const answer = await api.call(operation, { ...sample, headers: { ...headers, Authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(expectedOf(operation))
  })

  test.each([
    ['in any case', (key: string) => ({ Authorization: `bEARER ${key}` })],
    ['after several spaces', (key: string) => ({ Authorization: `Bearer   ${key}` })],
    ['beside the same key', (key: string) => ({ Authorization: `Bearer ${key}`, 'X-API-Key': key })],
    ['beside an empty X-API-Key', (key: string) => ({ Authorization: `Bearer ${key}`, 'X-API-Key': '' })],
    ['as another scheme, for a proxy', (key: string) => ({ Authorization: 'Basic dXNlcjpw', 'X-API-Key': key })],
  ])('is accepted %s', async (_, headersOf) => {
    const { key } = await api.account()
    expect((await api.call('getUsage', { headers: headersOf(key) })).status).toBe(200)
  })

  test.each([
    ['another scheme', 'Basic dXNlcjpw'],
    ['the key alone', 'mpk_0123456789'],
    ['no key', 'Bearer '],
    ['two keys', 'Bearer a b'],
  ])('with %s says what to send', async (_, authorization) => {
    const answer = await api.call('getUsage', { headers: { Authorization: authorization } })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'MISSING_API_KEY' })
    expect(answer.body.error.message).toBe(
      'The header Authorization must be `Bearer` followed by your API key. Send it in the header X-API-Key, or as ' +
        'Authorization: Bearer <key>. POST /v1/accounts/create gives you one.',
    )
  })

  test('beside another key is refused, whichever of them works', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    for (const other of [bob.key, 'mpk_nonsense']) {
      const headers = { 'X-API-Key': ada.key, Authorization: `Bearer ${other}` }
      const answer = await api.call('getUsage', { headers })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'INVALID_API_KEY' })
      expect(answer.body.error.message).toBe(
        'There are different API keys in the header X-API-Key and the header Authorization. Send only one of them.',
      )
    }
  })

  test('is ignored where no key is needed, and by a signed link for another scheme', async () => {
    expect((await api.call('getPoolStats', { headers: { Authorization: 'Bearer nonsense' } })).status).toBe(200)
    const { key } = await api.account()
    const batchId = await upload(api, key, 'email\nada@explicit.mailproof.net\n')
    const { download_url: url } = await ended(api, key, batchId)
    const { pathname, search } = new URL(url)
    const get = (authorization: string) =>
      api.request('GET', `${pathname}${search}`, { headers: { Authorization: authorization } })
    expect((await get('Basic dXNlcjpw')).status).toBe(200)
    expect((await get('Bearer nonsense')).status).toBe(401)
  })
})

describe('whatever the headers', () => {
  const text = fc.oneof(
    fc.constantFrom('', 'Bearer', 'bearer x', 'Bearer  y z', 'Basic a', 'x', 'y'),
    fc.string({ maxLength: 20 }),
  )
  const headers = fc.record({ 'x-api-key': text, authorization: text }, { requiredKeys: [] })
  const outcomeOf = <T>(work: () => T): T | 'refused' => {
    try {
      return work()
    } catch (error) {
      expect(error).toBeInstanceOf(Failure)
      return 'refused'
    }
  }

  test('there is one key or a refusal, and a refused request has no key that could be used', () =>
    fc.assert(
      fc.property(headers, (given) => {
        const found = outcomeOf(() => credentialsOf(given))
        if (found === 'refused') return
        expect(hasCredentials(given)).toBe(true)
        expect([given['x-api-key'], given.authorization?.replace(/^bearer +/i, '').trimEnd()]).toContain(found.key)
      }),
    ))

  test('a WebSocket never has two keys', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('apiKey', 'X-API-KEY', 'other'), text), headers, (params, given) => {
        const found = outcomeOf(() => socketCredentialsOf(params, given))
        if (found === 'refused' || found === undefined) return
        for (const name of ['apiKey', 'X-API-KEY']) {
          if (params[name]) expect(params[name]).toBe(found.key)
        }
        if (given['x-api-key']) expect(given['x-api-key']).toBe(found.key)
      }),
    ))
})
