// When the client library retries, with what, and after which pause.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { type ClientOptions, createClient, MailproofError } from '../../src/client/index.js'
import { OPERATIONS } from '../../src/client/operations.generated.js'
import { startTimeout } from '../../src/client/timeout.js'
import { freePort } from '../../testbed/freePort.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

type Fault = (response: ServerResponse, request: IncomingMessage) => void

interface Seen {
  readonly at: number
  readonly key: string | undefined
  readonly body: string
}

const servers: HttpServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** A server that answers the first requests with these faults, and all further ones with `{"ok": true}`. */
async function startFaulty(...faults: readonly Fault[]) {
  const seen: Seen[] = []
  const handle: RequestListener = (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const fault = faults[seen.length] ?? ((each: ServerResponse) => json(each, 200, { ok: true }))
      const key = request.headers['idempotency-key'] as string | undefined
      seen.push({ at: performance.now(), key, body: Buffer.concat(pieces).toString() })
      fault(response, request)
    })
  }
  const server = await startHttpServer(handle)
  servers.push(server)
  const waits: number[] = []
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: server.url,
      apiKey: 'mpk_test',
      onRetry: (_error, delayMs) => waits.push(delayMs),
      ...options,
    })
  return { seen, waits, client }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const failing =
  (status: number, headers: Record<string, string> = {}, error: object = {}): Fault =>
  (response) =>
    json(response, status, { error: { code: 'SERVICE_UNAVAILABLE', message: 'Not now.', ...error } }, headers)
const reset: Fault = (_response, request) => request.socket.destroy()
const cut: Fault = (response, request) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"ok":')
  setImmediate(() => request.socket.destroy())
}
const never: Fault = () => {}

describe('a temporary failure is retried', () => {
  test.each([
    ['a lost connection', reset],
    ['an incomplete response', cut],
    ['status 502', failing(502, { 'Retry-After': '0' })],
    ['status 503', failing(503, { 'Retry-After': '0' })],
    ['status 504', failing(504, { 'Retry-After': '0' })],
    ['a 429 per minute', failing(429, { 'Retry-After': '0' }, { details: { scope: 'minute' } })],
    ['an earlier request in progress', failing(409, { 'Retry-After': '0' }, { code: 'IDEMPOTENCY_IN_PROGRESS' })],
  ])('%s', async (_what, fault) => {
    const { seen, client } = await startFaulty(fault)
    expect(await client().getUsage()).toEqual({ ok: true })
    expect(seen).toHaveLength(2)
  })

  test('no response within the timeout', async () => {
    const { seen, client } = await startFaulty(never)
    expect(await client({ timeoutMs: 2_000 }).getUsage()).toEqual({ ok: true })
    expect(seen).toHaveLength(2)
  })

  test('with no limit to the time', async () => {
    const { seen, client } = await startFaulty(failing(503, { 'Retry-After': '0' }))
    const unlimited = { timeoutMs: Number.POSITIVE_INFINITY, maxRetryDelayMs: Number.POSITIVE_INFINITY }
    expect(await client({ ...unlimited, retries: 1 }).getUsage()).toEqual({ ok: true })
    expect(seen).toHaveLength(2)
  })

  test('with the same body', async () => {
    const { seen, client } = await startFaulty(reset, failing(503, { 'Retry-After': '0' }))
    await client().verifyEmail({ email: 'ada@example.org' })
    expect(seen.map(({ body }) => body)).toEqual(Array(3).fill('{"email":"ada@example.org"}'))
  })

  test('with the same Idempotency-Key, which differs between calls', async () => {
    const { seen, client } = await startFaulty(reset, failing(503, { 'Retry-After': '0' }))
    const mailproof = client()
    await mailproof.generateKey({ sandbox: true })
    await mailproof.generateKey({ sandbox: true })
    const keys = seen.map(({ key }) => key)
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3]])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('after the delay that the service asks for, in seconds or as a date', async () => {
    const soon: Fault = (...request) =>
      failing(503, { 'Retry-After': new Date(Date.now() + 3_000).toUTCString() })(...request)
    const { seen, waits, client } = await startFaulty(failing(503, { 'Retry-After': '1' }), soon)
    await client().getUsage()
    expect(waits[0]).toBe(1_000)
    expect(waits[1]).toBeGreaterThan(0)
    expect(waits[1]).toBeLessThanOrEqual(3_000)
    expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(990)
  })

  test('otherwise with exponential back-off', async () => {
    const { waits, client } = await startFaulty(reset, reset)
    await client().getUsage()
    expect(waits[0]).toBeGreaterThanOrEqual(375)
    expect(waits[0]).toBeLessThanOrEqual(625)
    expect(waits[1]).toBeGreaterThanOrEqual(750)
    expect(waits[1]).toBeLessThanOrEqual(1_250)
  })
})

