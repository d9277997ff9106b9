// The status of a batch over REST, by status code.
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
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { BASE_URL } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
})
afterAll(() => api.stop())

const EMAILS = ['ada@explicit.mailproof.net', 'no address', 'ada@missing.mailproof.net']
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const get = async (key: string, batchId: string) => (await api.call('getBatch', { key, params: { batchId } })).body

describe('200', () => {
  test('of a completed submitted list has its counts and no upload fields', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, EMAILS)
    expect(await ended(api, key, batchId)).toEqual({
      batch_id: batchId,
      status: 'completed',
      total: 3,
      processed: 3,
      valid: 1,
      invalid: 2,
      unknown: 0,
      disposable: 0,
      role: 0,
      deliverable: 1,
      risky: 0,
      mistyped: 0,
      distinct: 3,
      people: 3,
      repeated_people: 0,
      duplicates: 0,
      charged: 3,
      created_at: expect.stringMatching(ISO),
      completed_at: expect.stringMatching(ISO),
    })
  })

  test('of a batch in progress has no end yet', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 2))
    expect(await untilStarted(api, key, batchId)).toEqual({
      batch_id: batchId,
      status: 'processing',
      total: 2,
      processed: 0,
      valid: 0,
      invalid: 0,
      unknown: 0,
      disposable: 0,
      role: 0,
      deliverable: 0,
      risky: 0,
      mistyped: 0,
      distinct: 2,
      people: 2,
      repeated_people: 0,
      duplicates: 0,
      charged: 0,
      created_at: expect.stringMatching(ISO),
    })
  })

  test('of an upload has its job, its progress and, once completed, its download URL', async () => {
    const { key } = await api.account()
    const id = await upload(api, key, `email\n${EMAILS.join('\n')}\n`)
    const counts = {
      ...{ total: 3, processed: 3, valid: 1, invalid: 2, unknown: 0 },
      ...{ disposable: 0, role: 0, distinct: 3, charged: 3 },
    }
    const body = await ended(api, key, id)
    expect(body).toMatchObject({ batch_id: id, job_id: id, status: 'completed', ...counts, progress: counts })
    expect(body.download_url).toMatch(
      new RegExp(`^${BASE_URL}/v1/batch/${id}/download\\?expires=\\d+&signature=[\\w-]+$`),
    )
    const open = await upload(api, key, `email\n${silentAddresses(api, 1).join('\n')}\n`)
    const atWork = await untilStarted(api, key, open)
    expect(atWork).toMatchObject({ job_id: open, progress: { total: 1, processed: 0 } })
    expect(atWork).not.toHaveProperty('download_url')
  })

  test('is available immediately, with any key of the account', async () => {
    const { key } = await api.account()
    const other = await api.generate(key)
    expect(await get(other.key, await submit(api, key, EMAILS))).toMatchObject({ total: 3 })
  })

  test('of a cancelled batch has what was processed before', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 1))
    await api.call('cancelBatch', { key, params: { batchId } })
    const body = await get(key, batchId)
    expect(body).toMatchObject({
      status: 'cancelled',
      total: 1,
      processed: 0,
      completed_at: expect.stringMatching(ISO),
    })
    expect(body).not.toHaveProperty('failure')
  })
})

describe('400', () => describeParameters(() => api, 'getBatch'))
describeUnauthorized(() => api, 'getBatch')

describe('404', () => {
  test("another account's is reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const batchId = await submit(api, ada.key, EMAILS)
    const missing = { batchId: '019acb60-2b1c-7c3d-9a4e-5f60718293a4' }
    await expectSame404(api, 'getBatch', { key: bob.key, others: { batchId }, missing })
    expect(await get(ada.key, batchId)).toMatchObject({ batch_id: batchId })
  })

  test.each(['x', '..', '%00', "'", 'batch-1', '../../v1/stats'])('an invalid id: %s', async (batchId) => {
    const { key } = await api.account()
    const answer = await api.call('getBatch', { key, params: { batchId: encodeURIComponent(batchId) } })
    expect(answer.status).toBe(404)
  })
})

describeMethods(() => api, 'getBatch')
describe('the forms of its path', () => testForms(() => api, 'getBatch'))
