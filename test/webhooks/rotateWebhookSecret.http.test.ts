import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { expectSame404 } from '../../testbed/callers/batches.js'
import { delivered, NEVER, REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import { signedCallOf } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  api = await start({ env: REACHABLE })
  target = await startAcceptingReceiver()
})
afterAll(async () => {
  await api.stop()
  await target.close()
})

const create = async (key: string) => (await api.call('createWebhook', { key, body: { url: target.url } })).body
const rotate = (key: string, webhookId: string) => api.call('rotateWebhookSecret', { key, params: { webhookId } })

describe('200', () => {
  test('returns the new secret; both sign until the old one expires', async () => {
    const { key } = await api.account()
    const { webhook, secret } = await create(key)
    const answer = await rotate(key, webhook.id)
    expect(answer).toMatchObject({ status: 200, body: { success: true, webhook: { id: webhook.id } } })
    expect(answer.body.secret).toMatch(/^whsec_/)
    expect(answer.body.secret).not.toBe(secret)

    await api.call('testWebhook', { key, params: { webhookId: webhook.id } })
    await delivered(api, key, webhook.id)
    const { body, headers } = signedCallOf(target.requests.at(-1)!)
    for (const each of [secret, answer.body.secret]) expect(new Webhook(each).verify(body, headers)).toBeTruthy()
  })
})

describe('400', () => describeParameters(() => api, 'rotateWebhookSecret'))
describeUnauthorized(() => api, 'rotateWebhookSecret')

describe('404', () => {
  test("another account's is reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const { webhook } = await create(ada.key)
    await expectSame404(api, 'rotateWebhookSecret', { key: bob.key, others: { webhookId: webhook.id }, missing: NEVER })
  })
})

describeMethods(() => api, 'rotateWebhookSecret')
describe('the forms of its path', () => testForms(() => api, 'rotateWebhookSecret'))
