// Refused uploads and lists store and charge nothing; another account's batches and webhooks are unknown.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLinks } from '../../src/features/batches/link.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import type { Answer, RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import { openRaw } from '../../testbed/callers/rawHttp.js'
import { codeOf, expectAnswerOf } from '../../testbed/contract/answers.js'
import { OPERATION_NAMES, type OperationName, pathOf, sampleOf, viewOf } from '../../testbed/contract/operations.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { eventually } from '../../testbed/eventually.js'
import { startTarget, type Target } from '../../testbed/receivers/target.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'
import { BAD_FILES, BAD_FORMS, BAD_LISTS, GOOD_CSV, TOO_LARGE } from './batchBadInputCases.js'

const PER_MONTH = 100_000
/** Rows of the only valid batch. */
const GOOD_ROWS = 3

let target: Target
let service: ProcessService
let ada: Account
let eve: Account

beforeAll(async () => {
  target = await startTarget()
  service = await start({
    where: 'process',
    zone: mailZone(400),
    env: { WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' },
  })
  ;[ada, eve] = (await service.accounts(2, { perMonth: PER_MONTH })) as [Account, Account]
})

afterAll(async () => {
  const [ended] = await service.end('SIGTERM')
  await Promise.all([service.stop(), target.close()])
  // None of these requests caused a log line.
  expect(ended).toMatchObject({ code: 0, stderr: '' })
})

async function call(
  operation: OperationName,
  options: RequestOptions & { query?: string; params?: Record<string, string> } = {},
): Promise<Answer> {
  const { query = '', params, ...rest } = options
  const path = pathOf(operation, { ...(params && { params }) })
  const answer = await service.request(viewOf(operation).method, `${path}${query}`, { key: eve.key, ...rest })
  expectAnswerOf(operation, answer)
  return answer
}

/** The state of the service: files, batches in the log, and the usage of the account that sends invalid input. */
async function whatIsThere() {
  const batches = new Set<string>()
  for await (const { stream } of readLog(service.settings)) if (stream.startsWith('batch-')) batches.add(stream)
  const { current_month } = (await call('getUsage')).body
  return {
    files: (await readdir(join(service.place.directory, 'blobs'))).sort(),
    batches: [...batches].sort(),
    current_month,
  }
}

describe('nothing is stored, started or charged', () => {
  const NOTHING = {
    files: [],
    batches: [],
    current_month: { verifications: 0, limit: PER_MONTH, remaining: PER_MONTH },
  }
  afterEach(async () => {
    // An incomplete file is removed as soon as its connection breaks.
    const there = await eventually(whatIsThere, ({ files }) => files.length === 0)
    expect(there).toEqual(NOTHING)
  })

  test.each(BAD_FORMS)('of an upload that is %s', async (_, form, status, code) => {
    const answer = await call('uploadBulk', form)
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status, code })
  })

  test.each(BAD_FILES)('of a file that is %s', async (_, content, message) => {
    const answer = await call('uploadBulk', csvForm(content))
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'CSV_INVALID' })
    expect(answer.body.error.message).toMatch(message)
  })

  test('of a file of 100 MB and a byte, with or without a Content-Length', async () => {
    const { body, headers } = csvForm(TOO_LARGE)
    const chunked = { ...headers, 'Content-Length': [], 'Transfer-Encoding': 'chunked' }
    for (const framing of [headers, chunked]) {
      const answer = await call('uploadBulk', { body, headers: framing })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
    }
  })

  test.each([
    ['in the middle of the headers', 60],
    ['in the middle of the part header', 220 + 30],
    ['in the first segment of the file', 60_000],
    ['in a later segment', 2_000_000],
    ['just before the end of the form', -3],
  ])('of an upload that breaks off %s', async (_, at) => {
    const { body, headers } = csvForm(`${GOOD_CSV}${'x@implicit.mailproof.net\n'.repeat(150_000)}`)
    const head = [
      'POST /v1/bulk/upload HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${eve.key}`,
      `Content-Type: ${headers['Content-Type']}`,
      `Content-Length: ${body.length}`,
      '\r\n',
    ].join('\r\n')
    const bytes = Buffer.concat([Buffer.from(head), body])
    const connection = await openRaw(service.url)
    const sent = bytes.subarray(0, at < 0 ? bytes.length + at : at)
    await new Promise((resolve) => connection.socket.write(sent, resolve))
    // The file is already being written if this much was sent.
    if (sent.length > 50_000) {
      await eventually(
        () => readdir(join(service.place.directory, 'blobs')),
        (files) => files.length > 0,
      )
    }
    connection.destroy()
    await connection.ended
  })

  test.each(BAD_LISTS)('of a submitted list with %s', async (_, body, code) => {
    const answer = await call('verifyBulkAgent', { body })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code })
  })

  test.each([
    ['without a host', 'https://'],
    ['without a host, with a port', 'https://:443/'],
    ['that is no URL', 'hooks'],
    ['of another scheme', 'ftp://example.org/'],
    ['of the metadata service', 'http://169.254.169.254/latest/'],
    ['with a password', 'https://user:password@example.org/'],
  ])('when the webhook URL %s', async (_, url) => {
    const list = await call('verifyBulkAgent', { body: { emails: ['a'], async: true, webhook_url: url } })
    const file = await call('uploadBulk', csvForm(GOOD_CSV, { webhook_url: url }))
    const webhook = await call('createWebhook', { body: { url } })
    for (const answer of [list, file, webhook]) {
      expect(answer.status).toBe(400)
      expect(codeOf(answer)).toMatch(/^(WEBHOOK_URL_NOT_ALLOWED|VALIDATION_ERROR)$/)
    }
    expect((await call('listWebhooks')).body).toEqual({ webhooks: [] })
  })

  test('of more addresses than the monthly quota has left, and the error says so', async () => {
    const poor = await service.account({ perMonth: GOOD_ROWS - 1 })
    const upload = await call('uploadBulk', { ...csvForm(GOOD_CSV), key: poor.key })
    const list = await call('verifyBulkAgent', { body: { emails: ['a', 'b', 'c'], async: true }, key: poor.key })
    for (const answer of [upload, list]) {
      expect(answer.status).toBe(429)
      expect(answer.body.error.details).toMatchObject({ scope: 'month', used: 0, remaining: GOOD_ROWS - 1 })
    }
    const fits = await call('verifyBatch', { body: { emails: ['a', 'b'] }, key: poor.key })
    expect(fits.status).toBe(200)
  })
})

