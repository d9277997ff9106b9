// Bodies in tiny pieces are stopped, and honest slow clients are not.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { STREAMED_BYTES } from '../../src/httpMessages/ingress/pour.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { openRaw, type RawConnection } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import { freePort } from '../../testbed/freePort.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { parseMetrics, sumOf } from '../../testbed/service/metricsText.js'
import { start } from '../../testbed/service/start.js'
import { describeUnless } from '../support/describeUnless.js'

let api: InProcessService
let metricsPort: number
let key: string
let connections: RawConnection[] = []

beforeAll(async () => {
  metricsPort = await freePort()
  // Hostile clients have addresses of their own, so that honest ones keep their allowance.
  api = await start({ env: { METRICS_PORT: String(metricsPort), TRUST_PROXY: '1' } })
  key = (await api.account({ perMinute: 100_000, perMonth: 1_000_000 })).key
})
afterEach(async () => {
  for (const connection of connections) connection.destroy()
  connections = []
  await eventually(
    () => metric('mailproof_ingress_bytes'),
    (bytes) => bytes === 0,
  )
})
afterAll(() => api.stop())

async function metric(name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  return sumOf(parseMetrics(await answer.text()), name)
}

async function open(): Promise<RawConnection> {
  const connection = await openRaw(api.url)
  connections.push(connection)
  return connection
}

