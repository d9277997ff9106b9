// Rate limits and fair shares of GraphQL, over HTTP and WebSocket.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { buildSchema, parse } from 'graphql'
import { WebSocket } from 'ws'
import { createSocketPermits } from '../../src/graphql/websocket/socketPermits.js'
import { createSubscribe } from '../../src/graphql/websocket/subscriptions.js'
import { SILENT_FOR, silentAddresses } from '../../testbed/callers/batches.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { greetedSocket } from '../../testbed/callers/graphqlSocket.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const PRICING = '{ pricing { currency } }'
const ACTIVITY = 'subscription { poolActivity { type } }'

let api: InProcessService
const open: { terminate(): void }[] = []
beforeAll(async () => {
  // A trusted proxy in front forwards the client addresses.
  api = await start({ env: { ...SILENT_FOR, ANONYMOUS_REQUESTS_PER_MINUTE: '10', TRUST_PROXY: '1' } })
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => api.stop())

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

interface Upgraded {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** The response to an attempt to open a WebSocket. */
function upgrade(address: string): Promise<Upgraded> {
  const url = `${api.url.replace('http:', 'ws:')}/graphql`
  const socket = new WebSocket(url, 'graphql-transport-ws', from(address))
  open.push(socket)
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ status: 101, headers: {}, body: '' }))
    socket.once('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (data) => {
        body += data
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
    })
    socket.on('error', reject)
  })
}

describe('GraphQL requests per minute', () => {
  test('without a key are limited by client address, and every address has its own limit', async () => {
    for (let left = 9; left >= 0; left--) {
      const { headers } = await ask(api, PRICING, from('192.0.2.1'))
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(left) })
    }
    const refused = await ask(api, PRICING, from('192.0.2.1'))
    expect({ status: refused.status, codes: codesOf(refused) }).toEqual({ status: 429, codes: ['RATE_LIMIT_EXCEEDED'] })
    expect(refused.headers['retry-after']).toBe(String(refused.body.errors[0].extensions.retryAfter))
    expect((await ask(api, PRICING, from('192.0.2.2'))).status).toBe(200)
  })

  test('are counted before they are parsed: rejected ones count too', async () => {
    for (let sent = 0; sent < 10; sent++) {
      const answer = await api.request('POST', '/graphql', { body: '{"query":', ...from('192.0.2.3') })
      expect({ status: answer.status, codes: codesOf(answer) }).toEqual({ status: 400, codes: ['INVALID_JSON'] })
    }
    expect((await api.request('POST', '/graphql', { body: '{"query":', ...from('192.0.2.3') })).status).toBe(429)
  })

  test('with an unknown key count as requests without a key', async () => {
    for (let sent = 0; sent < 10; sent++) await ask(api, PRICING, { key: `mpk_${sent}`, ...from('192.0.2.4') })
    expect((await ask(api, PRICING, { key: 'mpk_x', ...from('192.0.2.4') })).status).toBe(429)
  })

  test.each([
    ['as many as without a key', 3, 10],
    ['or as many as its plan has verifications', 12, 12],
  ])('with a key are limited by its account, apart from its verifications: %s', async (_, perMinute, limit) => {
    const { key } = await api.account({ perMinute })
    const verify = async () =>
      (await api.call('verifyEmail', { key, body: { email: 'x' } })).headers['x-ratelimit-remaining']
    expect(await verify()).toBe(String(perMinute - 1))
    for (let left = limit - 1; left >= 0; left--) {
      const { headers } = await ask(api, '{ me { id } }', { key })
      expect(headers).toMatchObject({ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(left) })
    }
    expect((await ask(api, '{ me { id } }', { key })).status).toBe(429)
    expect(await verify()).toBe(String(perMinute - 2))
  })

  test('include operations over WebSocket, whatever they are', async () => {
    const { key } = await api.account({ perMinute: 3 })
    const raw = await greetedSocket(api, key)
    open.push(raw.socket)
    const queries = ['{ me { id } }', 'nothing', ACTIVITY.replace('type', 'nothing')]
    for (let id = 0; id <= 10; id++)
      raw.send({ id: `${id}`, type: 'subscribe', payload: { query: queries[id % queries.length] } })
    let message = await raw.next()
    while (message.id !== '10') message = await raw.next()
    expect(message).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED', limit: 10 } }],
    })
    expect((await ask(api, PRICING, { key })).status).toBe(429)
  })

  test('include new WebSockets by client address, which are refused before they open', async () => {
    for (let opened = 0; opened < 10; opened++) expect((await upgrade('192.0.2.5')).status).toBe(101)
    const { status, headers, body } = await upgrade('192.0.2.5')
    expect(status).toBe(429)
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' })
    const [{ extensions }] = JSON.parse(body).errors
    expect(extensions).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: 10 })
    expect(headers['retry-after']).toBe(String(extensions.retryAfter))
    expect((await upgrade('192.0.2.6')).status).toBe(101)
  })

  test('of an IPv6 site are five times as many as of one of its networks', async () => {
    const site = '2001:db8:48'
    for (let network = 0; network < 5; network++) {
      for (let sent = 0; sent < 10; sent++) {
        expect((await ask(api, PRICING, from(`${site}:${network}::1`))).status).toBe(200)
      }
    }
    const refused = await ask(api, PRICING, from(`${site}:99::1`))
    expect({ status: refused.status, limit: refused.headers['x-ratelimit-limit'] }).toEqual({
      status: 429,
      limit: '50',
    })
    expect((await ask(api, PRICING, from('2001:db8:49:99::1'))).status).toBe(200)
  })

  test('do not include the GraphiQL page', async () => {
    const headers = { Accept: 'text/html', ...from('192.0.2.7').headers }
    for (let sent = 0; sent < 12; sent++) expect((await api.request('GET', '/graphql', { headers })).status).toBe(200)
  })
})

