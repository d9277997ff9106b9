// Malformed requests to every operation are refused quickly, with the right error.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Answer, RequestOptions } from '../../testbed/callers/client.js'
import { openRaw, type RawAnswer, sendRaw } from '../../testbed/callers/rawHttp.js'
import { codeOf, expectAnswerOf, expectCommon, expectError } from '../../testbed/contract/answers.js'
import {
  expectedOf,
  OPERATION_NAMES,
  type OperationName,
  pathOf,
  sampleOf,
  viewOf,
} from '../../testbed/contract/operations.js'
import { mailZone } from '../../testbed/dns/zone.js'
import fc from '../../testbed/fastCheck.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'
import { BROKEN_BODIES, BROKEN_REQUESTS, HOSTILE_TEXTS, NOWHERE } from './badInputCases.js'

/** Longest time that another caller may wait for an answer that costs nothing. */
const STALL_MS = 300
/** The machine may be busy with something else; a stall caused by the service occurs on every attempt. */
const TRIES = 12

let service: ProcessService
let key: string

beforeAll(async () => {
  service = await start({ where: 'process', zone: mailZone(400), env: { DNS_TIMEOUT_MS: '400' } })
  key = (await service.account({ plan: 'enterprise' })).key
})

afterAll(async () => {
  const [ended] = await service.end('SIGTERM')
  await service.stop()
  // No input caused a log line, let alone a stack trace.
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})

async function call(operation: OperationName, options: RequestOptions & { query?: string } = {}): Promise<Answer> {
  const { query = '', ...rest } = options
  const answer = await service.request(viewOf(operation).method, `${pathOf(operation)}${query}`, { key, ...rest })
  expectAnswerOf(operation, answer)
  return answer
}

/** Does something hostile while another caller repeats a request that costs nothing. */
async function withoutStall<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let over = false
    const done = work().finally(() => {
      over = true
    })
    let longest = 0
    do {
      const began = performance.now()
      expect((await service.request('GET', '/health/live')).status).toBe(200)
      longest = Math.max(longest, performance.now() - began)
    } while (!over)
    const result = await done
    if (longest <= STALL_MS || attempt === TRIES) {
      expect(longest).toBeLessThanOrEqual(STALL_MS)
      return result
    }
  }
}

const WITH_BODY = OPERATION_NAMES.filter((name) => viewOf(name).body)

/** Their bodies are others': what cannot be read is counted, because it would be sent again if it was refused. */
const OF_OTHERS: readonly OperationName[] = ['recordSenderEvents']

describe.each(WITH_BODY)('%s', (operation) => {
  const takesAnyJson = OF_OTHERS.includes(operation)

  test.each(BROKEN_BODIES)(`${takesAnyJson ? 'survives' : 'rejects'} a body that is %s`, async (name, body, code) => {
    const answer = await withoutStall(() => call(operation, { body }))
    // They may have more members than others.
    const isTaken = takesAnyJson && (code === 'VALIDATION_ERROR' || name === '50,000 unknown members')
    // So many members of a draft meet the limit of rules.
    const isRead = operation === 'putRulesDraft' && name === '50,000 unknown members'
    const refusal = { status: 400, code: isRead ? 'VALIDATION_ERROR' : code }
    const expected = isTaken ? { status: 200, code: undefined } : refusal
    expect({ status: answer.status, code: codeOf(answer) }).toEqual(expected)
    // The response quotes little of the request.
    expect(answer.text.length).toBeLessThan(8_192)
    expect(answer.text).not.toContain('script>\\u0000')
  })

  test('rejects a body of several megabytes', async () => {
    const { bodyLimit = 1_048_576 } = viewOf(operation)
    const body = Buffer.alloc(bodyLimit + 3 * 1024 * 1024, ' ')
    const chunked = { 'Content-Length': [], 'Transfer-Encoding': 'chunked' }
    for (const headers of [{}, chunked]) {
      const answer = await withoutStall(() => call(operation, { body, headers }))
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    }
  })

  test('ignores additional members named like prototype members', async () => {
    const good = JSON.stringify(viewOf(operation).body).slice(0, -1)
    const answer = await call(operation, { body: `${good},"__proto__":{"debug":true,"sandbox":true,"name":"eve"}}` })
    expect(codeOf(answer)).toBe(takesAnyJson ? undefined : 'VALIDATION_ERROR')
    const after = await call(operation, { body: viewOf(operation).body })
    expect(after.status).toBe(expectedOf(operation))
    expect(after.text).not.toMatch(/"debug"|"steps"|"eve"/)
  })
})

describe('every operation', () => {
  test.each(OPERATION_NAMES)('%s rejects unknown parameters, however many', async (operation) => {
    const sample = sampleOf(operation)
    for (const query of ['?a=1', '?a=1&a=2', `?${'a=&'.repeat(4_000)}`, '?%', '?__proto__[x]=1', '?%00=%0d%0a']) {
      const answer = await withoutStall(() => call(operation, { query, ...sample }))
      expect({ query: query.slice(0, 20), code: codeOf(answer) }).toEqual({
        query: query.slice(0, 20),
        code: 'VALIDATION_ERROR',
      })
    }
  })

  test.each(OPERATION_NAMES.filter((name) => viewOf(name).keyed))(
    '%s rejects a key with wrong check digits',
    async (operation) => {
      const bad = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
      const answer = await call(operation, { key: bad, ...sampleOf(operation) })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 401, code: 'INVALID_API_KEY' })
    },
  )
})

