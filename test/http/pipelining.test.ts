// Pipelined requests are answered in order, a few at a time.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { answerClientErrors } from '../../src/http/server/clientError.js'
import { createExpressServer } from '../../src/http/server/expressServer.js'
import { createStop } from '../../src/http/server/gracefulStop.js'
import { MAX_WAITING } from '../../src/http/server/pipelining.js'
import { createIngress } from '../../src/httpMessages/ingress/ingress.js'
import { silentLog } from '../../src/kernel/log.js'
import { openRaw, type RawAnswer, type RawConnection } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const get = (path: string, headers = '', version = '1.1'): string =>
  `GET ${path} HTTP/${version}\r\nHost: localhost\r\n${headers}\r\n`
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'

describe('a server', () => {
  interface Started {
    readonly url: string
    readonly turn: number
    readonly request: IncomingMessage
    readonly response: ServerResponse
  }
  let started: Started[]
  let turn: number
  let turning: NodeJS.Immediate
  let upgraded: string[]
  let url: string
  let server: ReturnType<typeof createExpressServer>['server']
  let connections: RawConnection[]

  beforeEach(async () => {
    ;[started, connections, upgraded, turn] = [[], [], [], 0]
    const express = createExpressServer(createIngress(), silentLog)
    server = express.server
    answerClientErrors(server)
    express.app.use((request, response) => {
      started.push({ url: request.url, turn, request, response })
      if (request.url.startsWith('/wait')) return
      if (request.url === '/stream') for (let part = 0; part < 40; part++) response.write('x'.repeat(65_536))
      else response.setHeader('Content-Length', `answer to ${request.url}`.length)
      response.end(request.url === '/stream' ? undefined : `answer to ${request.url}`)
    })
    express.direct.set('GET /failing', async () => {
      throw new Error('nothing was loaded')
    })
    express.upgrades.set('/socket', (request, socket) => {
      upgraded.push(request.url!)
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const count = () => {
      turn++
      turning = setImmediate(count)
    }
    turning = setImmediate(count)
  })
  afterEach(async () => {
    clearImmediate(turning)
    for (const connection of connections) connection.destroy()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })

  async function open(): Promise<RawConnection> {
    const connection = await openRaw(url)
    connections.push(connection)
    return connection
  }

  const urls = () => started.map((each) => each.url)
  const hasStarted = (count: number) => eventually(urls, (all) => all.length >= count)
  async function passTurns(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed++) await nextTurn()
  }
  async function answersOf(connection: RawConnection): Promise<RawAnswer[]> {
    const all: RawAnswer[] = []
    for (let answer = await connection.answer(); answer; answer = await connection.answer()) all.push(answer)
    return all
  }

  test('starts a pipelined request only once the one before has been answered', async () => {
    const connection = await open()
    connection.write(get('/wait/1') + get('/wait/2') + get('/3'))
    await hasStarted(1)
    await passTurns(20)
    expect(urls()).toEqual(['/wait/1'])
    started[0]!.response.end('one')
    await hasStarted(2)
    await passTurns(20)
    expect(urls()).toEqual(['/wait/1', '/wait/2'])
    started[1]!.response.end('two')
    expect((await connection.answer())?.text).toBe('one')
    expect((await connection.answer())?.text).toBe('two')
    expect((await connection.answer())?.text).toBe('answer to /3')
  })

  test('whose handler fails cuts off that request only', async () => {
    const [failing, other] = [await open(), await open()]
    failing.write(get('/failing'))
    await failing.ended
    other.write(get('/1'))
    expect((await other.answer())?.text).toBe('answer to /1')
  })

  test('starts each pipelined request of one read in a turn of its own', async () => {
    const connection = await open()
    connection.write(Array.from({ length: 16 }, (_, index) => get(`/${index}`)).join(''))
    await hasStarted(16)
    expect(urls()).toEqual(Array.from({ length: 16 }, (_, index) => `/${index}`))
    expect(new Set(started.map((each) => each.turn)).size).toBe(16)
  })

  test('starts few pipelined requests in a turn, whatever the number of connections', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, open))
    for (const connection of many) connection.write(get('/first') + get('/second') + get('/third'))
    await hasStarted(120)
    const perTurn = new Map<number, number>()
    for (const { url: path, turn: at } of started) if (path !== '/first') perTurn.set(at, (perTurn.get(at) ?? 0) + 1)
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(8)
  })

  test('answers the requests that may wait, says that the last is the last, and starts no other', async () => {
    const connection = await open()
    connection.write(get('/wait') + Array.from({ length: 2_000 }, (_, index) => get(`/${index}`)).join(''))
    await hasStarted(1)
    started[0]!.response.end()
    const answers = await answersOf(connection)
    expect(answers).toHaveLength(1 + MAX_WAITING)
    expect(answers.at(-1)).toMatchObject({ status: 200, headers: { connection: 'close' } })
    expect(answers.slice(0, -1).every(({ headers }) => headers.connection !== 'close')).toBe(true)
    await connection.ended
    expect(started).toHaveLength(1 + MAX_WAITING)
  })

  test('streams to a connection that has sent too many requests', async () => {
    const connection = await open()
    connection.write(
      get('/wait') + get('/stream') + Array.from({ length: 99 }, (_, index) => get(`/${index}`)).join(''),
    )
    await hasStarted(1)
    started[0]!.response.end()
    await connection.ended
    expect(started).toHaveLength(1 + MAX_WAITING)
  })

  test('hands no request beyond those that may wait to the parser', async () => {
    let parsed = 0
    const seen = server.emit
    server.emit = (event: string, ...args: unknown[]) => {
      if (event === 'request' || event === 'upgrade') parsed++
      return (seen as (event: string, ...args: unknown[]) => boolean).call(server, event, ...args)
    }
    const connection = await open()
    connection.write(get('/wait') + get('/x').repeat(1_000))
    await hasStarted(1)
    await passTurns(20)
    expect(parsed).toBe(1 + MAX_WAITING + 1)
  })

  test('starts none of the requests that wait on a connection that closes', async () => {
    const connection = await open()
    connection.write(get('/wait') + get('/never').repeat(5))
    await hasStarted(1)
    connection.destroy()
    await eventually(
      () => started[0]!.response.destroyed,
      (destroyed) => destroyed,
    )
    started[0]!.response.end()
    await passTurns(50)
    expect(urls()).toEqual(['/wait'])
  })

  test('starts no request whose response could not be written, because the client has closed its side', async () => {
    const connection = await open()
    connection.write(get('/wait') + get('/never'))
    await hasStarted(1)
    started[0]!.response.end('one')
    // Node does this when the client's end arrives.
    started[0]!.request.socket.end()
    expect(await answersOf(connection)).toMatchObject([{ text: 'one' }])
    await passTurns(50)
    expect(urls()).toEqual(['/wait'])
  })

  test('keeps the body of a waiting request, and asks for it once it is its turn', async () => {
    const connection = await open()
    const put = 'POST /wait/body HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n'
    connection.write(get('/wait') + put)
    await hasStarted(1)
    let received = ''
    connection.socket.on('data', (bytes: Buffer) => {
      received += bytes.toString()
    })
    await passTurns(20)
    expect(received).toBe('')
    started[0]!.response.end('one')
    await eventually(
      () => received,
      (text) => text.endsWith('HTTP/1.1 100 Continue\r\n\r\n'),
    )
    connection.write('hello')
    await hasStarted(2)
    let body = ''
    for await (const part of started[1]!.request) body += part
    expect(body).toBe('hello')
    started[1]!.response.end('two')
    expect((await connection.answer())?.text).toBe('one')
    expect((await connection.answer())?.text).toBe('two')
  })

  test('takes an upgrade before its turn for an ordinary request', async () => {
    const connection = await open()
    connection.write(get('/wait') + get('/socket', UPGRADE))
    await hasStarted(1)
    await passTurns(20)
    expect(upgraded).toEqual([])
    started[0]!.response.end()
    await hasStarted(2)
    expect(urls()).toEqual(['/wait', '/socket'])
    expect(upgraded).toEqual([])
    const free = await open()
    free.write(get('/socket', UPGRADE))
    await eventually(
      () => upgraded,
      (all) => all.length === 1,
    )
  })

  test('answers what is not HTTP after the requests before it', async () => {
    const connection = await open()
    connection.write(`${get('/wait/1')}${get('/wait/2')}this is no request\r\n\r\n${get('/never')}`)
    await hasStarted(1)
    started[0]!.response.end('one')
    await hasStarted(2)
    started[1]!.response.end('two')
    const answers = await answersOf(connection)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
    expect(answers.map(({ text }) => text).slice(0, 2)).toEqual(['one', 'two'])
    expect(urls()).toEqual(['/wait/1', '/wait/2'])
  })

  test('answers a waiting request whose body is malformed in its place', async () => {
    const connection = await open()
    const bad = 'POST /never HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n'
    connection.write(get('/wait') + bad)
    await hasStarted(1)
    await passTurns(20)
    started[0]!.response.end('one')
    expect((await answersOf(connection)).map(({ status }) => status)).toEqual([200, 400])
    expect(urls()).toEqual(['/wait'])
  })

  test.each([
    ['with keep-alive', 'Connection: keep-alive\r\n', 3],
    ['without keep-alive', '', 1],
  ])('answers HTTP/1.0 %s', async (_, headers, answered) => {
    const connection = await open()
    connection.write(get('/a', headers, '1.0') + get('/b', headers, '1.0') + get('/c', '', '1.0'))
    const answers = await answersOf(connection)
    expect(answers.map(({ text }) => text)).toEqual(
      ['/a', '/b', '/c'].slice(0, answered).map((path) => `answer to ${path}`),
    )
  })

  test('that stops starts no further request of a connection', async () => {
    const { stop, stopping } = createStop(server, { graceMs: 20, drainMs: 10_000 })
    const connection = await open()
    connection.write(get('/wait') + get('/never'))
    await hasStarted(1)
    const stopped = stop()
    await eventually(stopping, (is) => is)
    started[0]!.response.shouldKeepAlive = false
    started[0]!.response.end('one')
    expect(await answersOf(connection)).toMatchObject([{ text: 'one', headers: { connection: 'close' } }])
    await stopped
    expect(urls()).toEqual(['/wait'])
  })
})

