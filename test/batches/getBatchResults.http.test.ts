// The results of a batch over REST, by status code.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  ended,
  expectSame404,
  SILENT_FOR,
  silentAddresses,
  submit,
  untilStarted,
  upload,
} from '../../testbed/callers/batches.js'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
})
afterAll(() => api.stop())

const results = (key: string, batchId: string) => api.call('getBatchResults', { key, params: { batchId } })

describe('200', () => {
  test('has every row of an upload in its order, repeated ones and empty cells too', async () => {
    const { key } = await api.account()
    const rows = ['ada@explicit.mailproof.net', 'ada@missing.mailproof.net', '""', 'ADA@explicit.mailproof.net', 'no']
    const batchId = await upload(api, key, `email\n${rows.join('\n')}\n`)
    await ended(api, key, batchId)
    const { status, headers, body } = await results(key, batchId)
    expect(status).toBe(200)
    expect(headers['transfer-encoding']).toBe('chunked')
    expect(body).toEqual({
      id: batchId,
      results: [
        { i: 0, v: 1, d: 0 },
        { i: 1, v: 0, d: 0, e: 'dns' },
        { i: 2, v: 0, d: 0, e: 'syntax' },
        { i: 3, v: 1, d: 0 },
        { i: 4, v: 0, d: 0, e: 'syntax' },
      ],
      stats: { t: 5, v: 2, i: 3, u: 0, ms: expect.any(Number), eps: expect.any(Number) },
    })
  })

  test('has more rows than one chunk, none missing, none twice', async () => {
    const { key } = await api.account({ perMonth: 10_000 })
    const emails = Array.from({ length: 3_500 }, (_, row) =>
      row % 7 === 0 ? `not an address ${row}` : `user${row}@explicit.mailproof.net`,
    )
    const batchId = await submit(api, key, emails)
    await ended(api, key, batchId)
    const { body } = await results(key, batchId)
    expect(body.results.map(({ i }: { i: number }) => i)).toEqual([...emails.keys()])
    expect(body.results.every(({ i, v }: { i: number; v: number }) => v === (i % 7 === 0 ? 0 : 1))).toBe(true)
    expect(body.stats).toMatchObject({ t: 3_500, v: 3_000 })
  })

  test('has the size that the contract announces', async () => {
    const { key } = await api.account({ perMonth: 10_000 })
    const emails = Array.from(
      { length: 1_000 },
      (_, row) =>
        [
          `no address ${row}`,
          `someone.with.a.long.name.${row}@explicit.mailproof.net`,
          `a${row}@missing.mailproof.net`,
        ].at(row % 3)!,
    )
    const bytesPerRow = async (format: string, debug = false) => {
      const batchId = await submit(api, key, emails, { format, debug })
      await ended(api, key, batchId)
      return Buffer.byteLength((await results(key, batchId)).text) / emails.length
    }
    const between = (bytes: number, min: number, max: number) => {
      expect(bytes).toBeGreaterThanOrEqual(min)
      expect(bytes).toBeLessThanOrEqual(max)
    }
    between(await bytesPerRow('compact'), 20, 60)
    const full = await bytesPerRow('full')
    between(full, 300, 600)
    between((await bytesPerRow('full', true)) - full, 0, 300)
  })

  test('in full has each address as it was given', async () => {
    const { key } = await api.account()
    const emails = ['ADA@explicit.mailproof.net', ' no address ', 'ada@gmial.com']
    const batchId = await submit(api, key, emails, { format: 'full' })
    await ended(api, key, batchId)
    const { body } = await results(key, batchId)
    for (const [index, email] of emails.entries()) {
      const { i, v, d, e, ...full } = body.results[index]
      expect(full).toEqual((await api.call('verifyEmail', { key, body: { email } })).body)
    }
  })

  test('of a cancelled batch has the rows processed before', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 1))
    await api.call('cancelBatch', { key, params: { batchId } })
    const { status, body } = await results(key, batchId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: batchId, results: [], stats: { t: 0, v: 0 } })
  })

  test('to HEAD is its headers', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, ['ada@explicit.mailproof.net'])
    await ended(api, key, batchId)
    expect(await api.request('HEAD', `/v1/batch/${batchId}/results`, { key })).toMatchObject({ status: 200, text: '' })
  })
})

describe('400', () => describeParameters(() => api, 'getBatchResults'))
describeUnauthorized(() => api, 'getBatchResults')

describe('404', () => {
  test("another account's are reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const batchId = await submit(api, ada.key, ['ada@explicit.mailproof.net'])
    const missing = { batchId: '019acb60-2b1c-7c3d-9a4e-5f60718293a4' }
    await expectSame404(api, 'getBatchResults', { key: bob.key, others: { batchId }, missing })
    await ended(api, ada.key, batchId)
    await expectSame404(api, 'getBatchResults', { key: bob.key, others: { batchId }, missing })
  })
})

describe('425', () => {
  test('has the progress of the batch and a Retry-After', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 3))
    await untilStarted(api, key, batchId)
    const answer = await results(key, batchId)
    expect(answer.status).toBe(425)
    expect(codeOf(answer)).toBe('BATCH_PROCESSING')
    expect(answer.body.error.details).toEqual({ processed: 0, total: 3 })
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  })
})

describeMethods(() => api, 'getBatchResults')
describe('the forms of its path', () => testForms(() => api, 'getBatchResults'))
