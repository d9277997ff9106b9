// POST /mcp over a socket: keys, limits of requests, and what is no message.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SCOPES, type Scope } from '../../src/features/accounts/index.js'
import { TOOLS } from '../../src/mcp/tools.js'
import { expectCommon } from '../../testbed/contract/answers.js'
import { readText } from '../../testbed/files.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { overHttp } from './support/agent.js'

const PAGE = 'https://page.example'
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

let api: InProcessService
let key: string
beforeAll(async () => {
  api = await start({ env: { CORS_ORIGINS: PAGE } })
  key = (await api.account({ perMinute: 60 })).key
})
afterAll(() => api.stop())

const post = (body: unknown, headers = {}) => api.request('POST', '/mcp', { key, body, headers })
const use = (name: string, given: object) =>
  post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: given } })

describe('a key', () => {
  test.each([
    ['none', {}, 'MISSING_API_KEY'],
    ['an unknown one', { 'X-API-Key': `mpk_${'x'.repeat(36)}` }, 'INVALID_API_KEY'],
    ['another scheme', { Authorization: 'Basic eDp5' }, 'MISSING_API_KEY'],
  ])('is needed for every message: %s', async (_, headers, code) => {
    const answer = await api.request('POST', '/mcp', { body: LIST, headers })
    expectCommon(answer)
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'ApiKey, Bearer realm="mailproof"' },
      body: { error: { code } },
    })
  })

  test('may be sent in either header', async () => {
    for (const header of ['X-API-Key', 'Authorization'] as const) {
      const agent = await overHttp(api.url, key, header)
      expect((await agent.use('get_usage')).plan).toBe('free')
      await agent.close()
    }
  })

  test('that is revoked ends what an agent may do', async () => {
    const { key: other, id } = await api.generate(key)
    const agent = await overHttp(api.url, other)
    await api.call('revokeKey', { key, params: { keyId: id } })
    await expect(agent.use('get_usage')).rejects.toThrow(/401|INVALID_API_KEY|Unauthorized/i)
    await agent.close()
  })
})

describe('a message', () => {
  test('without arguments may say so with null', async () => {
    const { body } = await post({ ...LIST, method: 'tools/call', params: { name: 'get_usage', arguments: null } })
    expect(body.result.isError).toBeUndefined()
  })

  test.each([
    [
      'arguments of another type',
      { name: 'get_usage', arguments: 'x' },
      '`params.arguments` must be a JSON object; you sent a string.',
    ],
    [
      'a list of arguments',
      { name: 'get_usage', arguments: [] },
      '`params.arguments` must be a JSON object; you sent an array.',
    ],
    ['no name', {}, '`params.name` is missing; it must be a string.'],
    ['a name of another type', { name: 5 }, '`params.name` must be a string; you sent a number.'],
    ['no parameters', undefined, '`params` is missing; it must be a JSON object.'],
  ])('that calls a tool with %s is told what is wrong', async (_, params, message) => {
    const { body } = await post({ ...LIST, method: 'tools/call', params })
    expect(body.error).toMatchObject({ code: -32_602, message })
  })

  test('is answered as JSON without a session, whatever the client accepts', async () => {
    const answer = await post(LIST, { Accept: '*/*' })
    expectCommon(answer)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers).not.toHaveProperty('mcp-session-id')
    expect(answer.body.result.tools).toHaveLength(7)
  })

  test('that is a notification is accepted without an answer', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect({ status: answer.status, body: answer.body || undefined }).toEqual({ status: 202, body: undefined })
  })

  test.each([
    ['nothing', undefined, 400, 'VALIDATION_ERROR'],
    ['a text', '"tools/list"', 400, 'VALIDATION_ERROR'],
    ['a batch, whose calls would count as one request', JSON.stringify([LIST, LIST]), 400, 'VALIDATION_ERROR'],
    ['what is not JSON', '{"jsonrpc":', 400, 'INVALID_JSON'],
    ['a body nested without end', '['.repeat(100_000), 400, 'INVALID_JSON'],
    ['more than a megabyte', JSON.stringify({ ...LIST, x: 'x'.repeat(1_048_576) }), 413, 'PAYLOAD_TOO_LARGE'],
  ])('is refused before anything is done: %s', async (_, body, status, code) => {
    const answer = await post(body)
    expectCommon(answer)
    expect(answer).toMatchObject({ status, body: { error: { code } } })
  })

  test('is refused in formats that a form on another page could send', async () => {
    expect(await post(JSON.stringify(LIST), { 'Content-Type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    })
  })

  test.each([
    ['an empty object', {}],
    ['no version', { id: 1, method: 'tools/list' }],
    ['a method that is none', { ...LIST, method: 7 }],
    ['an id that is none', { ...LIST, id: { a: 1 } }],
    ['parameters that are none', { ...LIST, params: [1] }],
  ])('that is no JSON-RPC is refused in its terms: %s', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code: -32700 } } })
  })

  test.each([
    ['an unknown method', { ...LIST, method: 'resources/list' }, -32601],
    ['a method of objects', { ...LIST, method: '__proto__' }, -32601],
  ])('is answered with an error of JSON-RPC: %s', async (_, body, code) => {
    expect(await post(body)).toMatchObject({ status: 200, body: { id: 1, error: { code } } })
  })

  test('of a version that is not spoken is refused', async () => {
    expect((await post(LIST, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
  })

  test('cannot reach members that every object has', async () => {
    const raw = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_usage","arguments":{"__proto__":{"a":1},"constructor":1}}}`
    const answer = await post(raw)
    expect(answer.body.result).toMatchObject({ isError: true })
    expect(({} as { readonly a?: number }).a).toBeUndefined()
  })

  test.each(['GET', 'DELETE', 'PUT'])('is not sent with %s', async (method) => {
    const answer = await api.request(method, '/mcp', { key })
    expectCommon(answer)
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: 'POST, OPTIONS' },
      body: { error: { code: 'METHOD_NOT_ALLOWED' } },
    })
  })
})