const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`
const HOSTILE = 'X-Forwarded-For: 192.0.2.66\r\n'
const CHUNKED = 'Transfer-Encoding: chunked'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const ONE_BYTE = '1\r\n \r\n'

/** Text in chunks of the given sizes in turn. */
function chunked(text: string, sizes: readonly number[]): string {
  let all = ''
  for (let at = 0, index = 0; at < text.length; index++) {
    const piece = text.slice(at, at + sizes[index % sizes.length]!)
    all += `${piece.length.toString(16)}\r\n${piece}\r\n`
    at += piece.length
  }
  return `${all}0\r\n\r\n`
}

/** Names of all stored files. */
async function files(): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of api.service.container.blobs.all()) names.push(name)
  return names.sort()
}

/** Sends chunks of one byte until the connection ends. @returns how many were sent */
async function flood(connection: RawConnection): Promise<number> {
  const { socket } = connection
  const some = ONE_BYTE.repeat(5_000)
  let sent = 0
  for (; sent < 5_000_000 && !socket.destroyed && socket.writable; sent += 5_000) {
    if (!socket.write(some)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    await sleep(1)
  }
  return sent
}

describe('a body in chunks of one byte', () => {
  test.each([
    ['JSON without a key', '/graphql', () => JSON_TYPE],
    ['JSON with a key', '/v1/verify', () => `${JSON_TYPE}X-API-Key: ${key}\r\n`],
    ['an upload', '/v1/bulk/upload', () => `Content-Type: multipart/form-data; boundary=x\r\nX-API-Key: ${key}\r\n`],
  ])('is answered with 400, and its connection is destroyed: %s', async (_, path, more) => {
    const before = await metric('mailproof_ingress_excess_total')
    const connection = await open()
    connection.write(head(path, `${HOSTILE}${more()}${CHUNKED}`))
    const [answer, sent] = await Promise.all([connection.answer(), flood(connection)])
    expect(answer?.status).toBe(400)
    expect(answer?.text).toContain('too many pieces')
    await connection.ended
    expect(sent).toBeLessThan(5_000_000)
    expect(await metric('mailproof_ingress_excess_total')).toBe(before + 1)
  })

  test.each([
    ['the wrong method', '/health/live', 405],
    ['an unknown path', '/v1/nothing', 404],
    ['a missing key', '/v1/verify', 401],
  ])('that is not read destroys its connection after the response, for %s', async (_, path, status) => {
    const connection = await open()
    connection.write(head(path, `${HOSTILE}${JSON_TYPE}${CHUNKED}`))
    expect((await connection.answer())?.status).toBe(status)
    expect(await flood(connection)).toBeLessThan(5_000_000)
    await connection.ended
  })

  test('is stopped in the middle of a read once its peer is known, also on connections that were open before', async () => {
    const idle = await Promise.all(Array.from({ length: 5 }, open))
    const first = await open()
    first.write(head('/graphql', `${HOSTILE}${JSON_TYPE}${CHUNKED}`))
    await Promise.all([first.answer(), flood(first)])
    for (const connection of [...idle, await open()]) {
      connection.write(`${head('/graphql', `${HOSTILE}${JSON_TYPE}${CHUNKED}`)}${ONE_BYTE.repeat(60_000)}`)
      expect((await connection.answer())?.status).toBe(400)
    }
    // Everything else works on connections that are read carefully: keep-alive, pipelining, WebSockets.
    const honest = await open()
    honest.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
    for (let index = 0; index < 3; index++) expect((await honest.answer())?.status).toBe(200)
    const body = JSON.stringify({ email: 'ada@example.org' })
    honest.write(head('/v1/verify', `${JSON_TYPE}X-API-Key: ${key}\r\n${CHUNKED}`) + chunked(body, [3]))
    expect((await honest.answer())?.status).toBe(200)
    const upgrade = await open()
    const handshake = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    const offer = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n'
    upgrade.write(`GET /graphql HTTP/1.1\r\nHost: localhost\r\n${handshake}${offer}`)
    let received = ''
    upgrade.socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1')
    })
    await eventually(
      () => received,
      (text) => text.includes('101 Switching Protocols'),
    )
  })
})

describe('honest clients are served beside hostile ones:', () => {
  const emails = Array.from({ length: 400 }, (_, index) => `user${index}@example.org`)
  const verify = (more: string) => head('/v1/verify/batch', `${JSON_TYPE}X-API-Key: ${key}\r\n${more}`)
  const stop = new AbortController()
  let hostile: Promise<unknown>

  beforeAll(() => {
    hostile = (async () => {
      while (!stop.signal.aborted) {
        const connection = await openRaw(api.url)
        connection.write(head('/graphql', `${HOSTILE}${JSON_TYPE}${CHUNKED}`))
        await flood(connection)
        connection.destroy()
      }
    })()
  })
  afterAll(async () => {
    stop.abort()
    await hostile
  })

  test('one that writes JSON token by token', async () => {
    const body = JSON.stringify({ emails: emails.slice(0, 100) })
    const connection = await open()
    connection.write(verify(CHUNKED))
    for (const part of chunked(body, [5, 60, 7, 22, 1]).match(/[\s\S]{1,300}/g)!) connection.write(part)
    expect((await connection.answer())?.status).toBe(200)
  })

  test('one that sends in slow, small segments', async () => {
    const body = JSON.stringify({ emails: emails.slice(0, 100) })
    const connection = await open()
    connection.write(verify(`Content-Length: ${body.length}`))
    for (const part of body.match(/[\s\S]{1,40}/g)!) {
      connection.write(part)
      await sleep(5)
    }
    expect((await connection.answer())?.status).toBe(200)
  })

  test('HTTP/1.0', async () => {
    const body = JSON.stringify({ email: 'ada@example.org' })
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write(
      `POST /v1/verify HTTP/1.0\r\n${JSON_TYPE}X-API-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    socket.destroy()
  })

  test('an upload by HTTP/1.0', async () => {
    const { body, headers } = csvForm(`email\n${emails.join('\n')}\n`)
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    const fields = `Content-Type: ${headers['Content-Type']}\r\nX-API-Key: ${key}\r\nContent-Length: ${body.length}`
    socket.write(`POST /v1/bulk/upload HTTP/1.0\r\n${fields}\r\n\r\n`)
    socket.write(body)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 202 /)
    socket.destroy()
  })

  const noCurl = spawnSync('curl', ['--version']).error && 'curl is not installed'
  describeUnless(noCurl, 'curl --limit-rate', () => {
    test('uploads a file slowly', async () => {
      const url = `${api.url}/v1/bulk/upload`
      const form = ['-F', 'file=@-;filename=list.csv;type=text/csv', '-H', `X-API-Key: ${key}`]
      const curl = spawn('curl', ['-s', '--limit-rate', '20k', '-w', '%{http_code}', '-o', '/dev/null', ...form, url])
      curl.stdin.end(`email\n${emails.join('\n')}\n`.repeat(5))
      const [status] = await once(curl.stdout, 'data')
      expect(String(status)).toBe('202')
    })
  })

  test("a browser's form, in segments of 1,400 bytes", async () => {
    const { body, headers } = csvForm(`email\n${emails.join('\n')}\n`.repeat(5), { has_header: 'true' })
    const connection = await open()
    const more = `Content-Type: ${headers['Content-Type']}\r\nX-API-Key: ${key}\r\nContent-Length: ${body.length}`
    connection.write(head('/v1/bulk/upload', more))
    for (let at = 0; at < body.length; at += 1_400) {
      connection.write(body.subarray(at, at + 1_400))
      await sleep(2)
    }
    expect((await connection.answer())?.status).toBe(202)
  })

  test('a list over 1 MiB, which is spooled and leaves no file', async () => {
    const before = await files()
    const long = emails.map((email) => email.padEnd(3_000, 'x'))
    const { status, body } = await api.request('POST', '/v1/verify/bulk/agent', { key, body: { emails: long } })
    expect({ status, count: body.results?.length }).toEqual({ status: 200, count: 400 })
    expect(await files()).toEqual(before)
  })

  test('but a list over 1 MiB that breaks off leaves no file either', async () => {
    const before = await files()
    const connection = await open()
    const more = `${JSON_TYPE}X-API-Key: ${key}\r\nContent-Length: 3000000`
    connection.write(`${head('/v1/verify/bulk/agent', more)}{"emails":["${'x'.repeat(2_000_000)}`)
    await eventually(
      () => metric('mailproof_ingress_bytes'),
      (bytes) => bytes === STREAMED_BYTES,
    )
    connection.destroy()
    await eventually(
      () => metric('mailproof_ingress_bytes'),
      (bytes) => bytes === 0,
    )
    expect(await files()).toEqual(before)
  })
})
