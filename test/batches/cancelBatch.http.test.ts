// Cancelling a batch over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ended, expectSame404, SILENT_FOR, silentAddresses, submit, upload } from '../../testbed/callers/batches.js'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: SILENT_FOR })
})
afterAll(() => api.stop())

const cancel = (key: string, batchId: string) => api.call('cancelBatch', { key, params: { batchId } })

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
    const missing = { batchId: '019acb60-2b1c-7c3d-9a4e-5f60718293a4' }
    await expectSame404(api, 'cancelBatch', { key: bob.key, others: { batchId }, missing })
    const { body } = await api.call('getBatch', { key: ada.key, params: { batchId } })
    expect(['pending', 'processing']).toContain(body.status)
  })
})

describe('409', () => {
  test('a completed batch stays completed', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, ['ada@explicit.mailproof.net'])
    await ended(api, key, batchId)
    const answer = await cancel(key, batchId)
    expect(answer).toMatchObject({ status: 409, body: { error: { details: { status: 'completed' } } } })
    expect(codeOf(answer)).toBe('BATCH_NOT_CANCELLABLE')
  })
})

describeMethods(() => api, 'cancelBatch')
describe('the forms of its path', () => testForms(() => api, 'cancelBatch'))
