// Calls to receivers over real sockets: what is sent, and how responses and failures are reported.
import { execFile } from 'node:child_process'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { createOutbound } from '../../src/adapters/outbound/outbound.js'
import type { Outbound } from '../../src/kernel/ports/outbound.js'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { selfSigned } from '../../testbed/certificate.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { eventually } from '../../testbed/eventually.js'
import { freePort } from '../../testbed/freePort.js'
import { flood, type Receiver, startReceiver } from '../../testbed/receivers/receiver.js'
import { compiled } from '../../testbed/service/compiled.js'

/** Longer than any successful call; a test that sees `timeout` after this has waited in vain. */
const PATIENCE_MS = 20_000
const SOON_MS = 300
/** More than the kernel buffers for a receiver that does not read. */
const LARGE = 'x'.repeat(50_000_000)
const NOW = Date.UTC(2026, 10, 1, 12)

const answerWith = (status: string, body = '', headers = '') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

let dns: DnsServer
let resolver: Resolver
let outbound: Outbound
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  dns = await startDnsServer({
    'hook.example.net': { A: ['127.0.0.1'] },
    'other.example.net': { A: ['127.0.0.1'] },
    'second-works.example.net': { A: ['127.0.0.3', '127.0.0.1'] },
    'both-families.example.net': { A: ['127.0.0.1'], AAAA: ['::1'] },
    'aaaa-fails.example.net': { A: ['127.0.0.1'], does: { AAAA: 'servfail' } },
    'no-address.example.net': { MX: [[10, 'mx.example.net']] },
    'failing.example.net': { does: 'servfail' },
    'silent.example.net': { does: 'silent' },
  })
  resolver = createResolver({ servers: [dns], timeoutMs: 1_000 })
  outbound = createOutbound({ resolver, allowedSubnets: ['127.0.0.0/8'], clock: { now: () => NOW } })
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
afterAll(async () => {
  await outbound.close()
  await resolver.close()
  await dns.close()
})

async function receiver(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...options)
  open.push(started)
  return started
}

const post = (port: number, { timeoutMs = PATIENCE_MS, body = '{}', url = `http://127.0.0.1:${port}/` } = {}) =>
  outbound.post(url, { headers: {}, body, timeoutMs })

/** Posts to a receiver with this behaviour, and waits until the connection is closed. */
async function postTo(answer: (socket: Socket) => void, options?: Parameters<typeof post>[1]) {
  const target = await receiver(answer)
  const outcome = await post(target.port, options)
  await eventually(
    () => target.open,
    (left) => left === 0,
  )
  expect(outcome.durationMs).toBeGreaterThanOrEqual(0)
  return outcome
}

describe('a call', () => {
  test('sends the given request to the named host', async () => {
    const target = await receiver((socket) => socket.write(answerWith('200 OK', 'thanks')))
    const outcome = await outbound.post(`http://hook.example.net:${target.port}/in/ü?token=a%20b`, {
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': 'msg_1',
        Host: 'elsewhere',
        'Accept-Encoding': 'gzip',
      },
      body: '{"ü":1}',
      timeoutMs: PATIENCE_MS,
    })
    expect(outcome).toEqual({ outcome: 'answered', status: 200, body: 'thanks', durationMs: expect.any(Number) })
    const [head = '', body] = target.requests[0]!.split('\r\n\r\n')
    expect(body).toBe('{"ü":1}')
    expect(head.split('\r\n').sort()).toEqual(
      [
        'POST /in/%C3%BC?token=a%20b HTTP/1.1',
        'Content-Type: application/json',
        'webhook-id: msg_1',
        `Host: hook.example.net:${target.port}`,
        'Content-Length: 8',
        'Accept-Encoding: identity',
        'Connection: close',
      ].sort(),
    )
  })

  test('goes to the next address if the first does not respond', async () => {
    const target = await receiver((socket) => socket.write(answerWith('204 No Content')))
    const url = `http://second-works.example.net:${target.port}/`
    expect(await post(target.port, { url })).toMatchObject({ outcome: 'answered', status: 204, body: '' })
  })

  test('goes to the other family if nothing listens at the first', async () => {
    const { port, requests } = await receiver((socket) => socket.end(answerWith('204 Said')))
    const both = createOutbound({ resolver, allowedSubnets: ['127.0.0.0/8', '::1/128'], clock: { now: () => NOW } })
    const post = { headers: {}, body: '{}', timeoutMs: PATIENCE_MS }
    const answer = await both.post(`http://both-families.example.net:${port}/`, post)
    await both.close()
    expect(answer).toMatchObject({ outcome: 'answered', status: 204 })
    expect(answer.durationMs).toBeLessThan(5_000)
    expect(requests).toHaveLength(1)
  })

  test('needs no AAAA answer if DNS returns A records', async () => {
    const target = await receiver((socket) => socket.write(answerWith('200 OK')))
    const url = `http://aaaa-fails.example.net:${target.port}/`
    expect(await post(target.port, { url })).toMatchObject({ outcome: 'answered', status: 200 })
  })

  test('keeps no connection open for the next call, even if the receiver would', async () => {
    const target = await receiver((socket) => socket.write(answerWith('200 OK', '', 'Connection: keep-alive\r\n')))
    for (const calls of [1, 2]) {
      expect(await post(target.port)).toMatchObject({ status: 200 })
      await eventually(
        () => target.open,
        (left) => left === 0,
      )
      expect(target.connections).toBe(calls)
    }
  })
})

