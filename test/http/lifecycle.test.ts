// Connections while the service runs, stops, and loses its clients.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { submit } from '../../testbed/callers/batches.js'
import { client } from '../../testbed/callers/client.js'
import { openRaw, type RawConnection } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let connections: RawConnection[]
beforeEach(async () => {
  api = await start()
  connections = []
})
afterEach(async () => {
  for (const connection of connections) connection.destroy()
  await api.stop()
})

const open = async () => {
  const connection = await openRaw(api.url)
  connections.push(connection)
  return connection
}
/** A container runtime kills a process 10 s after asking it to stop. */
const PATIENCE_MS = 8_000
/** Several chunks of a batch whose names never answer. */
const CHUNKS_MS = 1_500

const LIVE = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'
const verify = (key: string, email: string): string => {
  const body = JSON.stringify({ email })
  return `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

describe('a connection', () => {
  test('serves request after request', async () => {
    const connection = await open()
    for (let time = 0; time < 3; time++) {
      connection.write(LIVE)
      const answer = await connection.answer()
      expect(answer?.status).toBe(200)
      expect(answer?.headers.connection).not.toBe('close')
    }
  })

  test('answers pipelined requests in order', async () => {
    const { key } = await api.account()
    const connection = await open()
    connection.write(verify(key, 'ada@slow.mailproof.net') + verify(key, 'no address') + LIVE)
    expect(JSON.parse((await connection.answer())!.text)).toMatchObject({ email: 'ada@slow.mailproof.net' })
    expect(JSON.parse((await connection.answer())!.text)).toMatchObject({ email: 'no address' })
    expect(JSON.parse((await connection.answer())!.text)).toMatchObject({ status: 'ok' })
  })
})

/** Asks the service to stop, and waits until it refuses new connections. @returns a promise of the end of the stop */
async function beginToStop(): Promise<{ readonly stopped: Promise<unknown> }> {
  const stopped = api.stopService()
  await eventually(tryToConnect, (outcome) => REFUSED.test(outcome))
  return { stopped }
}

const REFUSED = /ECONNREFUSED|ECONNRESET/

/** Sends a request over a new connection. @returns its error, or the status of the answer */
async function tryToConnect(): Promise<string> {
  const { request, close } = client(api.url)
  const outcome = await request('GET', '/health/live').then(({ status }) => `${status}`, String)
  close()
  return outcome
}

describe('while the service stops', () => {
  test('a request in progress is answered in full, and its connection closes', async () => {
    const { key } = await api.account()
    const connection = await open()
    connection.write(verify(key, 'ada@slow.mailproof.net'))
    await eventually(
      () => api.dns.queries('slow.mailproof.net'),
      (count) => count > 0,
    )
    const stopped = api.stopService()
    const answer = await connection.answer()
    expect(answer).toMatchObject({ status: 200 })
    expect(JSON.parse(answer!.text)).toMatchObject({ valid: true })
    await connection.ended
    await stopped
  })

  test('a request that was half sent is answered once the rest arrives', async () => {
    const { key } = await api.account()
    const whole = verify(key, 'no address')
    const connection = await open()
    connection.write(whole.slice(0, -5))
    const { stopped } = await beginToStop()
    connection.write(whole.slice(-5))
    const answer = await connection.answer()
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await stopped
  })

  test('an idle connection may send one more request, whose response closes it', async () => {
    const idle = await open()
    idle.write(LIVE)
    await idle.answer()
    const { stopped } = await beginToStop()
    idle.write(LIVE)
    expect(await idle.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await idle.ended
    await stopped
  })

  test('GraphQL is answered like any other request', async () => {
    const body = '{"query":"{ pricing { currency } }"}'
    const query = `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const idle = await open()
    idle.write(query)
    await idle.answer()
    const { stopped } = await beginToStop()
    idle.write(query)
    const answer = await idle.answer()
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
    expect(JSON.parse(answer!.text)).toEqual({ data: { pricing: { currency: 'USD' } } })
    await stopped
  })

  test('a path that does not exist closes its connection too', async () => {
    const idle = await open()
    idle.write(LIVE)
    await idle.answer()
    const { stopped } = await beginToStop()
    idle.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await idle.answer()).toMatchObject({ status: 404, headers: { connection: 'close' } })
    await stopped
  })

  test('new connections are refused', async () => {
    const { stopped } = await beginToStop()
    expect(await tryToConnect()).toMatch(REFUSED)
    await stopped
  })

  test('idle connections, even without a first request, do not delay it', async () => {
    const idle = await Promise.all([open(), open(), open()])
    idle[0]!.write(LIVE)
    await idle[0]!.answer()
    const late = sleep(PATIENCE_MS, 'late', { ref: false })
    expect(await Promise.race([api.stopService().then(() => 'stopped'), late])).toBe('stopped')
    await Promise.all(idle.map(({ ended }) => ended))
  })

  test('batches stop together with the callers, not after them', async () => {
    const { key } = await api.account({ perMonth: 50_000 })
    const emails = Array.from({ length: 40_000 }, (_, index) => `ada${index}@timeout.mailproof.net`)
    const batchId = await submit(api, key, emails)
    const length = async () => (await api.events(`batch-${batchId}`)).length
    await eventually(length, (events) => events > 3)
    const { key: other } = await api.account()
    const whole = verify(other, 'no address')
    const connection = await open()
    connection.write(whole.slice(0, -5))
    const { stopped } = await beginToStop()
    // Chunks that were in progress end, and no others begin, although a caller still has its time.
    let before = 0
    for (let now = await length(); now !== before; now = await length()) {
      before = now
      await sleep(CHUNKS_MS)
    }
    connection.write(whole.slice(-5))
    expect(await connection.answer()).toMatchObject({ status: 200 })
    await stopped
    expect(before).toBeLessThan(2 + emails.length / 1_000)
  })
})
