// Uploading a file over REST, by status.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, upload } from '../../testbed/callers/batches.js'
import { csvForm, multipart } from '../../testbed/callers/multipart.js'
import { openRaw } from '../../testbed/callers/rawHttp.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

const LIMIT = 104_857_600
const CSV =
  'name,email\nAda,ada@explicit.mailproof.net\nBob,bob@missing.mailproof.net\nAda,ADA@explicit.mailproof.net\n'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const post = (key: string, form: ReturnType<typeof csvForm>, headers: Record<string, string | string[]> = {}) =>
  api.call('uploadBulk', { key, body: form.body, headers: { ...form.headers, ...headers } })

/** Files stored in the service, of any account, including incomplete ones. */
const blobs = (): string[] =>
  readdirSync(join(api.service.container.place, 'blobs'), { recursive: true }).map(String).sort()

/** A rejected upload leaves nothing behind: no file, no charge, no reservation. */
async function expectNothing(key: string, before: readonly string[]): Promise<void> {
  expect(blobs()).toEqual(before)
  expect(await api.usage(key)).toMatchObject({ verifications: 0, remaining: 1_000 })
}

describe('202', () => {
  test('accepts the file and returns where its result will be', async () => {
    const { key } = await api.account()
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const webhook_url = 'https://192.0.43.8/hooks'
    const form = csvForm(CSV, { webhook_url })
    const answer = await post(key, form, { traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    expect(answer.status).toBe(202)
    const { job_id } = answer.body
    expect(answer.body).toEqual({
      id: job_id,
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'queued',
      total_emails: 3,
      request_id: answer.headers['x-request-id'],
      trace_id: trace,
      webhook_url,
      distinct: 2,
      people: 2,
      repeated_people: 1,
      duplicates: 1,
      file: expect.objectContaining({ name: 'list.csv', header: true, remarks: [] }),
    })
    expect(await ended(api, key, job_id)).toMatchObject({ status: 'completed', total: 3, valid: 2, invalid: 1 })
    expect((await api.usage(key)).verifications).toBe(2)
  })

  test('uses the given column and header options', async () => {
    const { key } = await api.account()
    const csv = 'ada@explicit.mailproof.net;bob@missing.mailproof.net\n'
    const job = await upload(api, key, csv, { email_column: '2', has_header: 'false' })
    expect(await ended(api, key, job)).toMatchObject({ total: 1, valid: 0, invalid: 1 })
  })

  test('reads the file in the given encoding', async () => {
    const { key } = await api.account()
    const csv = Buffer.from('Почта\nада@explicit.mailproof.net\n', 'utf16le')
    const job = await upload(api, key, csv, { encoding: 'utf-16le', email_column: 'Почта' })
    const { total, file } = await ended(api, key, job)
    expect({ total, file }).toMatchObject({ total: 1, file: { encoding: 'utf-16le', email_column: { name: 'Почта' } } })
  })

  test('counts in the minute as one request', async () => {
    const { key } = await api.account({ perMinute: 5 })
    expect((await post(key, csvForm(CSV))).headers['x-ratelimit-remaining']).toBe('4')
  })
})

describe('400', () => {
  describeParameters(() => api, 'uploadBulk')

  test.each([
    ['no file', multipart([{ name: 'has_header', content: 'true' }]), '/file'],
    ['two files', multipart(Array(2).fill({ name: 'file', content: CSV, filename: 'a.csv' })), '/file'],
    ['a file in another field', multipart([{ name: 'csv', content: CSV, filename: 'a.csv' }]), '/csv'],
    ['a text in the field of the file', multipart([{ name: 'file', content: CSV }]), '/file'],
    ['an unknown field', csvForm(CSV, { callback: 'x' }), '/callback'],
    ['a field of another type', csvForm(CSV, { has_header: '1' }), '/has_header'],
    ['an unknown encoding', csvForm(CSV, { encoding: 'ebcdic' }), '/encoding'],
    ['a form that breaks off', { ...csvForm(CSV), body: csvForm(CSV).body.subarray(0, -10) }, ''],
    ['no boundary', { ...csvForm(CSV), headers: { 'Content-Type': 'multipart/form-data' } }, ''],
  ])('%s; nothing is stored', async (_, form, path) => {
    const { key } = await api.account()
    const before = blobs()
    const answer = await post(key, form)
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
    expect(problemPaths(answer)).toEqual([path])
    await expectNothing(key, before)
  })

  test.each([
    ['an empty file', ''],
    ['only a header', 'email,name\n'],
    ['no address column', 'name,age\nAda,36\nBob,41\n'],
    ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0, 0, 0xff])],
    ['a zip archive', Buffer.from('PK\u0003\u0004\u0014\0\0\0\b\0', 'latin1')],
    ['a quote without an end', 'email,name\nada@example.org,"Ada\nbob@example.org,Bob\n'],
  ])('%s; nothing is stored', async (_, csv) => {
    const { key } = await api.account()
    const before = blobs()
    const answer = await post(key, csvForm(csv))
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('CSV_INVALID')
    await expectNothing(key, before)
  })

  test.each(['http://169.254.169.254/latest', 'https:///nohost', 'nonsense'])(
    'a URL that may not be called, %s; nothing is stored',
    async (webhook_url) => {
      const { key } = await api.account()
      const before = blobs()
      const answer = await post(key, csvForm(CSV, { webhook_url }))
      expect(answer.status).toBe(400)
      expect(codeOf(answer)).toBe('WEBHOOK_URL_NOT_ALLOWED')
      await expectNothing(key, before)
    },
  )
})

