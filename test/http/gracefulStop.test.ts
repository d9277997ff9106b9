// The HTTP server finishes running requests before it stops.
import { once } from 'node:events'
import { stat } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createStop } from '../../src/http/server/gracefulStop.js'
import { sendStream } from '../../src/httpMessages/stream.js'
import { openRaw, type RawConnection } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

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
    if (request.url === '/now') response.end('done')
    else if (request.url === '/work') answer = () => void response.end('done')
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

/** Sends a request on a signal, by one thread while the other waits. */
const REQUESTER = `
const { connect } = require('node:net')
const { parentPort, workerData: { port, sent } } = require('node:worker_threads')
parentPort.once('message', () => {
  let text = ''
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /now HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n', () => {
      Atomics.store(sent, 0, 1)
      Atomics.notify(sent, 0)
    })
  })
  socket.on('data', (bytes) => { text += bytes })
  socket.on('error', ({ code }) => parentPort.postMessage(code)).on('end', () => parentPort.postMessage(text))
})
`

test('a server that stops answers a request that arrived just before, on a new connection', async () => {
  const { stop } = createStop(http.server, { graceMs: 50 })
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(REQUESTER, { eval: true, workerData: { port: Number(new URL(http.url).port), sent } })
  await once(worker, 'online')
  const answered = once(worker, 'message')
  // The callback runs where a signal's does: while the event loop receives from sockets.
  const stopped = new Promise<void>((resolve) => {
    stat('.', () => {
      worker.postMessage('send')
      Atomics.wait(sent, 0, 0)
      resolve(stop())
    })
  })
  expect((await answered)[0]).toMatch(/^HTTP\/1\.1 200 /)
  await stopped
  await worker.terminate()
})

test('a server serves as before until its notice is over', async () => {
  const { stop, stopping } = createStop(http.server, { noticeMs: 500, graceMs: 50 })
  const stopped = stop()
  await sleep(100)
  const connection = await ask('/now')
  expect(await connection.answer()).toMatchObject({ status: 200, text: 'done' })
  expect(stopping()).toBe(false)
  await stopped
  expect(stopping()).toBe(true)
})

test('a stopped server leaves no timer of Node, which would keep the whole service in memory', async () => {
  const { server } = http
  await createStop(server, { graceMs: 50 }).stop()
  const members = Object.getOwnPropertySymbols(server).map((symbol) => Reflect.get(server, symbol))
  const timers = members.filter((member) => member?.constructor?.name === 'Timeout')
  expect(timers.map(({ _destroyed }) => _destroyed)).toEqual([true])
})