describe('a response is reported as received', () => {
  test.each([
    ['500 Internal Server Error', 500],
    ['410 Gone', 410],
    ['204 No Content', 204],
    ['599 Whatever', 599],
  ])('%s', async (line, status) => {
    const body = status === 204 ? '' : 'why'
    expect(await postTo((socket) => socket.write(answerWith(line, body)))).toMatchObject({ status, body })
  })

  test.each(['301', '302', '303', '307', '308'])('%s, and the redirect is not followed', async (status) => {
    const canary = await receiver((socket) => socket.end(answerWith('200 OK')))
    const location = `Location: http://127.0.0.1:${canary.port}/\r\n`
    expect(await postTo((socket) => socket.end(answerWith(`${status} Moved`, '', location)))).toMatchObject({
      outcome: 'answered',
      status: Number(status),
    })
    expect(canary.connections).toBe(0)
  })

  test('after interim responses', async () => {
    const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n'
    expect(await postTo((socket) => socket.end(early + answerWith('200 OK', 'ok')))).toMatchObject({ body: 'ok' })
  })

  test('when it ends with its connection', async () => {
    expect(await postTo((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nto the end'))).toMatchObject({
      status: 200,
      body: 'to the end',
    })
  })

  test('when it asks to switch protocols', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nxxxx'
    expect(await postTo((socket) => socket.write(upgrade))).toMatchObject({
      outcome: 'answered',
      status: 101,
      body: '',
    })
  })

  test('when it arrives before the request was sent completely', async () => {
    const target = await receiver(() => undefined, {
      greet(socket) {
        socket.pause()
        socket.write(answerWith('413 Content Too Large', 'no'))
      },
    })
    expect(await post(target.port, { body: LARGE })).toMatchObject({ outcome: 'answered', status: 413, body: 'no' })
    expect(target.requests).toEqual([])
  })

  test('with control characters replaced', async () => {
    expect(await postTo((socket) => socket.end(answerWith('200 OK', '\u001b[31mred\u0000')))).toMatchObject({
      body: '�[31mred�',
    })
  })

  test('without being decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'), { level: 9 })
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
    const outcome = await postTo((socket) => void socket.write(Buffer.concat([Buffer.from(head), bomb])))
    expect(outcome).toMatchObject({ outcome: 'answered', status: 200 })
    expect((outcome as { body: string }).body).not.toContain('aaaaaaaaaa')
  })

  test.each([
    ['seconds', 'Retry-After: 120', 120_000],
    ['a date', 'Retry-After: Sun, 01 Nov 2026 12:01:00 GMT', 60_000],
    ['more than a day', 'Retry-After: 999999999', 86_400_000],
    ['nonsense', 'Retry-After: later', undefined],
    ['none', 'X: y', undefined],
  ])('with its Retry-After: %s', async (_, header, retryAfterMs) => {
    const outcome = await postTo((socket) => socket.end(answerWith('503 Busy', '', `${header}\r\n`)))
    expect(outcome).toMatchObject({ outcome: 'answered', status: 503 })
    expect((outcome as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs)
  })
})