describeUnauthorized(() => api, 'uploadBulk')

describe('413', () => {
  test('100 MB and one byte, with or without a Content-Length; nothing is stored', async () => {
    const { key } = await api.account()
    const before = blobs()
    const form = csvForm(Buffer.alloc(LIMIT + 1, 'ada@example.org\n'))
    const withLength = await post(key, form)
    const chunked = await post(key, form, { 'Content-Length': [], 'Transfer-Encoding': 'chunked' })
    for (const answer of [withLength, chunked]) {
      expect(answer.status).toBe(413)
      expect(answer.body.error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { limit: LIMIT } })
    }
    await expectNothing(key, before)
  })
})

describe('415', () => {
  test.each([
    ['JSON', { 'Content-Type': 'application/json' }],
    ['CSV itself', { 'Content-Type': 'text/csv' }],
    ['a compressed form', { 'Content-Encoding': 'gzip' }],
  ])('%s', async (_, headers) => {
    const { key } = await api.account()
    const answer = await post(key, csvForm(CSV), headers)
    expect(answer.status).toBe(415)
    expect(codeOf(answer)).toBe('UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('429', () => {
  test('more addresses than the monthly quota has left; nothing is stored', async () => {
    const { key } = await api.account({ perMonth: 1 })
    const before = blobs()
    const answer = await post(key, csvForm(CSV))
    expect(answer.body.error).toMatchObject({ details: { scope: 'month', requested: 2, remaining: 1 } })
    expect(blobs()).toEqual(before)
    expect(await api.usage(key)).toMatchObject({ verifications: 0, remaining: 1 })
  })

  test('more requests than allowed per minute: the file is not even read', async () => {
    const { key } = await api.account({ perMinute: 1 })
    await post(key, csvForm(CSV))
    const before = blobs()
    const connection = await openRaw(api.url)
    connection.write(
      `POST /v1/bulk/upload HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n`,
    )
    expect((await connection.answer())?.status).toBe(429)
    connection.destroy()
    expect(blobs()).toEqual(before)
  })
})

describe('a connection that breaks off', () => {
  test.each([0.02, 0.5, 0.99])('at %d of the form leaves nothing behind', async (part) => {
    const { key } = await api.account()
    const before = blobs()
    const { body, headers } = csvForm(`email\n${'ada@explicit.mailproof.net\n'.repeat(50_000)}`)
    const connection = await openRaw(api.url)
    connection.write(
      `POST /v1/bulk/upload HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: ${headers['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    const sent = body.subarray(0, Math.floor(body.length * part))
    await new Promise<void>((resolve) => connection.socket.write(sent, () => resolve()))
    await eventually(blobs, ({ length }) => length > before.length)
    connection.destroy()
    await eventually(blobs, ({ length }) => length === before.length)
    await expectNothing(key, before)
  })
})

describeMethods(() => api, 'uploadBulk')
describe('the forms of its path', () => testForms(() => api, 'uploadBulk'))
