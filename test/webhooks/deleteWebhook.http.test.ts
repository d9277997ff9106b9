import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectSame404 } from '../../testbed/callers/batches.js'
import { hook, NEVER } from '../../testbed/callers/webhooks.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const remove = (key: string, webhookId: string) => api.call('deleteWebhook', { key, params: { webhookId } })

describe('200', () => {
  test('removes it from every query', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, 'https://192.0.43.8/')
    expect(await remove(key, id)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining('deleted') },
    })
    const params = { webhookId: id }
    for (const operation of ['getWebhook', 'listDeliveries', 'rotateWebhookSecret', 'testWebhook'] as const) {
      expect([operation, (await api.call(operation, { key, params })).status]).toEqual([operation, 404])
    }
  })
})

describe('400', () => describeParameters(() => api, 'deleteWebhook'))
describeUnauthorized(() => api, 'deleteWebhook')

describe('404', () => {
  test("another account's is reported as unknown, and remains", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const { id: webhookId } = await hook(api, ada.key, 'https://192.0.43.8/')
    await expectSame404(api, 'deleteWebhook', { key: bob.key, others: { webhookId }, missing: NEVER })
    expect((await api.call('getWebhook', { key: ada.key, params: { webhookId } })).status).toBe(200)
  })

  test('for a webhook that is already deleted', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, 'https://192.0.43.8/')
    await remove(key, id)
    expect((await remove(key, id)).status).toBe(404)
  })
})

describe('the forms of its path', () => testForms(() => api, 'deleteWebhook'))
