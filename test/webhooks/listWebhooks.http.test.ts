import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { hook } from '../../testbed/callers/webhooks.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const list = async (key: string) => (await api.call('listWebhooks', { key })).body.webhooks

describe('200', () => {
  test('lists the account’s own, oldest first, without secrets', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    expect(await list(ada.key)).toEqual([])
    const first = await hook(api, ada.key, 'https://192.0.43.8/first')
    const second = await hook(api, ada.key, 'https://192.0.43.8/second', { events: ['bulk.completed'] })
    await hook(api, bob.key, 'https://192.0.43.8/bob')
    expect(await list(ada.key)).toEqual([first, second])
    expect(JSON.stringify(await list(ada.key))).not.toMatch(/whsec_|secret/)
  })

  test('omits deleted webhooks', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, 'https://192.0.43.8/')
    await api.call('deleteWebhook', { key, params: { webhookId: id } })
    expect(await list(key)).toEqual([])
  })
})

describe('400', () => describeParameters(() => api, 'listWebhooks'))
describeUnauthorized(() => api, 'listWebhooks')
describe('the forms of its path', () => testForms(() => api, 'listWebhooks'))
