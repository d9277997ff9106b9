// Promises that many operations share, described once: 401, 400, 405, 413 and 415.
import { describe, expect, test } from '@jest/globals'
import { newApiKey } from '../../src/features/accounts/apiKey.js'
import { badKeys } from '../../testbed/callers/badKeys.js'
import {
  codeOf,
  expectAnswerOf,
  expectCommon,
  expectError,
  problemPaths,
  shapeOf,
} from '../../testbed/contract/answers.js'
import { expectedOf, type OperationName, pathOf, sampleOf, viewOf } from '../../testbed/contract/operations.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import type { CallOptions } from '../../testbed/service/service.js'

/** The service of a test file, once it runs. */
type Api = () => InProcessService

const CHALLENGES = 'ApiKey, Bearer realm="mailproof"'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/** A call that would succeed except for `change`. */
async function goodCall(api: InProcessService, operation: OperationName): Promise<CallOptions> {
  return { ...(viewOf(operation).keyed && { key: (await api.account()).key }), ...sampleOf(operation) }
}

/** Describes 401 of an operation that requires a key. */
export function describeUnauthorized(api: Api, operation: OperationName): void {
  const call = ({ headers, ...options }: CallOptions) => {
    const sample = sampleOf(operation)
    return api().call(operation, { ...sample, ...options, headers: { ...sample.headers, ...headers } })
  }
  describe('401', () => {
    test('is the response without a key, with how to get one', async () => {
      const without: [headers: Record<string, string>, problem: string][] = [
        [{}, 'no API key'],
        [{ 'X-API-Key': '' }, 'The header X-API-Key is empty'],
        [{ Authorization: 'Bearer' }, 'The header Authorization must be'],
      ]
      for (const [headers, problem] of without) {
        const answer = await call({ headers })
        expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': CHALLENGES } })
        expect(answer.body.error).toMatchObject({ code: 'MISSING_API_KEY' })
        expect(answer.body.error.message).toContain(problem)
      }
    })

    test('a key that does not work says which header it was in', async () => {
      const key = newApiKey(false)
      for (const [header, headers] of [
        ['X-API-Key', { 'X-API-Key': key }],
        ['Authorization', { Authorization: `Bearer ${key}` }],
      ] as const) {
        const answer = await call({ headers })
        expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': CHALLENGES } })
        expect(answer.body.error).toMatchObject({ code: 'INVALID_API_KEY' })
        expect(answer.body.error.message).toContain(`The API key in the header ${header} is not valid`)
      }
    })

    test('different keys in two headers are refused', async () => {
      const headers = { 'X-API-Key': newApiKey(false), Authorization: `Bearer ${newApiKey(false)}` }
      const answer = await call({ headers })
      expect(answer.status).toBe(401)
      expect(answer.body.error.message).toContain('Send only one of them')
    })

    test('is the same for a mistyped, revoked, expired or unknown key', async () => {
      const texts = new Set<string>()
      for (const [what, key] of await badKeys(api())) {
        const answer = await call({ headers: { 'X-API-Key': key } })
        expect({ what, status: answer.status, code: codeOf(answer) }).toEqual({
          what,
          status: 401,
          code: 'INVALID_API_KEY',
        })
        expect(answer.headers['www-authenticate']).toBe(CHALLENGES)
        expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
        texts.add(answer.text)
      }
      expect(texts.size).toBe(1)
    })

    test('reveals nothing about the validity of body or parameters', async () => {
      const answer = await call({ query: '?page=1' })
      expect(codeOf(answer)).toBe('MISSING_API_KEY')
    })
  })
}

/** Describes 400 for unknown parameters of an operation. */
export function describeParameters(api: Api, operation: OperationName): void {
  test.each([
    ['an unknown one', '?pages=1', '/pages'],
    ['one that is there twice', '?pages=1&pages=2', '/pages'],
    ['one without a name', '?=1', '/""'],
    ['one that is called like a prototype', '?__proto__=1', '/__proto__'],
    ['one that is not well encoded', '?a%zz=%ff', '/a%zz'],
  ])('refuses a query parameter: %s', async (_, query, path) => {
    const answer = await api().call(operation, { ...(await goodCall(api(), operation)), query })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer)).toContain(path)
  })

  test('accepts a question mark without parameters', async () => {
    const answer = await api().call(operation, { ...(await goodCall(api(), operation)), query: '?' })
    expect(answer.status).not.toBe(400)
  })
}

