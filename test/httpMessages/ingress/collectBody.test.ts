// Bodies that are collected while they arrive, within a budget of memory.
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { errorReply } from '../../../src/api/errors.js'
import { createByteBudget } from '../../../src/httpMessages/ingress/byteBudget.js'
import { createIngress } from '../../../src/httpMessages/ingress/ingress.js'
import { STREAMED_BYTES } from '../../../src/httpMessages/ingress/pour.js'
import { parseScannedPieces, readJsonBody } from '../../../src/httpMessages/jsonBody.js'
import { sendResponse } from '../../../src/httpMessages/send.js'
import { silentLog } from '../../../src/kernel/log.js'
import { openRaw, type RawConnection } from '../../../testbed/callers/rawHttp.js'
import { eventually } from '../../../testbed/eventually.js'
import fc from '../../../testbed/fastCheck.js'
import { type HttpServer, startHttpServer } from '../../../testbed/receivers/httpServer.js'

const LIMIT = 4_000_000
const BUDGET = 9 * 1_048_576
const MIB = 1_048_576

const budget = createByteBudget(BUDGET)
let server: HttpServer
let connections: RawConnection[] = []
/** Bytes of spooled bodies by what became of them. */
let spooled: { whole: number; broken: number; started: number }
/** What the handler waits for before it reads a body, and the spool before it reads the content. */
let before: Promise<void> | undefined
let gate: Promise<void> | undefined
let latest: IncomingMessage | undefined
let failures: unknown[]

async function spool(content: AsyncIterable<Buffer>): Promise<unknown> {
  const pieces: Buffer[] = []
  spooled.started++
  await gate
  try {
    for await (const piece of content) pieces.push(piece)
  } catch (error) {
    spooled.broken++
    throw error
  }
  spooled.whole++
  return parseScannedPieces(
    (async function* () {
      yield* pieces
    })(),
  )
}

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    const headers = { 'X-Request-ID': '1' }
    latest = request
    await before
    try {
      const account = request.headers['x-account'] as string | undefined
      const body = await readJsonBody(request, { limit: LIMIT, account, spool })
      sendResponse(response, { status: 200, headers, body: { body: body ?? null }, last: false })
    } catch (error) {
      failures.push(error)
      if (response.destroyed) return
      const failed = errorReply(error, { operation: 'x', requestId: '1', log: silentLog, baseUrl: '' })
      sendResponse(response, { ...failed, last: false })
    }
  }, createIngress({ budget }))
})
afterAll(() => server.close())
beforeEach(() => {
  for (const connection of connections) connection.destroy()
  connections = []
  spooled = { whole: 0, broken: 0, started: 0 }
  before = gate = latest = undefined
  failures = []
})

async function open(): Promise<RawConnection> {
  const connection = await openRaw(server.url)
  connections.push(connection)
  return connection
}

