// Bodies that arrive too slowly are given up, and so are responses that the client does not read.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type BodyTimeouts, enforceBodyTimeouts } from '../../src/http/server/bodyTimeouts.js'
import { answerClientErrors } from '../../src/http/server/clientError.js'
import { openRaw, type RawConnection } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

let server: HttpServer
let connection: RawConnection

beforeEach(async () => {
  server = await startHttpServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(String(bytes)))
  })
  answerClientErrors(server.server)
  connection = await openRaw(server.url)
})
afterEach(async () => {
  connection.destroy()
  await server.close()
})

const watch = (patience: Partial<BodyTimeouts>) =>
  enforceBodyTimeouts(server.server, {
    idle: 60_000,
    grace: 60_000,
    bytesPerSecond: 1,
    total: 60_000,
    rest: 60_000,
    unread: 60_000,
    checkEvery: 20,
    ...patience,
  })
const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

/** Sends the given number of pieces of a body, at the given interval in milliseconds. */
async function trickle(pieces: number, everyMs: number, piece = 'x'): Promise<void> {
  for (let sent = 0; sent < pieces && !connection.socket.destroyed; sent++) {
    connection.write(piece)
    await sleep(everyMs)
  }
}

describe('a body', () => {
  test('that stops arriving is given up, with the usual error format', async () => {
    watch({ idle: 100 })
    connection.write(`${head(10)}x`)
    const answer = await connection.answer()
    expect(answer?.status).toBe(408)
    expect(JSON.parse(answer!.text).error).toMatchObject({ code: 'VALIDATION_ERROR' })
    await connection.ended
  })

  test('that never starts is given up too', async () => {
    watch({ idle: 100 })
    connection.write(head(10))
    expect((await connection.answer())?.status).toBe(408)
  })

  test('that keeps arriving is waited for, however long it takes', async () => {
    watch({ grace: 100, bytesPerSecond: 100 })
    connection.write(head(20_000))
    await trickle(20, 30, 'x'.repeat(1_000))
    expect(await connection.answer()).toMatchObject({ status: 200, text: '20000' })
  })

  test('that arrives byte by byte is given up, although it makes progress', async () => {
    watch({ idle: 5_000, grace: 200, bytesPerSecond: 1_000 })
    connection.write(head(1_000))
    const [answer] = await Promise.all([connection.answer(), trickle(200, 20)])
    expect(answer?.status).toBe(408)
  })

  test('that arrived at once, but for its end, is given up like any other: what came early earns no time', async () => {
    watch({ idle: 5_000, grace: 200, bytesPerSecond: 100 })
    connection.write(`${head(1_000_100)}${'x'.repeat(1_000_000)}`)
    const [answer] = await Promise.all([connection.answer(), trickle(100, 40)])
    expect(answer?.status).toBe(408)
  })

  test('is given up after the total time, whatever its pace', async () => {
    watch({ total: 300 })
    connection.write(head(1_000_000))
    const [answer] = await Promise.all([connection.answer(), trickle(200, 20, 'x'.repeat(1_000))])
    expect(answer?.status).toBe(408)
  })

  test('is no longer timed while the answer is computed; nor is a connection without a request', async () => {
    watch({ idle: 50, grace: 50 })
    await sleep(200)
    connection.write(`${head(1)}x`)
    expect((await connection.answer())?.status).toBe(200)
    await sleep(200)
    connection.write(`${head(2)}xx`)
    expect(await connection.answer()).toMatchObject({ status: 200, text: '2' })
  })

  test('of a request that was already answered gets a short time, however fast it arrives', async () => {
    server.server.removeAllListeners('request')
    server.server.on('request', (_request, response) => response.writeHead(404, { 'Content-Length': '0' }).end())
    watch({ rest: 100 })
    connection.write(head(1_000_000_000))
    const [answer] = await Promise.all([connection.answer(), trickle(200, 20, 'x'.repeat(1_000))])
    expect(answer?.status).toBe(404)
    await connection.ended
    expect(connection.socket.destroyed).toBe(true)
  })
})

describe('a response', () => {
  const SIZE = 50_000_000

  beforeEach(() => {
    server.server.removeAllListeners('request')
    server.server.on('request', (_request, response) => response.end(Buffer.alloc(SIZE)))
  })

  test('that the client does not read is cut off', async () => {
    watch({ unread: 200 })
    connection.socket.pause()
    connection.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const open = await eventually(
      () => new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count))),
      (count) => count === 0,
    )
    expect(open).toBe(0)
  })

  test('that the client reads slowly arrives, however long it takes', async () => {
    watch({ unread: 2_000 })
    let arrived = 0
    connection.socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
      arrived += bytes.length
      connection.socket.pause()
      setTimeout(() => connection.socket.resume(), 4)
    })
    connection.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await connection.ended
    expect(arrived).toBeGreaterThan(SIZE)
  })
})
