// Mutations of webhooks over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { delivered, NEVER, REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  ;[api, target] = await Promise.all([start({ env: REACHABLE }), startAcceptingReceiver()])
})
afterAll(() => Promise.all([api.stop(), target.close()]))

const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { success secret webhook { id url events status } } }`

async function created(): Promise<{ key: string; id: string; secret: string }> {
  const { key } = await api.account()
  const input = { url: target.url, events: ['BULK_COMPLETED'] }
  const { createWebhook } = await dataOf(api, CREATE, { key, variables: { input } })
  return { key, id: createWebhook.webhook.id, secret: createWebhook.secret }
}

describe('webhooks over GraphQL', () => {
  test('are created with a secret, as over REST', async () => {
    const { key, id, secret } = await created()
    expect(secret).toMatch(/^whsec_/)
    const { body } = await api.call('getWebhook', { key, params: { webhookId: id } })
    expect(body).toMatchObject({ url: target.url, events: ['bulk.completed'], status: 'enabled' })
  })

  test('subscribe to all events by default', async () => {
    const { key } = await api.account()
    const { createWebhook } = await dataOf(api, CREATE, { key, variables: { input: { url: target.url } } })
    expect(createWebhook.webhook.events).toHaveLength(3)
  })

  test('are disabled and subscribed to other events by an update', async () => {
    const { key, id } = await created()
    const query = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { status events } }'
    const input = { id, status: 'DISABLED', events: ['USAGE_LIMIT_REACHED'] }
    expect(await dataOf(api, query, { key, variables: { input } })).toEqual({
      updateWebhook: { status: 'DISABLED', events: ['USAGE_LIMIT_REACHED'] },
    })
  })

  test('get a new secret', async () => {
    const { key, id, secret } = await created()
    const query = 'mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { secret } }'
    const { rotateWebhookSecret } = await dataOf(api, query, { key, variables: { input: { id } } })
    expect(rotateWebhookSecret.secret).toMatch(/^whsec_/)
    expect(rotateWebhookSecret.secret).not.toBe(secret)
  })

  test('are tested, and deliveries are sent again', async () => {
    const { key, id } = await created()
    const tested = 'mutation ($input: TestWebhookInput!) { testWebhook(input: $input) { success deliveryId } }'
    const { deliveryId } = (await dataOf(api, tested, { key, variables: { input: { id } } })).testWebhook
    expect(await delivered(api, key, id)).toMatchObject([{ id: deliveryId, status: 'delivered' }])
    const resend = 'mutation ($input: ResendDeliveryInput!) { resendDelivery(input: $input) { id status } }'
    const input = { webhookId: id, deliveryId }
    expect(await dataOf(api, resend, { key, variables: { input } })).toEqual({
      resendDelivery: { id: deliveryId, status: 'PENDING' },
    })
  })

  test('are gone after they were deleted, over REST as well', async () => {
    const { key, id } = await created()
    const query = 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { success message } }'
    const { deleteWebhook } = await dataOf(api, query, { key, variables: { input: { id } } })
    expect(deleteWebhook).toEqual({ success: true, message: 'Webhook deleted.' })
    expect((await api.call('getWebhook', { key, params: { webhookId: id } })).status).toBe(404)
  })

  test('of another account do not exist', async () => {
    const { id } = await created()
    const { key } = await api.account()
    const mutations = [
      `updateWebhook(input: { id: "${id}" }) { id }`,
      `rotateWebhookSecret(input: { id: "${id}" }) { secret }`,
      `testWebhook(input: { id: "${id}" }) { deliveryId }`,
      `deleteWebhook(input: { id: "${id}" }) { success }`,
      `resendDelivery(input: { webhookId: "${id}", deliveryId: "${NEVER.deliveryId}" }) { id }`,
    ]
    for (const mutation of mutations) {
      expect({ mutation, codes: codesOf(await ask(api, `mutation { ${mutation} }`, { key })) }).toEqual({
        mutation,
        codes: ['NOT_FOUND'],
      })
    }
  })

  test.each([
    ['a private address', { url: 'http://10.0.0.1/hooks' }, 'WEBHOOK_URL_NOT_ALLOWED'],
    ['an empty URL', { url: '' }, 'VALIDATION_ERROR'],
  ])('are refused with %s', async (_, input, code) => {
    const { key } = await api.account()
    expect(codesOf(await ask(api, CREATE, { key, variables: { input } }))).toEqual([code])
  })
})
