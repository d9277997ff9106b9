// Multipart forms with one file.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { loadContract } from '../../src/api/contract/contract.js'
import { errorReply } from '../../src/api/errors.js'
import { readUpload } from '../../src/http/body/upload.js'
import { createByteBudget } from '../../src/httpMessages/ingress/byteBudget.js'
import { createIngress } from '../../src/httpMessages/ingress/ingress.js'
import { sendResponse } from '../../src/httpMessages/send.js'
import { Failure } from '../../src/kernel/failure.js'
import { silentLog } from '../../src/kernel/log.js'
import { client, type RequestOptions } from '../../testbed/callers/client.js'
import { csvForm, multipart, type Part } from '../../testbed/callers/multipart.js'
import { openRaw } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

const LIMIT = 1_000_000

/** A file in the fake store: complete or aborted. */
interface Kept {
  bytes: number
  state: 'arriving' | 'whole' | 'broken' | 'discarded'
}

const { validateForm } = loadContract().operation('uploadBulk')
let kept: Kept[]
let failure: Error | undefined
/** What the handler waits for before it reads a form, and the spool before it reads the file. */
let before: Promise<void> | undefined
let gate: Promise<void> | undefined
let latest: IncomingMessage | undefined
let failures: unknown[]
const budget = createByteBudget()
let server: HttpServer
let http: ReturnType<typeof client>

async function spool(content: AsyncIterable<Uint8Array>): Promise<Kept & { text: string }> {
  const file: Kept & { text: string } = { bytes: 0, state: 'arriving', text: '' }
  kept.push(file)
  try {
    await gate
    for await (const piece of content) {
      file.bytes += piece.length
      if (failure) throw failure
      if (file.bytes > LIMIT) throw new Failure('PAYLOAD_TOO_LARGE', 'The file is too large.', { limit: LIMIT })
      if (file.bytes < 1_000) file.text += Buffer.from(piece).toString()
    }
  } catch (error) {
    file.state = 'broken'
    throw error
  }
  file.state = 'whole'
  return file
}

beforeAll(async () => {
  server = await startHttpServer(async (request, response) => {
    const headers = { 'X-Request-ID': '1' }
    const discard = async (file: Kept) => {
      file.state = 'discarded'
    }
    latest = request
    await before
    try {
      const body = await readUpload(request, { limit: LIMIT, account: 'a', check: validateForm, spool, discard })
      sendResponse(response, { status: 200, headers, body, last: false })
    } catch (error) {
      failures.push(error)
      if (response.destroyed) return
      const failed = errorReply(error, { operation: 'uploadBulk', requestId: '1', log: silentLog, baseUrl: '' })
      sendResponse(response, { ...failed, last: false })
    }
  }, createIngress({ budget }))
  http = client(server.url)
})
afterAll(async () => {
  http.close()
  await server.close()
})
beforeEach(() => {
  kept = []
  failure = before = gate = latest = undefined
  failures = []
})

const post = (options: RequestOptions) => http.request('POST', '/', options)
const postParts = (...parts: Part[]) => post(multipart(parts))
const file = (content: string | Buffer = 'email\nada@example.org\n', name = 'file'): Part => ({
  name,
  content,
  filename: 'list.csv',
})
const field = (name: string, content: string): Part => ({ name, content })

describe('a form with one file', () => {
  test('is parsed with the fields before its file', async () => {
    const answer = await postParts(field('has_header', 'true'), field('email_column', 'contact'), file())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ has_header: true, email_column: 'contact', file: { state: 'whole' } })
    expect(answer.body.file.text).toBe('email\nada@example.org\n')
  })

  test('may have fields after the file', async () => {
    const url = 'https://example.com/hooks?a=1&b=ü'
    const answer = await postParts(file(), field('webhook_url', url), field('has_header', 'false'))
    expect(answer.body).toMatchObject({ webhook_url: url, has_header: false, file: { state: 'whole' } })
  })

  test('is parsed from small pieces, without a length', async () => {
    const { body, headers } = csvForm('email\r\nada@example.org\r\n', { has_header: 'true' })
    const connection = await openRaw(server.url)
    connection.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['Content-Type']}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    for (const byte of body) connection.write(Buffer.from([0x31, 13, 10, byte, 13, 10]))
    connection.write('0\r\n\r\n')
    const answer = await connection.answer()
    connection.destroy()
    expect(JSON.parse(answer!.text)).toMatchObject({ has_header: true, file: { text: 'email\r\nada@example.org\r\n' } })
  })

  test('may have a file of exactly the limit; one more byte is 413, with or without a Content-Length, and nothing is kept', async () => {
    expect((await postParts(file(Buffer.alloc(LIMIT, 'a')))).body.file).toMatchObject({ bytes: LIMIT, state: 'whole' })
    for (const size of [LIMIT + 1, 2 * LIMIT]) {
      kept = []
      const { body, headers } = csvForm(Buffer.alloc(size, 'a'))
      const chunked = { ...headers, 'Content-Length': [], 'Transfer-Encoding': 'chunked' }
      for (const answer of [await post({ body, headers }), await post({ body, headers: chunked })]) {
        expect(answer.status).toBe(413)
        expect(answer.body.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { limit: LIMIT } })
      }
      expect(kept.length).toBeGreaterThan(0)
      expect(kept.every(({ state }) => state === 'broken')).toBe(true)
    }
  })

  test('may not be longer than its file and a small overhead, wherever that is', async () => {
    const { body, headers } = csvForm('email\n')
    const behindPreamble = Buffer.concat([Buffer.alloc(LIMIT + 200_000, 'a'), body])
    expect((await post({ body: behindPreamble, headers })).status).toBe(413)
    expect(kept).toEqual([])
  })

  test('may have empty fields, as browsers send them, which are ignored', async () => {
    const answer = await postParts(file(), field('webhook_url', ''), field('email_column', ''))
    expect(answer.body).toEqual({ file: expect.anything(), mailbox: false, mailbox_minutes: 30 })
  })
})

