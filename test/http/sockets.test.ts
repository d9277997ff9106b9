// Descriptors of closed connections are free within seconds.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { type HalfOpen, openHalfOpen } from './halfOpen.js'

/** The answer stays readable for a second; the rest is a margin for a slow machine. */
const FREE_MS = 10_000
/** The limit of 10 s, a second between two checks, and a margin for a slow machine; Node's own limit is a minute. */
const HEADERS_MS = 20_000

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(async () => {
  for (const { socket } of clients) socket.destroy()
  await api.stop()
})

// Concurrent tests: each waits for seconds until the service gives up.
const clients: HalfOpen[] = []

async function open(): Promise<HalfOpen> {
  const client = await openHalfOpen(api.url)
  clients.push(client)
  return client
}

const UPGRADE = 'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
const HANDSHAKE = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

describe('the descriptor of a connection is free within seconds, though the client never closes its side, after', () => {
  test.concurrent.each([
    ['a WebSocket of a foreign page', `${UPGRADE}${HANDSHAKE}Origin: https://evil.example\r\n\r\n`, 403],
    ['a WebSocket under a foreign name', `${UPGRADE.replace('localhost', 'evil.example')}${HANDSHAKE}\r\n`, 421],
    ['a handshake that is none', `${UPGRADE}\r\n`, 400],
    ['a request that is not well-formed', 'hello\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'the last response that the client requested',
      'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      200,
    ],
    ['a request without a Host header', 'GET /health/live HTTP/1.1\r\n\r\n', 400],
    ['HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n', 200],
  ])('%s', async (_, request, status) => {
    const client = await open()
    client.write(request)
    await client.ended
    expect(client.text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(await client.untilReset()).toBeLessThan(FREE_MS)
  })
})

test.concurrent('a WebSocket that the service closes is free within seconds, though the client does not answer', async () => {
  const client = await open()
  client.write(`${UPGRADE}${HANDSHAKE}Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`)
  await eventually(client.text, (text) => text.includes('\r\n\r\n'))
  expect(client.text()).toMatch(/^HTTP\/1.1 101 /)
  // A masked text of one character (RFC 6455 section 5.2): not a message of the protocol, so the connection is closed.
  client.socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]))
  await client.ended
  expect(await client.untilReset()).toBeLessThan(FREE_MS)
})

test.concurrent('headers that do not arrive end the connection 10 s after it opened, or after the request started', async () => {
  const [silent, half, second, dripping] = await Promise.all([open(), open(), open(), open()])
  half.write('GET /health/live HTTP/1.1\r\nHost: loc')
  second.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health/live')
  dripping.write('GET /health/live HTTP/1.1\r\n')
  const drip = setInterval(() => dripping.write('X-Drip: 1\r\n'), 300)
  const began = performance.now()
  const all = [silent, half, second, dripping]
  await Promise.all(all.map(({ ended }) => ended))
  clearInterval(drip)
  expect(performance.now() - began).toBeLessThan(HEADERS_MS)
  expect(half.text()).toMatch(/^HTTP\/1.1 408 /)
  expect(second.text()).toMatch(/^HTTP\/1.1 200 .*HTTP\/1.1 408 /s)
  const times = await Promise.all(all.map((client) => client.untilReset()))
  expect(Math.max(...times)).toBeLessThan(FREE_MS)
})

test.concurrent('the rest of a rejected body does not keep its connection open', async () => {
  const client = await open()
  client.write('POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n')
  const began = performance.now()
  await client.untilReset()
  expect(client.text()).toMatch(/^HTTP\/1.1 404 /)
  expect(performance.now() - began).toBeLessThan(40_000)
})