/** Describes 405 of a path. */
export function describeMethods(api: Api, operation: OperationName): void {
  const { allow, paths } = viewOf(operation)
  describe('405', () => {
    test.each(paths)('%s answers OPTIONS with its methods', async (path) => {
      const concrete = pathOf(operation, { form: paths.indexOf(path) })
      for (const headers of [undefined, { Origin: 'https://evil.example.net' }]) {
        const answer = await api().request('OPTIONS', concrete, headers && { headers })
        expect({ status: answer.status, text: answer.text, allow: answer.headers.allow }).toEqual({
          status: 204,
          text: '',
          allow,
        })
      }
    })

    test.each(paths)('%s lists its methods for every other method', async (path) => {
      const concrete = pathOf(operation, { form: paths.indexOf(path) })
      for (const method of METHODS.filter((each) => !allow.split(', ').includes(each))) {
        const answer = await api().request(method, concrete)
        expect({ method, status: answer.status, allow: answer.headers.allow }).toEqual({ method, status: 405, allow })
        if (method === 'HEAD') continue
        expectCommon(answer)
        expectError(answer)
        expect(codeOf(answer)).toBe('METHOD_NOT_ALLOWED')
        expect(answer.body.error.message).toContain(allow)
      }
    })
  })
}

/** Describes 413 and 415 of an operation with a JSON body. */
export function describeBodies(api: Api, operation: OperationName): void {
  describe('413', () => {
    const { bodyLimit: limit = 1_048_576 } = viewOf(operation)
    test(`rejects a body one byte over ${limit}, with or without a Content-Length, and accepts one of that size`, async () => {
      const { key } = await goodCall(api(), operation)
      const text = JSON.stringify(viewOf(operation).body)
      const exactly = text + ' '.repeat(limit - text.length)
      const call = (body: string, headers = {}) => api().call(operation, { ...(key && { key }), body, headers })
      expect((await call(exactly)).status).toBe(expectedOf(operation))
      const declared = await call(`${exactly} `)
      const chunked = await call(`${exactly} `, { 'Content-Length': [], 'Transfer-Encoding': 'chunked' })
      for (const answer of [declared, chunked]) {
        expect(answer.status).toBe(413)
        expect(answer.body.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { limit } })
        expect(answer.body.error.message).toContain(String(limit))
      }
    })
  })

  describe('415', () => {
    test.each([
      ['none', {}],
      ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['text', { 'Content-Type': 'text/plain' }],
      ['something like JSON', { 'Content-Type': 'application/json-patch+json' }],
      ['JSON in Latin-1', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
      ['JSON, compressed', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
    ])('rejects a content type: %s', async (_, headers) => {
      const good = await goodCall(api(), operation)
      const body = Buffer.from(JSON.stringify(good.body))
      const answer = await api().call(operation, { ...good, body, headers: { 'Content-Type': [], ...headers } })
      expect(answer.status).toBe(415)
      expect(codeOf(answer)).toBe('UNSUPPORTED_MEDIA_TYPE')
    })

    test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; profile=x'])(
      'accepts the content type %s',
      async (type) => {
        const good = await goodCall(api(), operation)
        const body = JSON.stringify(good.body)
        const answer = await api().call(operation, { ...good, body, headers: { 'Content-Type': type } })
        expect(answer.status).toBe(expectedOf(operation))
      },
    )
  })
}

/** Tests that every form of an operation's path is the same operation. */
export function testForms(api: Api, operation: OperationName): void {
  const { paths, keyed, method } = viewOf(operation)
  if (paths.length > 1)
    test(`the responses at ${paths.join(' and ')} are the same`, async () => {
      const good = await goodCall(api(), operation)
      const answers = []
      for (const form of paths.keys()) answers.push(shapeOf(await api().call(operation, { ...good, form })))
      expect(answers[0]!.status).toBe(expectedOf(operation))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      if (!keyed) return
      for (const form of paths.keys()) expect((await api().call(operation, { form })).status).toBe(401)
    })

  if (method === 'GET')
    test('HEAD returns the headers of GET without a body', async () => {
      const { key } = await goodCall(api(), operation)
      const path = pathOf(operation)
      const options = key === undefined ? {} : { key }
      const [get, head] = [await api().request('GET', path, options), await api().request('HEAD', path, options)]
      expectAnswerOf(operation, get)
      expect(head).toMatchObject({ status: expectedOf(operation), text: '' })
      // Transfer-Encoding is sent only with a body (RFC 9110, section 9.3.2).
      const { 'transfer-encoding': _, ...headers } = get.headers
      expect(Object.keys(head.headers).sort()).toEqual(Object.keys(headers).sort())
    })
}
