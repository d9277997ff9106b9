// Which pages of other origins may call the API.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import { expectCommon } from '../../testbed/contract/answers.js'
import { OPERATION_NAMES, pathOf, sampleOf, viewOf } from '../../testbed/contract/operations.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const PAGE = 'https://app.example.org'
const OTHER_ORIGIN = 'https://evil.example.net'

let closed: InProcessService
let open: InProcessService
beforeAll(async () => {
  ;[closed, open] = await Promise.all([start(), start({ env: { CORS_ORIGINS: `${PAGE},http://localhost:3000` } })])
})
afterAll(() => Promise.all([closed.stop(), open.stop()]))

const allowOrigin = 'access-control-allow-origin'
/** The operation for publishable keys has rules of its own: see checkEmail.http.test.ts. */
const keyed = OPERATION_NAMES.filter((name) => viewOf(name).keyed && name !== 'checkEmail')
const readable = OPERATION_NAMES.filter((name) => !viewOf(name).keyed && viewOf(name).method === 'GET')

/** The preflight request that a browser sends. */
const preflight = (api: InProcessService, path: string, origin: string, method = 'POST') =>
  api.request('OPTIONS', path, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'content-type,x-api-key',
    },
  })

describe('without CORS_ORIGINS', () => {
  test.each(keyed)('no page may read %s, even after a preflight', async (operation) => {
    const { key } = await closed.account()
    const { method } = viewOf(operation)
    const { headers, ...sample } = sampleOf(operation)
    const answer = await closed.call(operation, { key, ...sample, headers: { ...headers, Origin: PAGE } })
    expect(answer.headers).not.toHaveProperty(allowOrigin)
    const response = await preflight(closed, pathOf(operation), PAGE, method)
    expect(response).toMatchObject({ status: 204, headers: { allow: viewOf(operation).allow } })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test.each(readable)('every page may read %s, which is public', async (operation) => {
    const answer = await closed.call(operation, { headers: { Origin: OTHER_ORIGIN } })
    expect(answer.headers[allowOrigin]).toBe('*')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })
})

describe('with CORS_ORIGINS', () => {
  test.each(keyed)('a page of an allowed origin may call %s', async (operation) => {
    const { key } = await open.account()
    const { method, allow } = viewOf(operation)
    const { headers, ...sample } = sampleOf(operation)
    const response = await preflight(open, pathOf(operation), PAGE, method)
    expect(response.status).toBe(204)
    expect(response.headers[allowOrigin]).toBe(PAGE)
    expect(response.headers['access-control-allow-methods']).toBe(allow)
    const allowed = String(response.headers['access-control-allow-headers']).toLowerCase()
    expect(allowed).toContain('content-type')
    expect(allowed).toContain('x-api-key')
    expect(allowed).toContain('authorization')
    const answer = await open.call(operation, { key, ...sample, headers: { ...headers, Origin: PAGE } })
    expect(answer.headers[allowOrigin]).toBe(PAGE)
    expect(String(answer.headers.vary).toLowerCase()).toContain('origin')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test.each([
    OTHER_ORIGIN,
    'null',
    'https://app.example.org.evil.net',
    'https://app.example.org:8443',
    'http://app.example.org',
    'HTTPS://APP.EXAMPLE.ORG',
    '*',
    '',
  ])('a page of %j may not, and the response varies by Origin', async (origin) => {
    const { key } = await open.account()
    const answer = await open.call('getUsage', { key, headers: { Origin: origin } })
    expect(answer.headers).not.toHaveProperty(allowOrigin)
    expect(String(answer.headers.vary).toLowerCase()).toContain('origin')
    const response = await preflight(open, '/v1/stats', origin, 'GET')
    expect(response.status).toBe(204)
    expect(response.headers).not.toHaveProperty(allowOrigin)
    expect(response.headers).not.toHaveProperty('access-control-allow-methods')
  })

  test('a page may read why its call was refused, and when to retry', async () => {
    const { key } = await open.account({ perMinute: 1 })
    const headers = { Origin: PAGE }
    const answers = [
      await open.call('verifyEmail', { headers, body: { email: 'x' } }),
      await open.call('verifyEmail', { key, headers, body: {} }),
      await open.call('verifyEmail', { key, headers, body: { email: 'x' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 429])
    for (const answer of answers) expect(answer.headers[allowOrigin]).toBe(PAGE)
    const exposed = String(answers[2]!.headers['access-control-expose-headers']).toLowerCase().split(/, */)
    expect(exposed).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset']),
    )
    expect(exposed).toEqual(
      expect.arrayContaining(['www-authenticate', 'allow', 'x-verify-origin', 'deprecation', 'sunset', 'link']),
    )
  })

  test('a page may read every header that the contract declares', async () => {
    const { headers } = await open.call('getPricing', { headers: { Origin: OTHER_ORIGIN } })
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(/, */)
    const { components } = readDocument() as unknown as { components: { headers: Record<string, object> } }
    // Cache-Control is readable anyway (Fetch, CORS-safelisted response-header names).
    const declared = Object.keys(components.headers).filter((name) => name !== 'Cache-Control')
    expect(exposed).toEqual(expect.arrayContaining([...declared.map((name) => name.toLowerCase()), 'allow']))
  })

  test('a page may read the headers of v2 that the specification requires clients to use', async () => {
    const { key } = await open.account()
    const answer = await open.call('verifyEmailSignals', { key, headers: { Origin: PAGE }, body: { email: 'x' } })
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase().split(/, */)
    expect(exposed).toEqual(expect.arrayContaining(['x-api-status', 'x-trace-id', 'x-processing-time-ms']))
  })
})

describe('a preflight', () => {
  test('is answered without a body and without a length (RFC 9110, section 8.6)', async () => {
    const answer = await preflight(open, '/v1/verify', PAGE)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers).not.toHaveProperty('content-length')
    expect(answer.headers).not.toHaveProperty('content-type')
    expect(answer.headers['x-request-id']).toEqual(expect.any(String))
  })

  test('does not count towards limits, and needs no key', async () => {
    const { key } = await open.account({ perMinute: 1 })
    for (let time = 0; time < 3; time++) expect((await preflight(open, '/v1/verify', PAGE)).status).toBe(204)
    expect((await open.call('verifyEmail', { key, body: { email: 'x' } })).status).toBe(200)
  })

  test('of a path that does not exist is 404', async () => {
    const answer = await preflight(open, '/v1/nothing', PAGE)
    expect(answer.status).toBe(404)
    expectCommon(answer)
  })
})
