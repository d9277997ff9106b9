// WebSocket messages that are never finished hold little memory, for a short time.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { greetedSocket, type RawSocket } from '../../testbed/callers/graphqlSocket.js'
import { eventually } from '../../testbed/eventually.js'
import { freePort } from '../../testbed/freePort.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { parseMetrics, sumOf } from '../../testbed/service/metricsText.js'
import { start } from '../../testbed/service/start.js'
import { type Frame, frame } from './frames.js'

const TEXT = 1
const CONTINUATION = 0
const MIB = 1_048_576

let api: InProcessService
let metricsPort: number
let open: RawSocket[] = []
beforeAll(async () => {
  metricsPort = await freePort()
  api = await start({ env: { METRICS_PORT: String(metricsPort) } })
})
afterEach(async () => {
  for (const { socket } of open) socket.terminate()
  open = []
  await eventually(held, (bytes) => bytes === 0)
})
afterAll(() => api.stop())

/** Bytes that the service holds for unfinished messages and bodies. */
async function held(): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  return sumOf(parseMetrics(await metrics.text()), 'mailproof_ingress_bytes')
}

async function greeted(key?: string): Promise<RawSocket> {
  const socket = await greetedSocket(api, key)
  open.push(socket)
  return socket
}

/** The connection below a WebSocket: ws itself sends no incomplete messages. */
const transportOf = ({ socket }: RawSocket): Socket => (socket as unknown as { _socket: Socket })._socket

async function write(to: RawSocket, ...frames: Frame[]): Promise<void> {
  const transport = transportOf(to)
  if (!transport.write(Buffer.concat(frames.map(frame)))) await once(transport, 'drain')
}

/** A message as fragments of equal size. */
function fragmentsOf(text: string, count: number): Frame[] {
  const bytes = Buffer.from(text)
  const size = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, index) => ({
    opcode: index === 0 ? TEXT : CONTINUATION,
    payload: bytes.subarray(index * size, (index + 1) * size),
    more: index < count - 1,
  }))
}

describe('clients that fragment sensibly are served beside those that do not finish', () => {
  test.each([1, 4, 32])('a message of 100 KB in %i fragments', async (count) => {
    const hostile = await greeted()
    await write(hostile, { opcode: TEXT, size: 60_000, more: true })
    const { key } = await api.account()
    const socket = await greeted(key)
    const query = '{ me { plan } }'
    const payload = { query, variables: { unused: 'x'.repeat(100_000) } }
    await write(socket, ...fragmentsOf(JSON.stringify({ id: '1', type: 'subscribe', payload }), count))
    expect(await Promise.race([socket.next(), socket.closed])).toMatchObject({ type: 'next', id: '1' })
  })
})

describe('an unfinished message', () => {
  test('holds memory in transit, which is returned when the connection closes', async () => {
    const socket = await greeted()
    await write(socket, { opcode: TEXT, size: 50_000, more: true })
    await eventually(held, (bytes) => bytes >= 50_000)
    socket.socket.terminate()
    await eventually(held, (bytes) => bytes === 0)
  })

  test('counts with the pings that arrive between its fragments: their reads are kept with them', async () => {
    const socket = await greeted()
    await write(socket, { opcode: TEXT, size: 1, more: true })
    for (let index = 0; index < 10; index++) {
      await write(socket, { opcode: CONTINUATION, size: 1, more: true }, { opcode: 9, size: 100 })
    }
    await eventually(held, (bytes) => bytes >= 1_000)
  })

  test('that is not complete after ten seconds ends the connection', async () => {
    const socket = await greeted()
    await write(socket, { opcode: TEXT, size: 10, more: true })
    expect(await socket.closed).toEqual({ code: 1008, reason: 'A message must arrive within 10 s' })
  })

  test('of more than 64 KiB needs a key, and is refused by the length that it announces', async () => {
    const anonymous = await greeted()
    transportOf(anonymous).write(frame({ opcode: TEXT, size: 70_000 }).subarray(0, 14))
    expect(await anonymous.closed).toEqual({
      code: 1009,
      reason: 'A message without an API key may have at most 65536 bytes',
    })
    const { key } = await api.account()
    const known = await greeted(key)
    await write(known, { opcode: TEXT, size: 500_000, more: true })
    await eventually(held, (bytes) => bytes >= 500_000)
    expect(known.socket.readyState).toBe(known.socket.OPEN)
  })

  test('may have 64 fragments', async () => {
    const socket = await greeted()
    await write(socket, { opcode: TEXT, size: 1, more: true })
    for (let index = 0; index < 64; index++) await write(socket, { opcode: CONTINUATION, size: 1, more: true })
    expect(await socket.closed).toMatchObject({ code: 1008 })
  })
})

// The last, because it uses up the bytes per second of the client site.
describe('unfinished messages', () => {
  test('of an account may not take more than its share of the memory', async () => {
    const { key } = await api.account()
    const sockets: RawSocket[] = []
    const closed: number[] = []
    for (let index = 0; index < 60 && closed.length === 0; index++) {
      const socket = await greeted(key)
      sockets.push(socket)
      void socket.closed.then(({ code }) => closed.push(code))
      await write(socket, { opcode: TEXT, size: MIB - 10, more: true })
      await eventually(
        async () => closed.length > 0 || (await held()) > sockets.length * (MIB - 10),
        (settled) => settled,
      )
    }
    // The client site's rate of 1 MiB a second applies as well, and closes with 1008.
    expect([1008, 1013]).toContain(closed[0])
    expect(await held()).toBeLessThan(44 * MIB)
  })
})