describe('a failure is not retried', () => {
  test.each([
    ['an invalid request', failing(400, {}, { code: 'VALIDATION_ERROR' })],
    ['an internal error', failing(500, {}, { code: 'INTERNAL_ERROR' })],
    ['the monthly quota', failing(429, { 'Retry-After': '0' }, { details: { scope: 'month' } })],
    ['a Retry-After that is too long', failing(503, { 'Retry-After': '61' })],
    [
      'a redirect',
      (response: ServerResponse) => void response.writeHead(302, { Location: 'http://other.test/' }).end(),
    ],
    ['a response that is not JSON', (response: ServerResponse) => void response.end('<html>')],
  ])('%s', async (_what, fault) => {
    const { seen, client } = await startFaulty(fault)
    await expect(client().getUsage()).rejects.toBeInstanceOf(MailproofError)
    expect(seen).toHaveLength(1)
  })

  test('a lost response to createAccount, which a repetition would do twice', async () => {
    const { seen, client } = await startFaulty(reset)
    const failed = client().createAccount({ email: 'ada@example.org' })
    await expect(failed).rejects.toMatchObject({ code: 'NETWORK_ERROR', retryable: true })
    expect(seen).toHaveLength(1)
  })

  test.each([502, 503, 504])(
    'a createAccount with status %d, which does not say that nothing was done',
    async (status) => {
      const { seen, client } = await startFaulty(failing(status, { 'Retry-After': '0' }))
      await expect(client().createAccount({ email: 'ada@example.org' })).rejects.toMatchObject({
        status,
        retryable: true,
      })
      expect(seen).toHaveLength(1)
    },
  )

  test('a search is, whose response was lost', async () => {
    const { seen, client } = await startFaulty(reset)
    await client().searchDecisions({ email: 'ada@example.org' })
    expect(seen).toHaveLength(2)
  })

  test('a refused createAccount is: nothing was done', async () => {
    const { seen, client } = await startFaulty(failing(429, { 'Retry-After': '0' }))
    await client().createAccount({ email: 'ada@example.org' })
    expect(seen).toHaveLength(2)
  })

  test('what else has no Idempotency-Key and takes effect, which the guide names', async () => {
    const once = Object.entries(OPERATIONS).flatMap(([id, words]) => (words.endsWith(' once') ? [id] : []))
    const guide = readFileSync('docs/client.md', 'utf8')
    const named = /effect once\.([^.]+) accept none/.exec(guide)![1]!
    expect(Array.from(named.matchAll(/`(\w+)`/g), ([, id]) => id).sort()).toEqual(once.sort())
  })

  test('a verification of which the service says that it may have been charged', async () => {
    const { seen, client } = await startFaulty(failing(502, { 'Retry-After': '0' }, { code: 'UPSTREAM_ERROR' }))
    const failed = client().verifyEmail({ email: 'ada@example.org' })
    await expect(failed).rejects.toMatchObject({ code: 'UPSTREAM_ERROR', retryable: true })
    expect(seen).toHaveLength(1)
  })

  test('more often than `retries`, of the client or of one call', async () => {
    const busy = failing(503, { 'Retry-After': '0' })
    const { seen, client } = await startFaulty(...Array<Fault>(5).fill(busy))
    await expect(client({ retries: 2 }).getUsage()).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(3)
    await expect(client({ retries: 2 }).getUsage({}, { retries: 0 })).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(4)
  })
})

