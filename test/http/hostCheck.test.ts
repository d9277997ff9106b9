// The Host header is checked against DNS rebinding.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createHostCheck, isLoopback } from '../../src/kernel/net/hostCheck.js'
import { sendRaw } from '../../testbed/callers/rawHttp.js'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const OURS = [
  'localhost',
  'LOCALHOST:8080',
  'localhost.',
  'app.localhost:3000',
  '127.0.0.1',
  '127.0.0.1:8080',
  '127.1.2.3:1',
  '[::1]',
  '[::1]:8080',
  'mailproof.test',
  'Mailproof.Test:443',
]
const FOREIGN = [
  '',
  ':8080',
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '127.evil.example',
  '192.168.1.5:8080',
  '0.0.0.0',
  '[::2]',
  'mailproof.test.evil.example',
  'notmailproof.test',
  'x'.repeat(10_000),
]

describe('on a loopback address', () => {
  let api: InProcessService
  let proxied: InProcessService
  let open: InProcessService
  beforeAll(async () => {
    ;[api, proxied, open] = await Promise.all([
      start(),
      start({ env: { TRUST_PROXY: '1' } }),
      start({ env: { HOST: '0.0.0.0' } }),
    ])
  })
  afterAll(() => Promise.all([api.stop(), proxied.stop(), open.stop()]))

  test.each(OURS)('requests to %s are answered', async (host) => {
    expect((await api.request('GET', '/health/live', { headers: { Host: host } })).status).toBe(200)
    expect((await api.request('GET', '/health/live', { headers: { Host: host } })).status).toBe(200)
  })

  test.each(FOREIGN.filter((host) => host !== ''))(
    'requests to %.40s are refused, because of DNS rebinding',
    async (host) => {
      for (const [method, path] of [
        ['GET', '/v1/pricing'],
        ['POST', '/v1/accounts/create'],
        ['POST', '/graphql'],
        ['GET', '/graphql'],
        ['GET', '/nothing'],
      ] as const) {
        const body = method === 'POST' ? { email: 'ada@example.org', query: '{ pricing { currency } }' } : undefined
        const answer = await api.request(method, path, { headers: { Host: host }, ...(body && { body }) })
        expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 421, code: 'VALIDATION_ERROR' })
      }
    },
  )

  test('a WebSocket under a foreign name is refused, even if its page has the same name', async () => {
    const handshake =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    const ask = (host: string) =>
      sendRaw(api.url, `GET /graphql HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n${handshake}\r\n`)
    expect((await ask('evil.example'))?.status).toBe(421)
  })

  test('an HTTP/1.0 request without a Host header is accepted, because no browser sends one', async () =>
    expect((await sendRaw(api.url, 'GET /health/live HTTP/1.0\r\n\r\n'))?.status).toBe(200))

  test('a trusted proxy decides which names it forwards', async () =>
    expect((await proxied.request('GET', '/health/live', { headers: { Host: 'verify.example.org' } })).status).toBe(
      200,
    ))

  test('the Host header is not checked if the service listens on other addresses', async () => {
    const local = open.url.replace('0.0.0.0', '127.0.0.1')
    expect((await sendRaw(local, 'GET /health/live HTTP/1.1\r\nHost: verify.example.org\r\n\r\n'))?.status).toBe(200)
  })
})

describe('behind a port that is published for this machine, as BASE_URL says', () => {
  let published: InProcessService
  beforeAll(async () => {
    published = await start({ env: { HOST: '0.0.0.0', TRUST_PROXY: '1', BASE_URL: 'http://localhost:8080' } })
  })
  afterAll(() => published.stop())

  const create = (host: string) =>
    sendRaw(
      published.url.replace('0.0.0.0', '127.0.0.1'),
      `POST /v1/accounts/create HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Length: 0\r\n\r\n`,
    )

  test.each(['evil.example', 'evil.example:8080', 'localhost.evil.example', '127.0.0.1.nip.io', 'evil.example.'])(
    'requests to %s are refused, because of DNS rebinding',
    async (host) => expect((await create(host))?.status).toBe(421),
  )

  test.each(['localhost:8080', '127.0.0.1', '[::1]:8080', '192.168.1.5:8080', 'api:8080', 'mailproof'])(
    'requests to %s are answered: no stranger has such a name in DNS',
    async (host) => expect((await create(host))?.status).toBe(400),
  )
})

describe('the check', () => {
  test.each(OURS)('accepts %s, also repeatedly', (host) => {
    const isOurs = createHostCheck('https://mailproof.test/under/a/path')
    expect([isOurs(host), isOurs(host), isOurs(undefined), isOurs(host)]).toEqual([true, true, true, true])
  })

  test.each(FOREIGN)('rejects %.40s, whatever it accepted before', (host) => {
    const isOurs = createHostCheck('https://mailproof.test')
    expect([isOurs(host), isOurs('localhost'), isOurs(host)]).toEqual([false, true, false])
  })

  test('accepts no other name without BASE_URL', () => {
    expect(createHostCheck(undefined)('mailproof.test')).toBe(false)
    expect(createHostCheck(undefined)('localhost')).toBe(true)
  })

  test('recognises loopback addresses', () => {
    const rows: readonly (readonly [string, boolean])[] = [
      ['127.0.0.1', true],
      ['127.8.9.1', true],
      ['::1', true],
      ['::ffff:127.0.0.1', true],
      ['0.0.0.0', false],
      ['::', false],
      ['192.0.2.1', false],
      ['2001:db8::127:1', false],
    ]
    expect(rows.map(([address]) => [address, isLoopback(address)])).toEqual(rows)
  })
})
