import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectSame404 } from '../../testbed/callers/batches.js'
import { hook, NEVER } from '../../testbed/callers/webhooks.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('200', () => {
  test('returns the webhook as created, for every key of the account', async () => {
    const { key } = await api.account()
    const made = await hook(api, key, 'https://192.0.43.8/')
    const other = await api.generate(key)
    const answer = await api.call('getWebhook', { key: other.key, params: { webhookId: made.id } })
    expect(answer).toMatchObject({ status: 200, body: made })
    expect(answer.text).not.toContain('whsec_')
  })
})

describe('400', () => describeParameters(() => api, 'getWebhook'))
describeUnauthorized(() => api, 'getWebhook')

describe('404', () => {
  test("another account's and a deleted one are reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const { id: webhookId } = await hook(api, ada.key, 'https://192.0.43.8/')
    const same = (key: string) => expectSame404(api, 'getWebhook', { key, others: { webhookId }, missing: NEVER })
    await same(bob.key)
    await api.call('deleteWebhook', { key: ada.key, params: { webhookId } })
    await same(ada.key)
  })
})

describeMethods(() => api, 'getWebhook')
describe('the forms of its path', () => testForms(() => api, 'getWebhook'))
