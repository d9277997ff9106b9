// GraphQL over HTTP: methods, media types, origins and statuses.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codesOf, dataOf, expectGraphql } from '../../testbed/callers/graphql.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const PAGE = 'https://page.example'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: { CORS_ORIGINS: PAGE } })
})
afterAll(() => api.stop())

const PRICING = '{ pricing { currency } }'
const post = (body: unknown, headers = {}) => api.request('POST', '/graphql', { body, headers })
const search = (parameters: Record<string, string>) => `/graphql?${new URLSearchParams(parameters)}`

describe('POST requests', () => {
  test.each([
    ['an array of operations', JSON.stringify([{ query: PRICING }, { query: PRICING }]), 400, 'VALIDATION_ERROR'],
    ['an empty array', '[]', 400, 'VALIDATION_ERROR'],
    ['a text', JSON.stringify(PRICING), 400, 'VALIDATION_ERROR'],
    ['null', 'null', 400, 'VALIDATION_ERROR'],
    ['nothing', undefined, 400, 'VALIDATION_ERROR'],
    ['an object without a query', '{}', 400, 'VALIDATION_ERROR'],
    ['a query that is none', '{"query":{"kind":"Document"}}', 400, 'VALIDATION_ERROR'],
    ['an operationName that is none', JSON.stringify({ query: PRICING, operationName: 7 }), 400, 'VALIDATION_ERROR'],
    ['what is not JSON', '{"query":', 400, 'INVALID_JSON'],
    ['a body nested without end', '['.repeat(100_000), 400, 'INVALID_JSON'],
    [
      'variables nested half a million levels',
      `{"query":"{ a }","variables":{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`,
      400,
      'INVALID_JSON',
    ],
    ['more than a megabyte', JSON.stringify({ query: PRICING, x: 'x'.repeat(1_048_576) }), 413, 'PAYLOAD_TOO_LARGE'],
  ])('are rejected with %s', async (_, body, status, code) => {
    const answer = await post(body)
    expectGraphql(answer)
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status, codes: [code] })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])('are rejected in formats that a form on another page could send: %s', async (type) => {
    const answer = await post(JSON.stringify({ query: PRICING }), { 'Content-Type': type })
    expectGraphql(answer)
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({
      status: 415,
      codes: ['UNSUPPORTED_MEDIA_TYPE'],
    })
  })

  test('are answered with the media type of GraphQL over HTTP if the client prefers it', async () => {
    const answer = await post({ query: PRICING }, { Accept: 'application/graphql-response+json' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8')
    expect((await post({ query: PRICING }, { Accept: 'image/png' })).status).toBe(406)
  })

  test('for subscriptions are rejected, with a pointer to WebSocket', async () => {
    const answer = await post({ query: 'subscription { batchProgress(id: "x") { id } }' })
    expectGraphql(answer)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].message).toContain('WebSocket')
  })
})

describe('GET requests', () => {
  test('run queries of programs, with their variables', async () => {
    const answer = await api.request('GET', search({ query: PRICING }))
    expectGraphql(answer)
    expect(answer.body).toEqual({ data: { pricing: { currency: 'USD' } } })
    const { key } = await api.account()
    const query = 'query ($first: Int!) { batches(first: $first) { totalCount } }'
    const path = search({ query, variables: '{"first":3}' })
    expect((await api.request('GET', path, { key })).body.data.batches).toEqual({ totalCount: 0 })
  })

  test('run no mutation', async () => {
    const { key } = await api.account()
    const query = 'mutation { verifyEmail(input: { email: "x" }) { valid } }'
    const answer = await api.request('GET', search({ query }), { key })
    expectGraphql(answer)
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 405, codes: ['METHOD_NOT_ALLOWED'] })
    expect(answer.headers.allow).toContain('POST')
    expect(await api.usage(key)).toMatchObject({ verifications: 0 })
  })

  test('run no subscription', async () => {
    const query = 'subscription { poolActivity { type } }'
    const answer = await api.request('GET', search({ query }))
    expectGraphql(answer)
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 405, codes: ['METHOD_NOT_ALLOWED'] })
    expect(answer.body.errors[0].message).toContain('only support query operations')
  })

  test.each(['query', 'variables', 'operationName'])('with a repeated parameter are rejected: %s', async (name) => {
    const good = new URLSearchParams({ query: `query a ${PRICING}`, variables: '{}', operationName: 'a' })
    good.append(name, good.get(name)!)
    const answer = await api.request('GET', `/graphql?${good}`)
    expectGraphql(answer)
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
    expect(answer.body.errors[0].message).toContain(name)
  })

  test.each([
    ['no query', {}],
    ['variables that are not JSON', { query: PRICING, variables: '{' }],
    ['variables that are no object', { query: PRICING, variables: '[]' }],
  ])('are rejected with %s', async (_, parameters) => {
    const answer = await api.request('GET', search(parameters as Record<string, string>))
    expectGraphql(answer)
    expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['VALIDATION_ERROR'] })
  })
})