describe('at most 20 kB is read of', () => {
  /** Bytes that the receiver could send: those read, and those buffered by the kernel before the connection closed. */
  const KERNEL_TAKES = 64_000_000

  test.each([
    ['a gigabyte that says so', `HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 30}\r\n\r\n`, 'x'.repeat(65_536)],
    ['a body that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536)],
    ['a chunked body', CHUNKED, `400\r\n${'x'.repeat(1_024)}\r\n`],
  ])('%s: the response counts', async (_, head, piece) => {
    let last: Socket | undefined
    const outcome = await postTo((socket) => {
      last = socket
      socket.write(head)
      flood(socket, piece)
    })
    expect(outcome).toMatchObject({ outcome: 'answered', status: 200, body: 'x'.repeat(1_000) })
    expect(last!.bytesWritten).toBeLessThan(KERNEL_TAKES)
  })

  test.each([
    ['headers without an end', 'HTTP/1.1 200 OK\r\n', 'X-More: and more\r\n', 'too long'],
    ['one header without an end', 'HTTP/1.1 200 OK\r\nX: ', 'x'.repeat(1_024), 'too long'],
    ['interim answers without an end', '', 'HTTP/1.1 102 Processing\r\n\r\n', '20000 bytes'],
    ['noise', '', Buffer.alloc(1_024, 0x07), 'not HTTP'],
    ['a chunk extension without an end', `${CHUNKED}1;`, 'x'.repeat(1_024), 'CHUNK_EXTENSIONS'],
    ['trailers without an end', `${CHUNKED}0\r\n`, 'X-More: and more\r\n', 'too long'],
  ])('%s: there is no response', async (_, head, piece, reason) => {
    const outcome = await postTo((socket) => {
      socket.write(head)
      flood(socket, piece)
    })
    expect(outcome).toMatchObject({
      outcome: 'unanswered',
      cause: 'connection',
      reason: expect.stringContaining(reason),
    })
  })
})

describe('without a response, the error says that', () => {
  const closed = {
    outcome: 'unanswered',
    cause: 'connection',
    reason: expect.stringContaining('closed the connection'),
  }
  const notHttp = { outcome: 'unanswered', cause: 'connection', reason: expect.stringContaining('not HTTP') }
  const late = { outcome: 'unanswered', cause: 'timeout', reason: 'No complete response within 0.3 s.' }

  test('no server is listening', async () => {
    expect(await post(await freePort())).toMatchObject({
      cause: 'connection',
      reason: 'The server refused the connection.',
    })
  })

  test.each<[string, (socket: Socket) => void]>([
    ['at once', (socket) => socket.end()],
    ['with a reset', (socket) => socket.resetAndDestroy()],
    ['in the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['in the body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')],
    ['in a chunk', (socket) => socket.end(`${CHUNKED}64\r\nhalf`)],
    ['before the last chunk', (socket) => socket.end(`${CHUNKED}1\r\nh\r\n`)],
  ])('the receiver closes the connection: %s', async (_, answer) => expect(await postTo(answer)).toMatchObject(closed))

  test.each([
    ['HTTP/0.9', '<html>hello</html>'],
    ['another protocol', '220 mail.example.net ESMTP\r\n'],
    ['HTTP/2', Buffer.from('000012040000000000000300000064000400100000000600004000', 'hex')],
    ['zeros', Buffer.alloc(100)],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('the receiver does not speak HTTP/1.1: %s', async (_, bytes) =>
    expect(await postTo((socket) => void socket.write(bytes))).toMatchObject(notHttp),
  )

  function drip(socket: Socket, start: string, piece: string): void {
    socket.write(start)
    const timer = setInterval(() => socket.write(piece), 20)
    socket.on('close', () => clearInterval(timer))
  }

  test.each<[string, (socket: Socket) => void]>([
    ['nothing', () => undefined],
    ['a header now and then', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['an interim answer now and then', (socket) => drip(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['a letter now and then', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', 'x')],
    ['half a body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')],
  ])('the receiver is too slow: %s', async (_, answer) =>
    expect(await postTo(answer, { timeoutMs: SOON_MS })).toMatchObject(late),
  )

  test('the receiver does not read the request', async () => {
    const target = await receiver(() => undefined, { greet: (socket) => socket.pause() })
    expect(await post(target.port, { body: LARGE, timeoutMs: SOON_MS })).toMatchObject(late)
  })

  test.each([
    ['does not exist', 'nowhere.example.net', 'nowhere.example.net does not exist in DNS.'],
    ['has no address', 'no-address.example.net', 'no-address.example.net has no address in DNS.'],
    ['cannot be resolved', 'failing.example.net', 'The DNS lookup of failing.example.net failed (SERVFAIL).'],
    ['cannot be resolved in time', 'silent.example.net', 'The DNS lookup of silent.example.net timed out.'],
  ])('the name %s', async (_, name, reason) =>
    expect(await post(80, { url: `http://${name}/` })).toMatchObject({ outcome: 'unanswered', cause: 'name', reason }),
  )

  test('DNS resolution counts towards the timeout', async () =>
    expect(await post(80, { url: 'http://silent.example.net/', timeoutMs: SOON_MS })).toMatchObject(late))

  test('a resolver that never settles does not block the call', async () => {
    const never = () => new Promise<never>(() => undefined)
    const made = createOutbound({ resolver: { a: never, aaaa: never }, allowedSubnets: [] })
    open.push(made)
    const request = { headers: {}, body: '', timeoutMs: SOON_MS }
    expect(await made.post('http://hook.example.net/', request)).toMatchObject(late)
  })

  test('headers cannot be sent', async () => {
    const target = await receiver((socket) => socket.end(answerWith('200 OK')))
    const request = { headers: { 'X-Bad': 'a\r\nb' }, body: '', timeoutMs: PATIENCE_MS }
    expect(await outbound.post(`http://127.0.0.1:${target.port}/`, request)).toMatchObject({ outcome: 'unanswered' })
    expect(target.requests).toEqual([])
  })
})

describe('over TLS', () => {
  const tls = selfSigned('hook.example.net')
  const start = () => receiver((socket) => socket.end(answerWith('200 OK', 'secret')), { tls })
  const refused = (reason: unknown) => ({ outcome: 'unanswered', cause: 'connection', reason })
  const trusting = () => {
    const made = createOutbound({ resolver, allowedSubnets: ['127.0.0.0/8'], authorities: [tls.cert] })
    open.push(made)
    return made
  }
  const request = { headers: {}, body: '{}', timeoutMs: PATIENCE_MS }

  test('a certificate that is trusted and matches the name is accepted, and the name is sent as SNI', async () => {
    const target = await start()
    const outcome = await trusting().post(`https://hook.example.net.:${target.port}/`, request)
    expect(outcome).toMatchObject({ outcome: 'answered', status: 200, body: 'secret' })
    expect(target.serverNames).toEqual(['hook.example.net'])
  })

  test('a self-signed certificate is refused', async () => {
    const target = await start()
    const url = `https://hook.example.net:${target.port}/`
    expect(await post(target.port, { url })).toMatchObject(refused('The TLS certificate is self-signed.'))
    expect(target.requests).toEqual([])
  })

  test.each(['other.example.net', '127.0.0.1'])('a certificate for another name is refused: %s', async (host) => {
    const target = await start()
    const outcome = await trusting().post(`https://${host}:${target.port}/`, request)
    expect(outcome).toMatchObject(refused(`The TLS certificate is not valid for ${host}.`))
    expect(target.requests).toEqual([])
  })

  test.each([
    ['plain HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['another protocol', '220 mail.example.net ESMTP\r\n'],
  ])('a receiver that does not speak TLS is refused: %s', async (_, greeting) => {
    const target = await receiver(() => undefined, { greet: (socket) => socket.write(greeting) })
    expect(await post(target.port, { url: `https://127.0.0.1:${target.port}/` })).toMatchObject(
      refused(expect.stringContaining('The TLS handshake failed')),
    )
  })

  test('a receiver that closes the connection is refused', async () => {
    const target = await receiver(() => undefined, { greet: (socket) => socket.end() })
    expect(await post(target.port, { url: `https://127.0.0.1:${target.port}/` })).toMatchObject(
      refused(expect.stringContaining('The TLS handshake failed')),
    )
  })

  test('a receiver that does not respond times out', async () => {
    const target = await receiver(() => undefined)
    const url = `https://127.0.0.1:${target.port}/`
    expect(await post(target.port, { url, timeoutMs: SOON_MS })).toMatchObject({ cause: 'timeout' })
    await eventually(
      () => target.open,
      (left) => left === 0,
    )
  })
})

describe('the environment of the process', () => {
  const run = promisify(execFile)
  const callIn = async (env: Record<string, string>, url: string) => {
    const args = [compiled('test/reliability/outboundCaller.ts'), url]
    return JSON.parse((await run(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })).stdout)
  }

  test('sets no proxy for calls', async () => {
    const proxy = await receiver((socket) => socket.end(answerWith('200 OK', 'proxy')))
    const target = await receiver((socket) => socket.end(answerWith('200 OK', 'target')))
    const at = `http://127.0.0.1:${proxy.port}`
    const env = { NODE_USE_ENV_PROXY: '1', http_proxy: at, HTTP_PROXY: at, all_proxy: at, ALL_PROXY: at }
    expect(await callIn(env, `http://127.0.0.1:${target.port}/`)).toMatchObject({ status: 200, body: 'target' })
    expect(proxy.connections).toBe(0)
  })

  test('can neither disable certificate checks nor make the HTTP parser lenient', async () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_OPTIONS: '--insecure-http-parser' }
    const secure = await receiver((socket) => socket.end(answerWith('200 OK')), { tls: selfSigned('localhost') })
    expect(await callIn(env, `https://localhost:${secure.port}/`)).toMatchObject({
      outcome: 'unanswered',
      reason: 'The TLS certificate is self-signed.',
    })
    const both = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    const plain = await receiver((socket) => socket.end(both))
    expect(await callIn(env, `http://127.0.0.1:${plain.port}/`)).toMatchObject({
      outcome: 'unanswered',
      reason: expect.stringContaining('not HTTP'),
    })
  })
})

describe('a caller that shuts down', () => {
  const stopped = { outcome: 'unanswered', cause: 'connection', reason: expect.stringContaining('service stopped') }

  /** Calls, and aborts once the request has arrived. */
  async function leaveDuring(answer: (socket: Socket) => void) {
    const leaving = new AbortController()
    const target = await receiver((socket) => {
      leaving.abort()
      answer(socket)
    })
    const began = performance.now()
    const request = { headers: {}, body: '{}', timeoutMs: 60_000, signal: leaving.signal }
    const outcome = await outbound.post(`http://127.0.0.1:${target.port}/`, request)
    return { outcome, ms: performance.now() - began }
  }

  test('does not wait for a slow response', async () => {
    const { outcome, ms } = await leaveDuring(() => {})
    expect(outcome).toMatchObject(stopped)
    expect(ms).toBeLessThan(PATIENCE_MS)
  })

  test('still gets a response that is already arriving', async () => {
    const { outcome } = await leaveDuring((socket) => setTimeout(() => socket.end(answerWith('200 OK')), SOON_MS))
    expect(outcome).toMatchObject({ outcome: 'answered', status: 200 })
  })

  test('starts no call afterwards', async () => {
    const target = await receiver((socket) => socket.end(answerWith('200 OK')))
    const request = { headers: {}, body: '{}', timeoutMs: PATIENCE_MS, signal: AbortSignal.abort() }
    expect(await outbound.post(`http://127.0.0.1:${target.port}/`, request)).toMatchObject(stopped)
    // Connections arrive in order: one that was refused would have come before.
    await post(target.port)
    expect(target.connections).toBe(1)
  })
})

describe('closing', () => {
  test('ends running calls, and refuses new ones', async () => {
    const made = createOutbound({ resolver, allowedSubnets: ['127.0.0.0/8'] })
    const target = await receiver(() => undefined)
    const request = { headers: {}, body: '{}', timeoutMs: PATIENCE_MS }
    const stopped = { outcome: 'unanswered', cause: 'connection', reason: expect.stringContaining('service stopped') }
    const calling = made.post(`http://127.0.0.1:${target.port}/`, request)
    await eventually(
      () => target.requests.length,
      (requests) => requests === 1,
    )
    await made.close()
    expect(await calling).toMatchObject(stopped)
    await eventually(
      () => target.open,
      (left) => left === 0,
    )
    const later = await receiver((socket) => socket.end(answerWith('200 OK')))
    expect(await made.post(`http://127.0.0.1:${later.port}/`, request)).toMatchObject(stopped)
    await post(later.port)
    expect(later.connections).toBe(1)
  })
})
