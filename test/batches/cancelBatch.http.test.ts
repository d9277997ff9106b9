// Cancelling or deleting a batch over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { batchOfBlob } from '../../src/features/batches/ids.js'
import { batchResults, resultsId } from '../../src/features/batches/projections/batchResults.js'
import { ended, expectSame404, SILENT_FOR, silentAddresses, submit, upload } from '../../testbed/callers/batches.js'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

const NEVER = '019acb60-2b1c-7c3d-9a4e-5f60718293a4'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
})
afterAll(() => api.stop())

const cancel = (key: string, batchId: string, query = '') =>
  api.call('cancelBatch', { key, params: { batchId }, query })

describe('200', () => {
  test('cancels a batch in progress and releases what was not processed', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 10))
    expect(await api.usage(key)).toMatchObject({ verifications: 0, remaining: 990 })
    const answer = await cancel(key, batchId)
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining('cancelled') },
    })
    expect((await api.call('getBatch', { key, params: { batchId } })).body.status).toBe('cancelled')
    expect(await api.usage(key)).toMatchObject({ verifications: 0, remaining: 1_000 })
  })

  test('cancels an upload too', async () => {
    const { key } = await api.account()
    const batchId = await upload(api, key, `email\n${silentAddresses(api, 1)[0]}\n`)
    expect((await cancel(key, batchId)).status).toBe(200)
  })

  test('twice changes nothing, and says that it was already cancelled', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 1))
    await cancel(key, batchId)
    const again = await cancel(key, batchId)
    expect(again).toMatchObject({ status: 200, body: { success: true, message: expect.stringContaining('already') } })
    expect((await api.usage(key)).remaining).toBe(1_000)
  })
})

describe('400', () => describeParameters(() => api, 'cancelBatch'))
describeUnauthorized(() => api, 'cancelBatch')

describe('404', () => {
  test("another account's batch is reported as unknown, and continues", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const batchId = await submit(api, ada.key, silentAddresses(api, 1))
    const missing = { batchId: NEVER }
    await expectSame404(api, 'cancelBatch', { key: bob.key, others: { batchId }, missing })
    const { body } = await api.call('getBatch', { key: ada.key, params: { batchId } })
    expect(['pending', 'processing']).toContain(body.status)
  })
})

describe('200 for a batch that has ended', () => {
  const blobsOf = async (batchId: string) => {
    const names: string[] = []
    for await (const { name } of api.service.container.blobs.all()) if (batchOfBlob(name) === batchId) names.push(name)
    return names
  }
  const resultsOf = async (batchId: string) =>
    (await api.service.container.eventing.read(batchResults).get(resultsId(batchId, 0)))?.document

  /** Every way to see a batch. */
  const viewsOf = async (key: string, batchId: string) => {
    const params = { batchId }
    const views = [
      await api.call('getBatch', { key, params }),
      await api.call('getBatchResults', { key, params }),
      await api.call('downloadBatch', { key, params }),
      await api.call('getBulkJob', { key, params: { jobId: batchId } }),
    ]
    return views.map(({ status }) => status)
  }

  test('deletes its files and results; what was charged stays, and the log says who did it', async () => {
    const { key, id } = await api.account()
    const kept = await upload(api, key, 'email\nada@explicit.mailproof.net\n')
    const batchId = await upload(api, key, 'email\nbob@explicit.mailproof.net\nada@explicit.mailproof.net\n')
    await Promise.all([ended(api, key, kept), ended(api, key, batchId)])
    const link = new URL((await api.call('getBatch', { key, params: { batchId } })).body.download_url)
    const before = await api.usage(key)
    expect(await blobsOf(batchId)).toHaveLength(2)

    expect(await cancel(key, batchId)).toMatchObject({
      status: 200,
      body: { success: true, message: 'The files and results of this batch are deleted.' },
    })
    expect(await viewsOf(key, batchId)).toEqual([404, 404, 404, 404])
    expect((await api.request('GET', `${link.pathname}${link.search}`)).status).toBe(404)
    expect(await blobsOf(batchId)).toEqual([])
    expect(await resultsOf(batchId)).toBeUndefined()
    expect(await resultsOf(kept)).toBeDefined()
    expect(await viewsOf(key, kept)).toEqual([200, 200, 200, 200])
    expect(await api.usage(key)).toEqual(before)
    const events = await api.events(`batch-${batchId}`)
    expect(events.at(-1)).toMatchObject({ type: 'BatchDeleted', data: { account: id, processed: 2 } })
    const { body } = await api.call('listAuditEntries', { key, query: '?kind=batch_deleted' })
    expect(body.entries).toMatchObject([{ subject: batchId, key: events.at(-1)!.meta.key }])
    await expectSame404(api, 'cancelBatch', { key, others: { batchId }, missing: { batchId: NEVER } })
  })

  test('deletes a cancelled one only if it is expected to have ended', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 1))
    expect((await cancel(key, batchId, '?expect=in_progress')).status).toBe(200)
    expect((await cancel(key, batchId, '?expect=in_progress')).status).toBe(200)
    expect((await cancel(key, batchId)).status).toBe(200)
    expect((await api.call('getBatch', { key, params: { batchId } })).status).toBe(200)
    expect((await cancel(key, batchId, '?expect=ended')).status).toBe(200)
    expect((await api.call('getBatch', { key, params: { batchId } })).status).toBe(404)
  })
})

describe('409', () => {
  test('a completed batch stays as it is if it was taken for one in progress', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, ['ada@explicit.mailproof.net'])
    await ended(api, key, batchId)
    const answer = await cancel(key, batchId, '?expect=in_progress')
    expect(answer).toMatchObject({ status: 409, body: { error: { details: { status: 'completed' } } } })
    expect(codeOf(answer)).toBe('BATCH_NOT_CANCELLABLE')
    expect((await api.call('getBatch', { key, params: { batchId } })).body.status).toBe('completed')
  })
})

describe('425', () => {
  test('a batch in progress goes on if it was taken for one that has ended', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, silentAddresses(api, 1))
    const answer = await cancel(key, batchId, '?expect=ended')
    expect(answer).toMatchObject({ status: 425, body: { error: { details: { processed: 0, total: 1 } } } })
    expect(codeOf(answer)).toBe('BATCH_PROCESSING')
    expect(['pending', 'processing']).toContain((await api.call('getBatch', { key, params: { batchId } })).body.status)
  })
})

describeMethods(() => api, 'cancelBatch')
describe('the forms of its path', () => testForms(() => api, 'cancelBatch'))