test('other methods get 405 with the allowed methods', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE']) {
    const answer = await api.request(method, '/graphql')
    expectGraphql(answer)
    expect({ method, status: answer.status, codes: codesOf(answer) }).toEqual({
      method,
      status: 405,
      codes: ['METHOD_NOT_ALLOWED'],
    })
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
  }
})

test('OPTIONS gets the allowed methods, without CORS headers for an origin that is not allowed', async () => {
  for (const headers of [undefined, { Origin: 'https://other.example' }]) {
    const answer = await api.request('OPTIONS', '/graphql', headers && { headers })
    expect(answer).toMatchObject({ status: 204, text: '', headers: { allow: 'GET, HEAD, POST, OPTIONS' } })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  }
})

describe('automatic persisted queries', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'abc' } }
  const unsupported = {
    status: 200,
    body: {
      errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
    },
  }

  test('are answered as clients expect, which then send the query', async () => {
    expect(await post({ extensions })).toMatchObject(unsupported)
    const path = search({ extensions: JSON.stringify(extensions) })
    const headers = { 'Apollo-Require-Preflight': 'true' }
    expect(await api.request('GET', path, { headers })).toMatchObject(unsupported)
  })

  test('are ignored next to the query itself', async () => {
    const found = { status: 200, body: { data: { pricing: { currency: 'USD' } } } }
    expect(await post({ query: PRICING, extensions })).toMatchObject(found)
    const path = search({ query: PRICING, extensions: JSON.stringify(extensions) })
    const headers = { 'Apollo-Require-Preflight': 'true' }
    expect(await api.request('GET', path, { headers })).toMatchObject(found)
  })
})

describe('the API key', () => {
  const me = async (headers: Record<string, string>) => (await post({ query: '{ me { plan } }' }, headers)).body

  test('is accepted in X-API-Key and as a bearer token', async () => {
    const { key } = await api.account()
    const found = { data: { me: { plan: 'free' } } }
    expect(await me({ 'X-API-Key': key })).toEqual(found)
    expect(await me({ Authorization: `bearer ${key}` })).toEqual(found)
    expect(await me({ 'X-API-Key': key, Authorization: `Bearer ${key}` })).toEqual(found)
    expect(await me({ 'X-API-Key': key, Authorization: 'Basic dXNlcjpwYXNz' })).toEqual(found)
  })

  test('is refused with the header that was wrong or missing', async () => {
    const { key } = await api.account()
    const said = async (headers: Record<string, string>) => (await me(headers)).errors[0].message
    expect(await said({})).toContain('no API key')
    expect(await said({ Authorization: key })).toContain('Authorization must be `Bearer`')
    expect(await said({ Authorization: `Bearer ${key}x` })).toContain('The API key in the header Authorization')
    expect(await said({ 'X-API-Key': key, Authorization: 'Bearer other' })).toContain('Send only one of them')
  })
})

describe('requests of other pages', () => {
  test('are allowed if the operator configured their origin, and get a preflight response', async () => {
    const answer = await post({ query: PRICING }, { Origin: PAGE })
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE)
    const preflight = await api.request('OPTIONS', '/graphql', {
      headers: { Origin: PAGE, 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS' },
    })
    const other = await post({ query: PRICING }, { Origin: 'https://other.example' })
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('requests that offer another protocol', () => {
  test.each([
    ['h2c, as some clients do with every request', '/v1/verify', 'h2c'],
    ['a WebSocket where there is none', '/v1/verify', 'websocket'],
  ])('are answered over HTTP/1.1: %s', async (_, path, protocol) => {
    const { key } = await api.account()
    const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: protocol, 'HTTP2-Settings': 'AAMAAABkAARAAAAA' }
    const answer = await api.request('POST', path, { key, body: { email: 'ada@explicit.mailproof.net' }, headers })
    expect(answer).toMatchObject({ status: 200, body: { valid: true } })
  })

  test('run a query, even at the WebSocket path', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'h2c' }
    const answer = await api.request('POST', '/graphql', { body: { query: PRICING }, headers })
    expect(answer.body).toEqual({ data: { pricing: { currency: 'USD' } } })
  })
})

test('responses are identical however often a query is repeated', async () => {
  const first = await dataOf(api, PRICING)
  for (let again = 0; again < 3; again++) expect(await dataOf(api, PRICING)).toEqual(first)
})
