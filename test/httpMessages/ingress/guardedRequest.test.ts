// Request bodies that are not read, or not allowed, leave no memory in use.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { queuePipelined } from '../../../src/http/server/pipelining.js'
import { createByteBudget } from '../../../src/httpMessages/ingress/byteBudget.js'
import type { GuardedRequest } from '../../../src/httpMessages/ingress/guardedRequest.js'
import { createIngress } from '../../../src/httpMessages/ingress/ingress.js'
import type { Admission } from '../../../src/httpMessages/ingress/pieces.js'
import type { Failure } from '../../../src/kernel/failure.js'
import { openRaw, type RawConnection } from '../../../testbed/callers/rawHttp.js'
import { eventually } from '../../../testbed/eventually.js'
import { type HttpServer, startHttpServer } from '../../../testbed/receivers/httpServer.js'

const budget = createByteBudget(1_048_576)
let server: HttpServer
let connection: RawConnection
let admission: Admission
let sites: number
/** Pieces that were parsed. */
let pieces: number
let requests: IncomingMessage[]
let handle: (request: GuardedRequest & { ip?: string }, response: ServerResponse) => void

beforeEach(async () => {
  ;[admission, sites, requests] = ['admitted', 0, []]
  handle = (_request, response) => void response.writeHead(405, { 'Content-Length': '0' }).end()
  const ingress = createIngress({ budget, takeSmallPiece: () => admission })
  pieces = 0
  const { push } = ingress.Request.prototype
  ingress.Request.prototype.push = function (piece, ...rest) {
    pieces++
    return push.call(this, piece, ...rest)
  }
  server = await startHttpServer((request, response) => {
    requests.push(request)
    handle(request as GuardedRequest, response)
  }, ingress)
  queuePipelined(server.server)
  connection = await openRaw(server.url)
})
afterEach(async () => {
  connection.destroy()
  await server.close()
})

const post = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
const CHUNKED = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
const ONE_BYTE = '1\r\n \r\n'

describe('a body', () => {
  test('that is not read leaves nothing in memory after the response, although it is complete', async () => {
    const answer = handle
    handle = (...exchange) => void setImmediate(() => answer(...exchange))
    connection.write(post(60_000) + 'x'.repeat(60_000))
    expect((await connection.answer())?.status).toBe(405)
    expect(requests[0]!.complete).toBe(true)
    await eventually(
      () => requests[0]!.readableLength,
      (bytes) => bytes === 0,
    )
    connection.write(post(0))
    expect((await connection.answer())?.status).toBe(405)
  })

  test('in many small pieces looks up its client once', async () => {
    handle = (request, response) => {
      Object.defineProperty(request, 'ip', {
        get: () => {
          sites++
          return '192.0.2.1'
        },
      })
      request.resume().on('end', () => response.end('read'))
    }
    connection.write(`${CHUNKED}${ONE_BYTE.repeat(1_000)}0\r\n\r\n`)
    expect((await connection.answer())?.text).toBe('read')
    expect(sites).toBe(1)
  })

  test('whose request waits takes its memory from the budget, until it is its turn', async () => {
    let first: ServerResponse | undefined
    handle = (_request, response) => {
      if (first) response.end('second')
      else first = response
    }
    connection.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${post(10_000)}${'x'.repeat(10_000)}`)
    await eventually(budget.held, (held) => held === 10_000)
    first!.end('first')
    expect((await connection.answer())?.text).toBe('first')
    expect((await connection.answer())?.text).toBe('second')
    expect(budget.held()).toBe(0)
  })

  test('whose request waits takes no memory beyond its share: the connection is destroyed, and all is returned', async () => {
    handle = () => {}
    const all: RawConnection[] = []
    let ended = 0
    for (let index = 0; index < 40; index++) {
      const each = await openRaw(server.url)
      void each.ended.then(() => ended++)
      all.push(each)
      each.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n${post(40_000)}${'x'.repeat(40_000)}`)
    }
    await eventually(
      () => ended,
      (count) => count > 0,
    )
    expect(budget.held()).toBeLessThanOrEqual((1_048_576 * 2) / 3)
    for (const each of all) each.destroy()
    await eventually(budget.held, (held) => held === 0)
  })
})

describe('a refusal', () => {
  const refused = (failure: Failure, response: ServerResponse) => {
    const status = failure.code === 'SERVICE_UNAVAILABLE' ? 503 : 400
    response.writeHead(status, { 'Content-Length': '0' }).end()
  }

  test.each<[Admission, number]>([
    ['excess', 400],
    ['busy', 503],
  ])(
    'for %s is answered with %i and Connection: close, which arrives although the client goes on sending',
    async (reason, status) => {
      handle = (request, response) => {
        request.on('refused', (failure) => refused(failure, response)).resume()
      }
      admission = reason
      connection.write(CHUNKED + ONE_BYTE.repeat(5_000))
      for (let index = 0; index < 20; index++) connection.write(ONE_BYTE.repeat(5_000))
      expect(await connection.answer()).toMatchObject({ status, headers: { connection: 'close' } })
      await connection.ended
    },
  )

  test.each<Admission>(['excess', 'busy'])(
    'for %s of many addresses ends the parsing of what a new address sends, too',
    async (reason) => {
      handle = (request, response) => {
        request.on('refused', (failure) => refused(failure, response)).resume()
      }
      admission = reason
      const parsed: number[] = []
      for (let address = 2; address < 12; address++) {
        pieces = 0
        const each = await openRaw(server.url, `127.0.0.${address}`)
        each.write(CHUNKED + ONE_BYTE.repeat(5_000))
        await each.ended
        parsed.push(pieces)
      }
      expect(parsed.at(-1)).toBeLessThan(100)
    },
  )
})