describe("another account's", () => {
  const NEVER = { batchId: '019acb60-2b1c-7c3d-9a4e-5f60718293a4', webhookId: 'wh_019acb617c1f7d2e8a3b4c5d6e7f8091' }
  const DELIVERY = '0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b'
  let batch: string
  let webhook: string
  let delivery: string

  beforeAll(async () => {
    const { key } = ada
    webhook = (await call('createWebhook', { key, body: { url: target.url } })).body.webhook.id
    batch = (await call('uploadBulk', { key, ...csvForm(GOOD_CSV) })).body.id
    await eventually(
      () => call('getBatch', { key, params: { batchId: batch } }),
      ({ body }) => body.status === 'completed',
    )
    const deliveries = await eventually(
      () => call('listDeliveries', { key, params: { webhookId: webhook } }),
      ({ body }) => body.deliveries.length === 1,
    )
    delivery = deliveries.body.deliveries[0].id
  })

  /** A response without identifiers of the call and rate-limit counters, which differ between any two calls. */
  const bytesOf = ({ status, headers: all, text }: Answer) => {
    const { date, 'x-request-id': id, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset, ...headers } = all
    return { status, headers, text }
  }

  const ON_BATCHES = OPERATION_NAMES.filter((name) => 'batchId' in (viewOf(name).params ?? {}))
  const ON_WEBHOOKS = OPERATION_NAMES.filter((name) => 'webhookId' in (viewOf(name).params ?? {}))

  test.each([...ON_BATCHES, 'getBulkJob' as const])('batch is reported as unknown by %s', async (operation) => {
    const ask = (id: string) => call(operation, { ...sampleOf(operation), params: { batchId: id, jobId: id } })
    const answer = await ask(batch)
    expect(bytesOf(answer)).toEqual(bytesOf(await ask(NEVER.batchId)))
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 404, code: 'BATCH_NOT_FOUND' })
  })

  test.each(ON_WEBHOOKS)('webhook is reported as unknown by %s', async (operation) => {
    const ask = (webhookId: string, deliveryId: string) =>
      call(operation, { ...sampleOf(operation), params: { webhookId, deliveryId } })
    const answer = await ask(webhook, delivery)
    expect(bytesOf(answer)).toEqual(bytesOf(await ask(NEVER.webhookId, DELIVERY)))
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  test('delivery is reported as unknown at one’s own webhook', async () => {
    const own = (await call('createWebhook', { body: { url: target.url } })).body.webhook.id
    const ask = (deliveryId: string) => call('resendDelivery', { params: { webhookId: own, deliveryId } })
    const answer = await ask(delivery)
    expect(answer.status).toBe(404)
    expect(bytesOf(answer)).toEqual(bytesOf(await ask(DELIVERY)))
    await call('deleteWebhook', { params: { webhookId: own } })
  })

  test('batch is left unchanged', async () => {
    const { body } = await call('getBatch', { key: ada.key, params: { batchId: batch } })
    expect(body).toMatchObject({ status: 'completed', total: GOOD_ROWS, processed: GOOD_ROWS })
    const found = await call('getWebhook', { key: ada.key, params: { webhookId: webhook } })
    expect(found.body).toMatchObject({ id: webhook, status: 'enabled' })
    await eventually(
      () => target.calls.length,
      (count) => count > 0,
    )
    expect(target.calls).toHaveLength(1)
  })

  describe('download link', () => {
    const DAY_MS = 24 * 60 * 60_000
    const links = (now: number) =>
      createLinks({
        deriveKey: createKeyDerivation(openDataDirectory(service.place.directory, { hold: false }).secret),
        clock: { now: () => now },
      })
    const get = async (path: string) => {
      const answer = await service.request('GET', path)
      expectAnswerOf('downloadBatch', answer)
      return answer
    }

    test('that is valid opens the file for anyone who holds it', async () => {
      const { body } = await call('getBatch', { key: ada.key, params: { batchId: batch } })
      const { pathname, search } = new URL(body.download_url)
      expect((await get(pathname + search)).status).toBe(200)
      expect((await get(links(Date.now()).pathOf(batch))).status).toBe(200)
    })

    test('that is expired, forged or of another batch is answered like a link to an unknown batch', async () => {
      const never = await get(links(Date.now()).pathOf(NEVER.batchId))
      expect({ status: never.status, code: codeOf(never) }).toEqual({ status: 404, code: 'BATCH_NOT_FOUND' })
      const good = new URL(links(Date.now()).pathOf(batch), service.url)
      const changed = (name: string, change: (value: string) => string) => {
        const url = new URL(good)
        url.searchParams.set(name, change(url.searchParams.get(name)!))
        return url.pathname + url.search
      }
      const bad = [
        links(Date.now() - DAY_MS - 1_000).pathOf(batch),
        changed('expires', (value) => String(Number(value) + 1)),
        changed('expires', (value) => `${value}0`),
        changed('signature', (value) => (value.startsWith('A') ? `B${value.slice(1)}` : `A${value.slice(1)}`)),
        changed('signature', (value) => value.slice(0, -1)),
        changed('signature', (value) => value.toLowerCase()),
        links(Date.now()).pathOf(NEVER.batchId).replace(NEVER.batchId, batch),
      ]
      for (const path of bad) expect(bytesOf(await get(path))).toEqual(bytesOf(never))
    })

    test('that lacks a parameter is answered with a missing API key', async () => {
      const [path] = links(Date.now()).pathOf(batch).split('?')
      for (const query of ['', '?expires=1', '?signature=x']) {
        expect(codeOf(await get(`${path}${query}`))).toBe('MISSING_API_KEY')
      }
    })
  })
})