describe('a client that leaves', () => {
  const form = csvForm(Buffer.alloc(60_000, 'a'))
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${form.headers['Content-Type']}\r\nContent-Length: ${form.body.length}\r\n\r\n`

  test('while its form has arrived but is not read leaves nothing', async () => {
    let proceed = () => {}
    gate = new Promise((resolve) => {
      proceed = resolve
    })
    const connection = await openRaw(server.url)
    connection.write(Buffer.concat([Buffer.from(head), form.body]))
    await eventually(
      () => latest?.complete && latest.isPaused(),
      (is) => is === true,
    )
    connection.destroy()
    await eventually(budget.held, (held) => held === 0)
    proceed()
    await eventually(
      () => kept.map(({ state }) => state),
      ([state]) => state === 'discarded',
    )
  })

  test('before its form is read leaves nothing', async () => {
    let proceed = () => {}
    before = new Promise((resolve) => {
      proceed = resolve
    })
    const connection = await openRaw(server.url)
    connection.write(`${head}--`)
    await eventually(
      () => latest,
      (request) => request !== undefined,
    )
    connection.destroy()
    await eventually(
      () => latest!.closed,
      (is) => is,
    )
    proceed()
    await eventually(
      () => failures,
      (all) => all.length === 1,
    )
    expect(budget.held()).toBe(0)
    expect(kept).toEqual([])
  })
})

describe('an upload is refused', () => {
  const refused = (message: string, path: string) => ({
    status: 400,
    body: {
      error: { code: 'VALIDATION_ERROR', details: { problems: [{ path, message: expect.stringContaining(message) }] } },
    },
  })

  test.each([
    ['JSON', { 'Content-Type': 'application/json' }],
    ['another kind of form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another multipart', { 'Content-Type': 'multipart/mixed; boundary=x' }],
    ['CSV', { 'Content-Type': 'text/csv' }],
    ['no type', { 'Content-Type': [] }],
    ['compressed', { ...csvForm('x').headers, 'Content-Encoding': 'gzip' }],
  ])('if its type is another: 415 for %s', async (_, headers) => {
    const answer = await post({ body: csvForm('email\n').body, headers })
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } })
    expect(kept).toEqual([])
  })

  test('without a boundary', async () => {
    const answer = await post({ body: csvForm('x').body, headers: { 'Content-Type': 'multipart/form-data' } })
    expect(answer).toMatchObject(refused('boundary', ''))
  })

  test('without a body', async () => {
    const { headers } = csvForm('x')
    expect(await post({ headers })).toMatchObject(refused('the body is missing', ''))
  })

  test('without a file', async () => {
    expect(await postParts(field('has_header', 'true'))).toMatchObject(refused('`file` is missing', '/file'))
    expect(await postParts()).toMatchObject({ status: 400 })
  })

  test('with two files, neither of which is kept', async () => {
    expect(await postParts(file(), file())).toMatchObject(refused('more than once', '/file'))
    expect(kept.map(({ state }) => state)).toEqual(['discarded'])
  })

  test('with a file in another field, under the right file name', async () => {
    expect(await postParts(file('x', 'upload'))).toMatchObject(refused('in the field `file`', '/upload'))
    expect(await postParts(file('x', ''))).toMatchObject(refused('in the field `file`', '/""'))
    expect(await postParts(file('x', 'webhook_url'))).toMatchObject(refused('in the field `file`', '/webhook_url'))
    expect(kept).toEqual([])
  })

  test('with text in the file field', async () => {
    const answer = await postParts(field('file', 'email\nada@example.org'))
    expect(answer).toMatchObject(refused('must be a file', '/file'))
  })

  test.each([
    ['unknown', [field('callback', 'x')], 'unknown field `callback`', '/callback'],
    ['mistyped', [field('webhook-url', 'x')], 'did you mean `webhook_url`?', '/webhook-url'],
    ['given twice', [field('has_header', 'true'), field('has_header', 'true')], 'must not be repeated', '/has_header'],
    ['of another type', [field('has_header', 'yes')], 'must be true or false', '/has_header'],
    ['too long', [field('email_column', 'x'.repeat(9_000))], 'longer than 8192 bytes', '/email_column'],
    ['longer than it may be', [field('webhook_url', 'x'.repeat(2_049))], 'at most 2048 characters', '/webhook_url'],
    ['like a prototype', [field('__proto__', 'x')], 'unknown field `__proto__`', '/__proto__'],
  ])('with a field that is %s; the file is not kept', async (_, fields, message, path) => {
    expect(await postParts(file(), ...fields)).toMatchObject(refused(message, path))
    expect(await postParts(...fields, file())).toMatchObject(refused(message, path))
    expect(kept.filter(({ state }) => state === 'whole' || state === 'arriving')).toEqual([])
  })

  test('with too many fields', async () => {
    const fields = Array.from({ length: 11 }, () => field('has_header', 'true'))
    expect(await postParts(...fields, file())).toMatchObject(refused('more than 10 fields', ''))
  })

  test.each([
    ['no form', Buffer.from('email\nada@example.org\n')],
    ['a form without an end', csvForm('email\n').body.subarray(0, -4)],
    ['half a part header', csvForm('email\n').body.subarray(0, 40)],
  ])('with a body that is %s; nothing is kept', async (_, body) => {
    expect(await post({ body, headers: csvForm('').headers })).toMatchObject(refused('not a well-formed', ''))
    expect(kept.filter(({ state }) => state === 'whole' || state === 'arriving')).toEqual([])
  })

  test('with endless part headers', async () => {
    const { headers } = csvForm('')
    const body = Buffer.concat([
      Buffer.from('------mailproof-4f1c0b2e\r\nContent-Disposition: form-data; x="'),
      Buffer.alloc(50_000, 'x'),
    ])
    expect((await post({ body, headers })).status).toBe(400)
  })

  test('if the store refuses it, with the message of the store', async () => {
    failure = new Error('the disk is full')
    const answer = await postParts(file(Buffer.alloc(500_000, 'a')), field('has_header', 'true'))
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } })
    expect(kept.map(({ state }) => state)).toEqual(['broken'])
  })
})

describe('a client', () => {
  test('that is refused early can finish sending, and reuse its connection', async () => {
    const { body, headers } = multipart([file('x', 'upload'), file(Buffer.alloc(900_000, 'a'))])
    for (let time = 0; time < 3; time++) expect((await post({ body, headers })).status).toBe(400)
    expect((await postParts(file())).status).toBe(200)
  })

  test('that is cut off midway leaves nothing behind', async () => {
    const { body, headers } = csvForm(Buffer.alloc(500_000, 'a'))
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    const connection = await openRaw(server.url)
    connection.write(head)
    connection.write(body.subarray(0, 300_000))
    await eventually(
      () => kept,
      ([first]) => (first?.bytes ?? 0) > 0,
    )
    connection.destroy()
    await eventually(
      () => kept,
      ([first]) => first?.state === 'broken',
    )
  })

  test('that is cut off after the file, before the end of the form, leaves nothing behind', async () => {
    // Long enough to be passed on to the parser before the form is complete.
    const long = ' '.repeat(8_000)
    const { body, headers } = csvForm('email\nada@example.org\n', { a: long, b: long, c: long })
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${headers['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    const connection = await openRaw(server.url)
    connection.write(head)
    connection.write(body.subarray(0, -20))
    await eventually(
      () => kept,
      ([first]) => first?.state === 'whole',
    )
    connection.destroy()
    await once(connection.socket, 'close')
    await eventually(
      () => kept,
      ([first]) => first?.state === 'discarded',
    )
  })
})

describe('a corrupted form', () => {
  const { body, headers } = csvForm('email\nada@example.org\n', { has_header: 'true', email_column: 'email' })

  /** The response matches the contract, and nothing of a rejected upload is kept. */
  async function expectSettled(sent: Buffer): Promise<void> {
    kept = []
    const answer = await post({ body: sent, headers })
    expect([200, 400]).toContain(answer.status)
    const whole = kept.filter(({ state }) => state === 'whole')
    expect(whole).toHaveLength(answer.status === 200 ? 1 : 0)
    expect(kept.filter(({ state }) => state === 'arriving')).toEqual([])
  }

  test('truncated at any byte keeps its file only if it is accepted', async () => {
    for (let length = 1; length < body.length; length++) await expectSettled(body.subarray(0, length))
  })

  test('with any bytes replaced keeps its file only if it is accepted', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.constantFrom('\r\n', '--', '\r\n------mailproof-4f1c0b2e'),
    )
    const place = fc.nat({ max: body.length })
    await fc.assert(
      fc.asyncProperty(place, fc.nat({ max: 30 }), piece, (at, length, bytes) =>
        expectSettled(Buffer.concat([body.subarray(0, at), Buffer.from(bytes as string), body.subarray(at + length)])),
      ),
      { numRuns: 500 },
    )
  })
})
