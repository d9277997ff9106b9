// Streamed responses, and clients that stop reading them.
import { Agent, get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sendResponse, sendTexts } from '../../src/httpMessages/send.js'
import { sendStream } from '../../src/httpMessages/stream.js'
import { client } from '../../testbed/callers/client.js'
import { eventually } from '../../testbed/eventually.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

const PIECE = 'x'.repeat(100_000)

let texts: () => AsyncGenerator<string>
let failed: unknown[]
let server: HttpServer
let http: ReturnType<typeof client>

/** How many chunks of the current test were requested, and whether the stream was closed. */
let produced: number
let ended: boolean

async function* counted(total: number, failAt = Infinity): AsyncGenerator<string> {
  try {
    for (; produced < total; produced++) {
      if (produced === failAt) throw new Error('the store is gone')
      yield PIECE
    }
  } finally {
    ended = true
  }
}

beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    if (request.url === '/stalled') {
      const writeHead = () => response.writeHead(200)
      sendStream(response, texts(), writeHead, { stallMs: 200 }).catch((error) => failed.push(error))
      return
    }
    const headers = { 'X-Own': '1', 'Content-Type': 'text/csv; charset=utf-8' }
    sendTexts(response, { status: 200, headers, body: texts(), last: false }).catch((error) => {
      failed.push(error)
      if (!response.headersSent) sendResponse(response, { status: 500, headers: {}, body: { error: {} }, last: false })
    })
  })
  http = client(server.url)
})
afterAll(async () => {
  http.close()
  await server.close()
})
beforeEach(() => {
  failed = []
  produced = 0
  ended = false
})

const open = (path = '/', agent: Agent | false = false): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(server.url + path, { agent }, resolve).on('error', reject)
  })

describe('a streamed response', () => {
  test('arrives complete, in order, with the usual headers and without a length', async () => {
    texts = async function* () {
      for (let row = 0; row < 1_000; row++) yield `${row},ü\n`
    }
    const answer = await http.request('GET', '/')
    expect(answer.text).toBe(Array.from({ length: 1_000 }, (_, row) => `${row},ü\n`).join(''))
    expect(answer.headers).toMatchObject({
      'x-own': '1',
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'transfer-encoding': 'chunked',
    })
    expect(answer.headers).not.toHaveProperty('content-length')
  })

  test('may be empty, or contain empty chunks', async () => {
    texts = async function* () {}
    expect(await http.request('GET', '/')).toMatchObject({ status: 200, text: '' })
    texts = async function* () {
      yield ''
      yield 'a'
      yield ''
    }
    expect(await http.request('GET', '/')).toMatchObject({ status: 200, text: 'a' })
  })

  test('to HEAD has the headers only; the stream is not read', async () => {
    texts = () => counted(10)
    expect(await http.request('HEAD', '/')).toMatchObject({ status: 200, text: '', headers: { 'x-own': '1' } })
    expect(produced).toBe(0)
  })

  test('to HEAD closes its stream, even if it had started', async () => {
    const iterator = {
      [Symbol.asyncIterator]: () => iterator,
      next: () => counted(1).next(),
      return: async () => over(),
    }
    const over = () => {
      ended = true
      return { done: true as const, value: undefined }
    }
    texts = () => iterator as unknown as AsyncGenerator<string>
    await http.request('HEAD', '/')
    await eventually(() => ended, Boolean)
    expect(produced).toBe(0)
  })

  test('leaves the connection usable for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let time = 0; time < 3; time++) {
      produced = 0
      texts = () => counted(3)
      const incoming = await open('/', agent)
      ports.add(incoming.socket.localPort)
      let bytes = 0
      for await (const chunk of incoming) bytes += (chunk as Buffer).length
      expect(bytes).toBe(3 * PIECE.length)
    }
    agent.destroy()
    expect(ports.size).toBe(1)
  })
})

describe('the client', () => {
  test('that reads slowly applies backpressure: no more is produced than it reads', async () => {
    texts = () => counted(2_000)
    const incoming = await open()
    incoming.pause()
    const after = await eventually(
      async () => {
        const before = produced
        await new Promise((resolve) => setTimeout(resolve, 100))
        return { before, now: produced }
      },
      ({ before, now }) => before > 0 && before === now,
    )
    expect(after.now).toBeLessThan(1_000)
    incoming.resume()
    let bytes = 0
    for await (const chunk of incoming) bytes += (chunk as Buffer).length
    expect(bytes).toBe(2_000 * PIECE.length)
  })

  test('that disconnects ends the stream', async () => {
    texts = () => counted(1_000_000)
    const incoming = await open()
    incoming.destroy()
    await eventually(
      () => ended,
      (over) => over,
    )
    expect(produced).toBeLessThan(10_000)
    expect(failed).toEqual([])
  })

  test('that reads nothing is disconnected', async () => {
    texts = () => counted(1_000_000)
    const incoming = await open('/stalled')
    incoming.on('error', () => {})
    incoming.pause()
    await eventually(
      () => ended,
      (over) => over,
    )
    expect(ended).toBe(true)
  })
})

describe('a failure', () => {
  test('before the first chunk is an ordinary error response', async () => {
    texts = () => counted(10, 0)
    expect(await http.request('GET', '/')).toMatchObject({ status: 500 })
    expect(failed).toEqual([new Error('the store is gone')])
  })

  test.each([1, 5])(
    'after %d chunks cuts the connection, so that a part is not mistaken for the whole',
    async (failAt) => {
      texts = () => counted(10, failAt)
      const incoming = await open()
      let bytes = 0
      const reading = (async () => {
        for await (const chunk of incoming) bytes += (chunk as Buffer).length
      })()
      await expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' })
      expect(incoming.complete).toBe(false)
      expect(bytes).toBeLessThanOrEqual(failAt * PIECE.length)
      expect(failed).toEqual([new Error('the store is gone')])
    },
  )
})
