import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createStop } from '../../src/http/server/gracefulStop.js'
import { sendStream } from '../../src/httpMessages/stream.js'
import { eventually } from '../support/eventually.js'
import { type HttpServer, startHttpServer } from '../support/httpServer.js'
import { openRaw, type RawConnection } from '../support/rawHttp.js'

const DRAIN_MS = 3_000

let arrived: string[]
let answer: () => void
let http: HttpServer
let connections: RawConnection[]
beforeEach(async () => {
  arrived = []
  connections = []
  http = await startHttpServer((request, response) => {
    arrived.push(request.url!)
    if (request.url === '/work') answer = () => void response.end('done')
    else sendStream(response, endless(), () => response.writeHead(200)).catch(() => {})
  })
})
afterEach(async () => {
  for (const connection of connections) connection.destroy()
  await http.close()
})

async function* endless() {
  for (;;) yield 'x'.repeat(100_000)
}

async function ask(path: string): Promise<RawConnection> {
  const connection = await openRaw(http.url)
  connections.push(connection)
  connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return connection
}

test('a server that stops finishes running requests, and finally cuts off a slow download', async () => {
  const { stop } = createStop(http.server, { graceMs: 50, drainMs: DRAIN_MS })
  const work = await ask('/work')
  const download = await ask('/download')
  download.socket.pause()
  await eventually(
    () => arrived.length,
    (count) => count === 2,
  )
  const began = performance.now()
  const stopped = stop()
  answer()
  expect(await work.answer()).toMatchObject({ status: 200, text: 'done' })
  expect(download.socket.destroyed).toBe(false)
  await stopped
  expect(performance.now() - began).toBeGreaterThanOrEqual(DRAIN_MS - 1)
})
