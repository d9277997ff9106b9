// Unusual request heads: which are refused before routing, and which are served, ignored or not found.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sendRaw } from '../../testbed/callers/rawHttp.js'
import { rawRequest } from '../../testbed/callers/rawRequest.js'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

let api: InProcessService
let open: InProcessService
beforeAll(async () => {
  ;[api, open] = await Promise.all([start(), start({ env: { HOST: '0.0.0.0' } })])
})
afterAll(() => Promise.all([api.stop(), open.stop()]))

const ask = (head: string) => sendRaw(open.url.replace('0.0.0.0', '127.0.0.1'), `${head}\r\n\r\n`)

describe('a request is 400', () => {
  test.each([
    ['Host: a.example\r\nHost: b.example'],
    ['Host: a.example\r\nHost: a.example'],
    ['Host: a.example\r\nhOST: '],
    ['Host: a.example, b.example'],
    ['Host: a.example/path'],
    ['Host: user@a.example'],
    ['Host: a.example:80:80'],
    ['Host: a.example:http'],
    ['Host: [::1'],
    ['Host: a b'],
    ['Host: a"b'],
    ['Host: \xe4.example'],
    ['Host: %zz.example'],
    ['Host: a.example\r\nContent-Type: text/plain\r\nContent-Type: application/json'],
    ['Host: a.example\r\nAuthorization: Bearer a\r\nauthorization: Bearer a'],
  ])('with %j', async (headers) => {
    for (const line of ['GET /health/live HTTP/1.1', 'GET /health/live HTTP/1.0', 'GET /nothing HTTP/1.1']) {
      const answer = await ask(`${line}\r\n${headers}`)
      expect({ line, status: answer?.status, code: JSON.parse(answer!.text).error.code }).toEqual({
        line,
        status: 400,
        code: 'VALIDATION_ERROR',
      })
      expect(answer?.headers.connection).toBe('close')
    }
    expect((await ask(`GET /graphql HTTP/1.1\r\n${UPGRADE}${headers}`))?.status).toBe(400)
  })
})

test.each(['gzip, chunked', 'identity, chunked', 'x, Chunked'])(
  'a body in the transfer coding %j is 501, because it would be read as if it were not encoded',
  async (coding) => {
    const head = `POST /graphql HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}`
    const answer = await ask(`${head}\r\n\r\n2\r\n{}\r\n0`)
    expect({ status: answer?.status, connection: answer?.headers.connection }).toEqual({
      status: 501,
      connection: 'close',
    })
  },
)

test('chunks are 400 in HTTP/1.0, whose proxies may see another end of the body', async () => {
  const head =
    'POST /graphql HTTP/1.0\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'
  const answer = await ask(`${head}\r\n\r\n2\r\n{}\r\n0`)
  expect({ status: answer?.status, connection: answer?.headers.connection }).toEqual({
    status: 400,
    connection: 'close',
  })
  expect(answer?.text).toContain('HTTP/1.0 has no Transfer-Encoding')
})

test.each([
  'a.example',
  'A.example:8080',
  'a_b.example',
  '[2001:db8::1]:80',
  '192.0.2.1',
  'a.example.:',
  'xn--4ca.example',
  '',
])('the Host header may be %j', async (host) =>
  expect((await ask(`GET /health/live HTTP/1.1\r\nHost: ${host}`))?.status).toBe(200),
)

test('a query of more parameters than any operation has is refused before it is read', async () => {
  const parameters = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
  const few = await api.request('GET', `/v1/pool/stats?${parameters(20)}`)
  expect(few.body.error.details.problems).toHaveLength(20)
  const many = await api.request('GET', `/v1/pool/stats?${parameters(21)}`)
  expect({ status: many.status, code: codeOf(many) }).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
  expect(many.body.error.details.problems).toEqual([{ path: '', message: 'the query has more than 20 parameters' }])
})

test('a list of preferences that no client has is ignored', async () => {
  const padding = ',a/b;q=0.1'.repeat(150)
  const home = (accept: string) => api.request('GET', '/', { headers: { Accept: accept } })
  expect((await home('application/json')).status).toBe(404)
  expect((await home(`application/json${padding}`)).status).toBe(200)
  const script = (encodings: string) =>
    rawRequest(api.url, '/docs', { Accept: 'text/html', 'Accept-Encoding': encodings })
  expect((await script('br')).headers['content-encoding']).toBe('br')
  expect((await script(`br${', x'.repeat(500)}`)).headers).not.toHaveProperty('content-encoding')
})

test.each([
  ['/a'.repeat(5_000), {}],
  [`/v1${'/a'.repeat(5_000)}`, { Accept: 'text/html' }],
  [`/docs${'/'.repeat(5_000)}`, {}],
])('a path of thousands of segments is 404: %.12s', async (path, headers) => {
  expect(await api.request('GET', path, { headers })).toMatchObject({
    status: 404,
    body: { error: { code: 'NOT_FOUND' } },
  })
})