describe('permits for WebSockets', () => {
  test('are shared fairly: 5,300 connections of one address leave room for others', () => {
    const { acquire } = createSocketPermits()
    const taken: (() => void)[] = []
    let refused = 0
    for (let attempt = 0; attempt < 5_300; attempt++) {
      try {
        taken.push(acquire('192.0.2.1'))
      } catch (error) {
        refused++
        expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Your address') })
      }
    }
    expect({ taken: taken.length, refused }).toEqual({ taken: 3_333, refused: 1_967 })
    for (let other = 0; other < 500; other++) expect(() => acquire(`198.51.100.${other}`)).not.toThrow()
    for (const leave of taken) leave()
    expect(() => acquire('192.0.2.1')).not.toThrow()
  })
})

test('the networks of one IPv6 site share a message rate for their WebSockets', async () => {
  const url = `${api.url.replace('http:', 'ws:')}/graphql`
  const PING = JSON.stringify({ type: 'ping' })
  const sockets = ['2001:db8:50:1::1', '2001:db8:50:2::1', '2001:db8:51:1::1'].map(
    (address) => new WebSocket(url, 'graphql-transport-ws', from(address)),
  )
  open.push(...sockets)
  const codes: (number | undefined)[] = sockets.map(() => undefined)
  for (const [at, socket] of sockets.entries()) socket.once('close', (code) => (codes[at] = code))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))))
  // Each site may send 2,000, and 200 more per second: none of these sockets exceeds that by itself.
  for (let sent = 0; sent < 1_500; sent++) for (const socket of sockets) socket.send(PING, () => {})
  await eventually(
    () => codes.slice(0, 2),
    (closed) => closed.some((code) => code === 1008 || code === 1006),
  )
  expect(codes[2]).toBeUndefined()
})

describe('permits for subscriptions', () => {
  test('are shared fairly between accounts and client addresses, and released when a subscription ends', async () => {
    const { schema, document } = following()
    const subscribe = createSubscribe(3)
    const start = (sharer: string) => subscribe(sharer, { schema, document })
    const first = await start('account:one')
    const second = await start('account:one')
    expect(await start('account:one')).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('share of subscriptions (2 open)'),
          originalError: { code: 'SERVICE_UNAVAILABLE' },
        },
      ],
    })
    const other = await start('client:192.0.2.1')
    expect(other).toHaveProperty('next')
    expect(await start('client:192.0.2.2')).toMatchObject({
      errors: [{ message: expect.stringContaining('limit of subscriptions') }],
    })
    await (first as AsyncGenerator).return(undefined)
    await (first as AsyncGenerator).return(undefined)
    await (second as AsyncGenerator).return(undefined)
    expect(await start('client:192.0.2.2')).toHaveProperty('next')
    expect(await start('client:192.0.2.3')).toHaveProperty('next')
    expect(await start('client:192.0.2.4')).toHaveProperty('errors')
  })

  test('are released by a subscription that fails to start', async () => {
    const { schema, failing } = following()
    const subscribe = createSubscribe(1)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await subscribe('one', { schema, document: failing })).toMatchObject({ errors: [{ message: 'no' }] })
    }
  })
})

/** A subscription that waits forever, and one that fails. */
function following() {
  const schema = buildSchema('type Query { a: Int } type Subscription { waits: Int fails: Int }')
  const { waits, fails } = schema.getSubscriptionType()!.getFields()
  waits!.subscribe = async function* () {
    await new Promise(() => {})
    yield 1
  }
  fails!.subscribe = () => {
    throw new Error('no')
  }
  return { schema, document: parse('subscription { waits }'), failing: parse('subscription { fails }') }
}

describe('a connection', () => {
  test('has at most twenty concurrent operations, even if its client cancels them immediately', async () => {
    const { key } = await api.account({ perMinute: 1_000 })
    const raw = await greetedSocket(api, key)
    open.push(raw.socket)
    const addresses = silentAddresses(api, 30)
    for (const [id, email] of addresses.entries()) {
      const query = `mutation { verifyEmail(input: { email: "${email}" }) { valid } }`
      raw.send({ id: `${id}`, type: 'subscribe', payload: { query } })
      if (id < 29) raw.send({ id: `${id}`, type: 'complete' })
    }
    let message = await raw.next()
    while (message.id !== '29') message = await raw.next()
    expect(message).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'VALIDATION_ERROR' } }] })
    // Cancelled operations end when their verifications have timed out; then others may start.
    const again = async () => {
      raw.send({ id: 'last', type: 'subscribe', payload: { query: '{ me { plan } }' } })
      const { type } = await raw.next()
      if (type === 'next') await raw.next()
      return type
    }
    expect(await eventually(again, (type) => type === 'next')).toBe('next')
    const started = addresses.filter((address) => api.dns.queries(address.replace('ada@', '')) > 0)
    expect(started).toHaveLength(20)
  })

  test.each([
    ['pings', JSON.stringify({ type: 'ping' })],
    ['ends of nothing', JSON.stringify({ id: '1', type: 'complete' })],
  ])('that sends only %s is closed, and the service continues', async (_, message) => {
    const raw = await greetedSocket(api)
    open.push(raw.socket)
    for (let sent = 0; sent < 20_000 && raw.socket.readyState === raw.socket.OPEN; sent += 100) {
      for (let one = 0; one < 100; one++) raw.socket.send(message, () => {})
      await sleep(1)
    }
    expect(await raw.closed).toMatchObject({ code: 1008, reason: 'Too many messages' })
    const { key } = await api.account()
    expect(await dataOf(api, '{ me { plan } }', { key })).toEqual({ me: { plan: 'free' } })
  })
})