describe('an error has', () => {
  test('the page that explains it, and its code in logs', async () => {
    const docs = 'https://mailproof.test/docs/errors/SERVICE_UNAVAILABLE'
    const { client } = await startFaulty(failing(503, {}, { docs_url: docs }))
    const error = await client({ retries: 0 })
      .getUsage()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ docsUrl: docs, message: 'Not now.' })
    expect(String(error)).toBe('MailproofError [SERVICE_UNAVAILABLE]: Not now.')
    expect((error as MailproofError).stack).toMatch(/^MailproofError \[SERVICE_UNAVAILABLE\]: Not now\.\n +at /)
  })

  test('code, status, details, request id and delay of the response', async () => {
    const details = { problems: [{ path: '/email', message: 'is missing' }] }
    const headers = { 'X-Request-ID': 'r-1', 'Retry-After': '7' }
    const { client } = await startFaulty(failing(400, headers, { code: 'VALIDATION_ERROR', details }))
    await expect(client().getUsage()).rejects.toMatchObject({
      name: 'MailproofError',
      message: 'Not now.',
      code: 'VALIDATION_ERROR',
      status: 400,
      details,
      requestId: 'r-1',
      retryAfterMs: 7_000,
      retryable: false,
    })
  })

  test('the code TIMEOUT when a stream stops in the middle', async () => {
    const { client } = await startFaulty((response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).write('{"day":"2026-11-21"}\n')
    })
    const rows = client({ timeoutMs: 2_000 }).pool.history()
    expect(await rows.next()).toEqual({ done: false, value: { day: '2026-11-21' } })
    await expect(rows.next()).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('the code NETWORK_ERROR when a stream ends in the middle', async () => {
    const { client } = await startFaulty((response, request) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"results":[{"i":0},')
      setTimeout(() => request.socket.destroy(), 50)
    })
    const results = client().batches.results('b')
    expect(await results.next()).toEqual({ done: false, value: { i: 0 } })
    await expect(results.next()).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })

  test('the code NETWORK_ERROR and its cause when there is no server', async () => {
    const failed = createClient({ baseUrl: `http://127.0.0.1:${await freePort()}`, retries: 0 }).getUsage()
    await expect(failed).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      cause: { cause: { code: 'ECONNREFUSED' } },
    })
  })
})

describe('aborting the signal rejects with its reason', () => {
  test('during a request', async () => {
    const { client } = await startFaulty(never)
    const controller = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 100)
    await expect(client().getUsage({}, { signal: controller.signal })).rejects.toBe(reason)
  })

  test('during the wait for a retry', async () => {
    const { seen, client } = await startFaulty(failing(503, { 'Retry-After': '30' }))
    const controller = new AbortController()
    const reason = new Error('enough')
    const onRetry = () => setTimeout(() => controller.abort(reason), 20)
    await expect(client({ onRetry }).getUsage({}, { signal: controller.signal })).rejects.toBe(reason)
    expect(seen).toHaveLength(1)
  })

  test('before a request, which is then not sent', async () => {
    const { seen, client } = await startFaulty()
    const signal = AbortSignal.abort(new Error('never mind'))
    await expect(client().getUsage({}, { signal })).rejects.toBe(signal.reason)
    expect(seen).toHaveLength(0)
  })
})

test('a request that has ended leaves no timer behind, whatever its body still sends', () => {
  jest.useFakeTimers()
  try {
    const timeout = startTimeout('http://mailproof.test', 120_000, undefined)
    expect(jest.getTimerCount()).toBe(1)
    timeout.end()
    timeout.restart()
    expect(jest.getTimerCount()).toBe(0)
  } finally {
    jest.useRealTimers()
  }
})

test('a wait asks for the batch once more at the end of its time', async () => {
  const { seen, client } = await startFaulty((response) => json(response, 200, { status: 'pending' }))
  await client().batches.wait('b', { waitMs: 200 })
  expect(seen).toHaveLength(2)
})

test('no request may be kept by a cache of the runtime, or end before its time', async () => {
  const { client } = await startFaulty()
  const given: RequestInit[] = []
  const spy = (url: string, init: RequestInit): Promise<Response> => {
    given.push(init)
    return fetch(url, init)
  }
  await client({ fetch: spy }).getUsage()
  await client({ fetch: spy }).verifyEmail({ email: 'x' })
  expect(given).toMatchObject([
    { cache: 'no-store', timeout: false },
    { cache: 'no-store', timeout: false },
  ])
})
