// Hostile headers and URLs never hold the event loop.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadContract } from '../../src/api/contract/contract.js'
import { traceIdOf } from '../../src/api/rest/traceId.js'
import { clientNetworkOf } from '../../src/httpMessages/clientNetwork.js'
import { isLoopback } from '../../src/kernel/net/hostCheck.js'
import { freePort } from '../../testbed/freePort.js'
import { eventLoopOf, type WatchedLoop } from '../../testbed/service/eventLoop.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'

/** Longest time that any 16 KiB of headers may block the event loop. */
const HELD_MS = 50
const ROOM = 15_000

const fill = (text: string): string => text.repeat(Math.floor(ROOM / text.length))
const numbered = (make: (index: number) => string): string => {
  let all = ''
  for (let index = 0; all.length < ROOM - 100; index++) all += make(index)
  return all
}

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Host', `${fill('a.')}localhost`],
  ['Origin', `http://${fill('a.')}`],
  ['X-Forwarded-For', fill('127.0.0.1,')],
  ['X-Forwarded-For', fill(',')],
  ['X-Forwarded-For', `::${fill('1:')}`],
  ['X-API-Key', fill('mpk_')],
  ['Content-Type', `application/json${fill(';')}`],
  ['Content-Type', `application/json; charset=${fill(' ')}x`],
  ['Content-Type', `multipart/form-data; boundary=${fill('-')}`],
  ['Content-Type', `multipart/form-data${numbered((index) => `; a${index}="\\"`)}`],
  ['Content-Encoding', fill('identity,')],
  ['traceparent', `00-${fill('0')}`],
  ['Idempotency-Key', fill('x')],
  ['If-None-Match', fill('W/"",')],
  ['If-None-Match', fill(' ')],
  ['Accept', fill('text/htm,')],
  ['X-Parent-ID', fill('-')],
  ['Sec-WebSocket-Protocol', numbered((index) => `a${index},`)],
]

const URLS: readonly (readonly [what: string, url: string])[] = [
  ['parameters', `/v1/pool/history?${fill('a&')}`],
  ['unknown parameters of many names', `/v1/pool/history?${numbered((index) => `pagee${'x'.repeat(30)}${index}=1&`)}`],
  ['one parameter again and again', `/v1/pool/history?${fill('page=1&')}`],
  ['per cent signs', `/v1/pool/history?${fill('%')}`],
  ['escapes', `/v1/batch/${fill('%41')}`],
  ['slashes', fill('/')],
  ['dots', `/${fill('../')}`],
  ['question marks', `/v1/pricing${fill('?')}`],
  ['a long identifier', `/v1/batch/${fill('x')}`],
  ['a cursor', `/v1/batch/x/results?cursor=${fill('e30')}`],
  ['GraphQL', `/graphql?query=${fill('%7B')}`],
]

describe('the event loop is not held by', () => {
  let service: ProcessService
  let loop: WatchedLoop
  let key: string

  beforeAll(async () => {
    const port = await freePort()
    service = await start({ where: 'process', zone: {}, env: { METRICS_PORT: String(port), TRUST_PROXY: 'loopback' } })
    loop = eventLoopOf(service.processes[0]!, port)
    const { body } = await service.request('POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
    key = body.api_key
  })
  afterAll(async () => {
    loop.close()
    await service.stop()
  })

  test.each(HEADERS)('15 kB of the header %s', async (name, value) => {
    const send = async () => {
      for (const [method, path] of [
        ['POST', '/v1/verify'],
        ['POST', '/v1/bulk/upload'],
        ['POST', '/v1/accounts/create'],
        ['POST', '/graphql'],
        ['GET', '/graphql'],
        ['GET', '/v1/pool/stats'],
      ] as const) {
        const body = method === 'POST' ? '{}' : undefined
        const answer = await service.request(method, path, { key, body, headers: { [name]: value } })
        expect({ path, status: answer.status, ok: answer.status < 500 }).toMatchObject({ ok: true })
      }
    }
    expect(await loop.held(send, HELD_MS)).toBeLessThanOrEqual(HELD_MS)
  })

  test.each(URLS)('a URL of 15 kB: %s', async (_, url) => {
    const send = async () => expect((await service.request('GET', url, { key })).status).toBeLessThan(500)
    expect(await loop.held(send, HELD_MS)).toBeLessThanOrEqual(HELD_MS)
  })

  test('headers of a part of a form', async () => {
    const parts = [
      `Content-Disposition: form-data; ${fill('name="')}`,
      `Content-Disposition: form-data; name="file"; filename="${fill('\\"')}"`,
      numbered((index) => `X-${index}: 1\r\n`),
      `Content-Type: ${fill('text/plain;')}`,
    ]
    for (const part of parts) {
      const body = `--b\r\n${part}\r\n\r\nx\r\n--b--\r\n`
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
      const send = async () =>
        expect((await service.request('POST', '/v1/bulk/upload', { key, body, headers })).status).toBeLessThan(500)
      expect(await loop.held(send, HELD_MS)).toBeLessThanOrEqual(HELD_MS)
    }
  })
})

describe('a scan is linear:', () => {
  const history = loadContract().operation('getPoolHistory')
  const walks: readonly (readonly [what: string, walk: (size: number) => unknown])[] = [
    ['unknown parameters', (size) => history.validateQuery('a=&'.repeat(size))],
    ['an address', (size) => clientNetworkOf('1:'.repeat(size))],
    ['a traceparent', (size) => traceIdOf(`00-${'0'.repeat(size)}`)],
    ['a listening address', (size) => isLoopback('127.'.repeat(size))],
  ]

  test.each(walks)('over %s', (_, walk) => {
    const timeOf = (size: number): number => {
      let least = Infinity
      for (let attempt = 0; attempt < 7; attempt++) {
        const began = process.cpuUsage()
        for (let again = 0; again < 5; again++) walk(size)
        least = Math.min(least, process.cpuUsage(began).user / 1_000)
      }
      return least
    }
    timeOf(1_000)
    // Sixteen times as long, with a margin for a busy machine; a quadratic scan takes 256 times as long.
    expect(timeOf(160_000)).toBeLessThan(Math.max(5, 64 * timeOf(10_000)))
  })
})