describe('other pages', () => {
  test('may send messages if the operator allows them, and no others', async () => {
    const asked = { 'Access-Control-Request-Headers': 'authorization, content-type, mcp-protocol-version' }
    const preflight = (origin: string) => api.request('OPTIONS', '/mcp', { headers: { Origin: origin, ...asked } })
    const allowed = await preflight(PAGE)
    expect(String(allowed.headers['access-control-allow-headers']).toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(asked['Access-Control-Request-Headers'].split(', ')),
    )
    expect(allowed).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': PAGE, 'access-control-allow-methods': expect.stringContaining('POST') },
    })
    expect((await preflight('https://other.example')).headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('scopes', () => {
  const NEEDED: { readonly [tool: string]: Scope | undefined } = {
    verify_email: 'verify',
    verify_list: 'bulk',
    get_job: 'bulk',
    search_decisions: 'read',
    get_usage: 'read',
  }

  test.each(SCOPES)('a key for %s may use the tools of this scope, and no others', async (scope) => {
    const { key: scoped } = await api.generate(key, { scopes: [scope] })
    const agent = await overHttp(api.url, scoped)
    for (const { name, example } of TOOLS) {
      const result = await agent.client.callTool({ name, arguments: { ...example } })
      const isRefused = JSON.stringify(result).includes('INSUFFICIENT_SCOPE')
      const needed = NEEDED[name]
      expect({ name, isRefused }).toEqual({ name, isRefused: needed !== undefined && needed !== scope })
    }
    await agent.close()
  })

  test('a key that may not read the quota gets a quote without it', async () => {
    const { key: scoped } = await api.generate(key, { scopes: ['bulk'] })
    const agent = await overHttp(api.url, scoped)
    const quote = await agent.use('verify_list', { emails: ['ada@explicit.mailproof.net'] })
    expect(quote).toMatchObject({ state: 'quote', would_charge: 1 })
    expect(quote).not.toHaveProperty('left_this_month')
    await agent.close()
  })

  test('a publishable key, which is in the source of a page, may use nothing', async () => {
    const { key: published } = await api.generate(key, { publishable: true, origins: [PAGE] })
    const answer = await api.request('POST', '/mcp', { key: published, body: LIST, headers: { Origin: PAGE } })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'INSUFFICIENT_SCOPE' } } })
  })
})

describe('the guide', () => {
  test('lists every tool with the operations that it may call', () => {
    const rows = readText('docs/guides/agents.md').matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm)
    const listed = [...rows].map(([, name, cell]) => [name, [...cell!.matchAll(/`(\w+)`/g)].map(([, id]) => id)])
    // The search is counted as a look at a page.
    const isShown = (name: string) => name !== 'search_docs'
    expect(listed).toEqual(TOOLS.map(({ name, operations }) => [name, isShown(name) ? [...operations].toSorted() : []]))
  })
})

describe('the limits of REST', () => {
  test('count a tool as the operation that it calls, and let others through', async () => {
    const { key: slow } = await api.account({ perMinute: 1 })
    const agent = await overHttp(api.url, slow)
    const email = 'ada@explicit.mailproof.net'
    await agent.use('verify_email', { email })
    expect(await agent.mistake('verify_email', { email })).toContain('limited to 1 requests per minute')
    expect((await api.request('POST', '/v2/verify', { key: slow, body: { email } })).status).toBe(429)
    expect((await agent.use('get_usage')).current_month.verifications).toBe(1)
    await agent.close()
  })

  test('count every message, also one that asks for nothing that is limited by itself', async () => {
    const { key: eager } = await api.account({ perMinute: 1 })
    const list = () => api.request('POST', '/mcp', { key: eager, body: LIST })
    const { headers } = await list()
    const limit = Number(headers['x-ratelimit-limit'])
    expect(headers['x-ratelimit-remaining']).toBe(String(limit - 1))
    const answers = await Promise.all(Array.from({ length: limit }, list))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.error.message])).toEqual([
      [429, expect.stringContaining(`limited to ${limit} MCP messages per minute`)],
    ])
    expectCommon(refused[0]!)
  })

  test('charge nothing for a call that was refused', async () => {
    const { verifications } = await api.usage(key)
    expect(
      (await use('verify_list', { emails: Array(10_001).fill('a@b.example'), max_charge: 1 })).body.result,
    ).toMatchObject({ isError: true })
    expect((await api.usage(key)).verifications).toBe(verifications)
  })
})