const head = (more: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`
const CHUNKED = 'Transfer-Encoding: chunked'
const chunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Sends a body in chunks that end at the given offsets. */
async function inChunks(body: Buffer, cuts: readonly number[]): Promise<{ status: number; value: unknown }> {
  const connection = await open()
  const ends = [...new Set([...cuts.filter((cut) => cut > 0 && cut < body.length), body.length])].sort((a, b) => a - b)
  const chunks = ends.map((end, index) => chunk(body.subarray(ends[index - 1] ?? 0, end)))
  connection.write(Buffer.concat([Buffer.from(head(CHUNKED)), ...chunks, Buffer.from('0\r\n\r\n')]))
  const answer = await connection.answer()
  connection.destroy()
  return { status: answer!.status, value: JSON.parse(answer!.text).body }
}

describe('a body', () => {
  test('has the same value however it is divided into chunks', async () => {
    const cases = fc.tuple(fc.json({ maxDepth: 5 }), fc.array(fc.nat({ max: 300 }), { maxLength: 40 }))
    await fc.assert(
      fc.asyncProperty(cases, async ([text, cuts]) => {
        const value = JSON.parse(text)
        expect(await inChunks(Buffer.from(text), cuts)).toEqual({ status: 200, value })
      }),
      { numRuns: 60 },
    )
  })

  test('of more than 1 MiB has the same value as in one piece, although it is spooled', async () => {
    const value = { text: 'ü中😀'.repeat(150_000) }
    const body = Buffer.from(JSON.stringify(value))
    expect(body.length).toBeGreaterThan(MIB)
    for (const size of [997, 65_537, body.length]) {
      const cuts = Array.from({ length: Math.floor(body.length / size) }, (_, index) => (index + 1) * size)
      expect(await inChunks(body, cuts)).toEqual({ status: 200, value })
    }
    expect(spooled).toEqual({ whole: 3, broken: 0, started: 3 })
    expect(budget.held()).toBe(0)
  })

  test('of more than 1 MiB is checked while it arrives', async () => {
    const connection = await open()
    connection.write(head('Content-Length: 3000000'))
    connection.write(`["${'x'.repeat(1_500_000)}",${'['.repeat(40)}`)
    connection.write(' '.repeat(100_000))
    const answer = await connection.answer()
    expect(answer?.status).toBe(400)
    expect(answer?.text).toContain('nested deeper')
    expect(spooled).toEqual({ whole: 0, broken: 1, started: 1 })
  })

  test('that breaks off leaves nothing, spooled or not', async () => {
    for (const size of [500_000, 2_000_000]) {
      const connection = await open()
      connection.write(head('Content-Length: 3000000'))
      connection.write(Buffer.alloc(size, ' '))
      await eventually(budget.held, (held) => held > 0)
      connection.destroy()
      await eventually(budget.held, (held) => held === 0)
    }
    await eventually(
      () => spooled.broken,
      (broken) => broken === 1,
    )
  })

  test('whose memory is refused when it becomes too long is not spooled', async () => {
    const connection = await open()
    connection.write(head('Content-Length: 3000000'))
    // Its buffer doubles each time, and is full at the end.
    for (let size = 1_024; size <= MIB; size *= 2) {
      const arrived = latest?.socket.bytesRead ?? 0
      connection.write(Buffer.alloc(size === 1_024 ? size : size / 2, ' '))
      await eventually(
        () => latest?.socket.bytesRead ?? 0,
        (bytes) => bytes >= arrived + size / 2,
      )
    }
    expect(budget.held()).toBe(MIB)
    const neighbours = ['account:a', 'account:b'].map(budget.lease)
    for (const { resize } of neighbours) for (let bytes = 65_536; resize(bytes); bytes += 65_536);
    connection.write(Buffer.alloc(100, ' '))
    expect((await connection.answer())?.status).toBe(503)
    for (const { resize } of neighbours) resize(0)
    expect(budget.held()).toBe(0)
    expect(spooled).toEqual({ whole: 0, broken: 0, started: 0 })
  })

  test('of more than 1 MiB whose end is refused leaves nothing', async () => {
    const connection = await open()
    connection.write(`${head(`Content-Length: ${MIB + 34}`)}${' '.repeat(MIB + 1)}`)
    await eventually(budget.held, (held) => held === STREAMED_BYTES)
    connection.write('['.repeat(33))
    expect((await connection.answer())?.status).toBe(400)
    expect(spooled).toEqual({ whole: 0, broken: 1, started: 1 })
    expect(budget.held()).toBe(0)
  })

  test('that is complete but unread when its client leaves is given up', async () => {
    let proceed = () => {}
    gate = new Promise((resolve) => {
      proceed = resolve
    })
    const connection = await open()
    connection.write(`${head(`Content-Length: ${MIB + 40_001}`)}${' '.repeat(MIB + 1)}`)
    await eventually(budget.held, (held) => held === STREAMED_BYTES)
    connection.write(' '.repeat(40_000))
    await eventually(
      () => latest?.complete && latest.isPaused(),
      (is) => is === true,
    )
    connection.destroy()
    await eventually(budget.held, (held) => held === 0)
    proceed()
    await eventually(
      () => spooled.broken,
      (broken) => broken === 1,
    )
  })

  test('is given up at the start if its client has left before, and takes nothing', async () => {
    let proceed = () => {}
    before = new Promise((resolve) => {
      proceed = resolve
    })
    const connection = await open()
    connection.write(`${head('Content-Length: 200')}{`)
    await eventually(
      () => latest?.url === '/' && !latest.destroyed,
      (is) => is,
    )
    connection.destroy()
    await eventually(
      () => latest?.closed,
      (is) => is === true,
    )
    proceed()
    await eventually(
      () => failures,
      (all) => all.length === 1,
    )
    expect(failures[0]).toMatchObject({ code: 'INVALID_JSON' })
    expect(budget.held()).toBe(0)
  })

  test('that arrives as one piece takes nothing of the memory in transit', async () => {
    const lease = budget.lease('client:127.0.0.1')
    while (lease.resize(budget.held() + 1_024));
    const connection = await open()
    connection.write(`${head('Content-Length: 2')}{}`)
    expect(await connection.answer()).toMatchObject({ status: 200, text: '{"body":{}}' })
    lease.resize(0)
  })
})

describe('unfinished bodies', () => {
  /** Opens bodies of 1 MiB of which one byte is missing, until one is refused. */
  async function hold(more: string): Promise<{ held: number; refused: RawConnection }> {
    for (let held = 0; held < 20; held++) {
      const before = budget.held()
      const connection = await open()
      connection.write(head(`Content-Length: ${MIB}\r\n${more}`))
      connection.write(Buffer.alloc(MIB - 1, ' '))
      const answered = connection.answer()
      const outcome = await Promise.race([answered, eventually(budget.held, (bytes) => bytes >= before + MIB)])
      if (typeof outcome === 'object') {
        expect(outcome).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
        expect(JSON.parse(outcome.text).error.code).toBe('SERVICE_UNAVAILABLE')
        return { held, refused: connection }
      }
    }
    throw new Error('none was refused')
  }

  test('hold at most two thirds of the memory for one client; the next is 503 and its socket is destroyed', async () => {
    const { held, refused } = await hold('X-Account: a')
    expect(held).toBe(6)
    await refused.ended
    expect(budget.held()).toBe(6 * MIB)
    // Others still have a share of the rest, and small bodies need none.
    expect(await inChunks(Buffer.from(JSON.stringify('x'.repeat(200_000))), [100_000])).toMatchObject({ status: 200 })
    for (const connection of connections) connection.destroy()
    await eventually(budget.held, (bytes) => bytes === 0)
  })
})