describe('the service', () => {
  let api: InProcessService
  beforeAll(async () => {
    api = await start()
  })
  afterAll(() => api.stop())

  const post = (path: string, body: string, headers = ''): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
  const chunked = (path: string, body: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

  const REQUESTS = [
    get('/health/live'),
    get('/v1/pricing'),
    get('/openapi.json'),
    get('/', 'Accept: text/html\r\n'),
    get('/dashboard'),
    get('/docs/reasons'),
    get('/nothing'),
    get('/v1/accounts/me'),
    get('/health/live').replace('GET', 'HEAD'),
    get('/openapi.json').replace('GET', 'HEAD'),
    get('/v1/pricing').replace('GET', 'OPTIONS'),
    post('/graphql', '{"query":"{ pricing { currency } }"}'),
    chunked('/graphql', '{"query":"{ pricing { currency } }"}'),
    post('/try', '{"email":"ok@sandbox.test"}'),
    post('/v1/verify', '{"email":"ada@example.org"}'),
    post('/nothing', '{}'),
  ]

  /** What does not differ between two responses to the same request. */
  const essence = ({ status, headers, text }: RawAnswer) => ({
    status,
    type: headers['content-type'],
    etag: headers.etag,
    text: text.replace(/"(timestamp|uptime_seconds|ms)":("[^"]*"|[\d.]+)/g, '"$1"'),
  })

  async function answersTo(requests: readonly string[], split: number): Promise<RawAnswer[]> {
    const connection = await openRaw(api.url)
    const bytes = requests.join('')
    const at = Math.floor(split * bytes.length)
    connection.write(bytes.slice(0, at))
    await nextTurn()
    connection.write(bytes.slice(at))
    const answers: RawAnswer[] = []
    for (const request of requests) {
      const answer = await connection.answer(request.startsWith('HEAD'))
      if (!answer) break
      answers.push(answer)
    }
    connection.destroy()
    return answers
  }

  test('gives pipelined requests the responses that it gives them one by one, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...REQUESTS), { minLength: 1, maxLength: 16 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (requests, split) => {
          const single = await Promise.all(requests.map(async (request) => (await answersTo([request], 1))[0]!))
          const together = await answersTo(requests, split)
          expect(together.map(essence)).toEqual(single.map(essence))
        },
      ),
      { numRuns: 40 },
    )
  })

  test.each([8, 16])('serves %i pipelined requests on one connection', async (count) => {
    const answers = await answersTo(
      Array.from({ length: count }, () => get('/v1/pricing')),
      1,
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200))
    expect(answers.every(({ headers }) => headers.connection !== 'close')).toBe(true)
  })
})