describe('without a route', () => {
  test.each(NOWHERE.map((path) => [path.slice(0, 60), path]))(
    '%s is 404 for every method, with a body too',
    async (_, path) => {
      const calls: [string, RequestOptions][] = [
        ['GET', {}],
        ['POST', { body: '['.repeat(100_000) }],
        ['DELETE', { key }],
        ['OPTIONS', { headers: { Origin: 'https://evil.example.net' } }],
        ['PROPFIND', {}],
      ]
      for (const [method, options] of calls) {
        const answer = await service.request(method, path, options)
        expect({ method, status: answer.status, code: codeOf(answer) }).toEqual({
          method,
          status: 404,
          code: 'NOT_FOUND',
        })
        expectCommon(answer)
        expectError(answer)
      }
    },
  )

  test.each(['/%', '/v1/%zz', '/v1/keys/%E0%A4%A', '/docs/reasons/%ff', '/%c0%ae%c0%ae/'])(
    'a path with invalid percent-encoding (%s) is 400 or 404',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await service.request(method, path, { key })
        expect([400, 404, 405]).toContain(answer.status)
        expectCommon(answer)
        expectError(answer)
      }
    },
  )
})

describe('malformed HTTP', () => {
  const expectRefusal = (answer: RawAnswer | undefined) => {
    expect(answer?.status).toBeGreaterThanOrEqual(400)
    expect(answer?.status).toBeLessThan(500)
    expect(answer?.headers['x-request-id']).toEqual(expect.any(String))
    expect(answer?.headers['content-type']).toMatch(/^application\/json/)
    const { docs_url: page, ...error } = JSON.parse(answer!.text).error
    // Requests that the parser rejects have no page.
    if (page !== undefined) expect(page).toMatch(new RegExp(`/docs/errors/${error.code}$`))
    expect(error).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/^.{12,}[.?]$/s) })
    expect(answer!.text).not.toMatch(/HPE_|node_modules|\bat \S+ \(/)
  }

  test.each(BROKEN_REQUESTS)('that is %s is rejected with the usual error format', async (_, bytes) => {
    const sent = bytes.replace('Content-Type', `X-API-Key: ${key}\r\nContent-Type`)
    expectRefusal(await withoutStall(() => sendRaw(service.url, Buffer.from(sent, 'latin1'))))
  })

  test('cannot inject a response header through a line break in a header', async () => {
    for (const parent of ['a\r\n X-Evil: 1', 'a\nX-Evil: 1', 'a%0d%0aX-Evil: 1', 'a\r\nX-Evil: 1']) {
      const body = '{"email":"x"}'
      const head = `POST /v2/verify HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json`
      const answer = await sendRaw(
        service.url,
        `${head}\r\nX-Parent-ID: ${parent}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      expect([200, 400]).toContain(answer?.status)
      expect(answer?.headers).not.toHaveProperty('x-evil')
      expect(answer?.headers['x-parent-id'] ?? 'a').toBe('a')
    }
  })

  test('with a body shorter than its Content-Length does no harm', async () => {
    const connection = await openRaw(service.url)
    connection.write(
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    )
    await withoutStall(() => service.request('GET', '/health/live'))
    connection.destroy()
    expect((await service.request('GET', '/health/ready')).status).toBe(200)
  })

  test('gets exactly one response after the first broken request of a connection', async () => {
    const connection = await openRaw(service.url)
    connection.write(
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    )
    expect((await connection.answer())?.status).toBe(400)
    expect(await connection.answer()).toBeUndefined()
  })

  test('cannot upgrade to an unsupported protocol, and CONNECT reaches nothing', async () => {
    const upgrade = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect((await sendRaw(service.url, upgrade))?.status).toBe(200)
    const connect = await sendRaw(service.url, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n')
    expect(connect?.status ?? 400).toBeGreaterThanOrEqual(400)
    expect((await sendRaw(service.url, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'))?.status).toBe(404)
  })
})

describe('any text in `email` gets a result', () => {
  test.each(HOSTILE_TEXTS)('%s: from v1, v2 and a batch, and is returned as sent', async (_, email) => {
    const v1 = await withoutStall(() => call('verifyEmail', { body: { email } }))
    expect(v1.status).toBe(200)
    expect(v1.body.email).toBe(email)
    const v2 = await withoutStall(() => call('verifyEmailSignals', { body: { email } }))
    expect(v2.status).toBe(200)
    expect(v2.body.email).toBe(email)
    const batch = await withoutStall(() => call('verifyBatch', { body: { emails: ['x', email] } }))
    expect(batch.body.results[1]).toEqual(v1.body)
  })

  test('whatever its characters', async () => {
    // Any UTF-16 code units, including unpaired surrogates; often with an @ somewhere.
    const units = fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0x40, 0x2e, 0x22)), {
      maxLength: 60,
    })
    const text = units.map((codes) => String.fromCharCode(...codes))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 10, maxLength: 10 }), async (emails) => {
        const { body } = await call('verifyBatch', { body: { emails } })
        expect(body.results.map(({ email }: { email: string }) => email)).toEqual(emails)
        for (const [index, email] of emails.entries()) {
          const [v1, v2] = await Promise.all([
            call('verifyEmail', { body: { email } }),
            call('verifyEmailSignals', { body: { email } }),
          ])
          expect(v1.body).toEqual(body.results[index])
          expect(v2.body.email).toBe(email)
          expect(v2.body.signals.syntax).toBe(v1.body.checks.syntax ? 'valid' : 'invalid')
        }
      }),
      { numRuns: 10 },
    )
  })

  test('a thousand addresses of a thousand unknown domains do not delay other callers', async () => {
    const emails = Array.from(
      { length: 1_000 },
      (_, index) => `ädä-${index}@${'ü'.repeat(20)}${index}.straße-${index}.net`,
    )
    const { status, body } = await withoutStall(() => call('verifyBatch', { body: { emails } }))
    expect(status).toBe(200)
    expect(body.summary.total).toBe(1_000)
  })
})
