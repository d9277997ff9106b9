// The body of a delivery over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { submit } from '../../testbed/callers/batches.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { delivered, hook, NEVER, REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import { signedCallOf } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  ;[api, target] = await Promise.all([start({ env: REACHABLE }), startAcceptingReceiver()])
})
afterAll(() => Promise.all([api.stop(), target.close()]))

const BODY = `query ($webhookId: ID!, $deliveryId: ID!) {
  deliveryBody(webhookId: $webhookId, deliveryId: $deliveryId) }`

/** A delivered test event. */
async function tested(key: string) {
  const { id: webhookId } = await hook(api, key, target.url)
  const { delivery_id: deliveryId } = (await api.call('testWebhook', { key, params: { webhookId } })).body
  await delivered(api, key, webhookId)
  return { webhookId, deliveryId: deliveryId as string }
}

const sentAs = (deliveryId: string): string =>
  signedCallOf(target.requests.find((request) => request.includes(deliveryId))!).body

describe('the body of a delivery', () => {
  test('is the text that the webhook received', async () => {
    const { key } = await api.account()
    const variables = await tested(key)
    const { deliveryBody } = await dataOf(api, BODY, { key, variables })
    expect(JSON.parse(deliveryBody)).toMatchObject({ type: 'webhook.test' })
    expect(deliveryBody).toBe(sentAs(variables.deliveryId))
  })

  test('to the URL of a job is shown to its account, whatever the key', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    const id = await submit(api, sandbox.key, ['valid@example.net'], { webhook_url: target.url })
    const [{ id: deliveryId }] = await delivered(api, sandbox.key, `job_${id}`)
    const variables = { webhookId: `job_${id}`, deliveryId }
    for (const each of [key, sandbox.key]) {
      const { deliveryBody } = await dataOf(api, BODY, { key: each, variables })
      expect(JSON.parse(deliveryBody)).toMatchObject({ type: 'bulk.completed' })
    }
  })

  test('is unknown to other accounts, sandbox keys, and under another webhook', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const [own, other] = [await tested(ada.key), await tested(ada.key)]
    const sandbox = await api.generate(ada.key, { sandbox: true })
    for (const [key, variables] of [
      [bob.key, own],
      [sandbox.key, own],
      [ada.key, { ...own, deliveryId: other.deliveryId }],
      [ada.key, { ...own, deliveryId: NEVER.deliveryId }],
    ] as const) {
      const answer = await ask(api, BODY, { key, variables })
      expect(codesOf(answer)).toEqual(['NOT_FOUND'])
      expect(answer.body.data).toEqual({ deliveryBody: null })
    }
    expect(codesOf(await ask(api, BODY, { variables: own }))).toEqual(['MISSING_API_KEY'])
  })

  test('is requested at most twice by one operation, because it may be megabytes', async () => {
    const { key } = await api.account()
    const { webhookId, deliveryId } = await tested(key)
    const bodies = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: deliveryBody(webhookId: "${webhookId}", deliveryId: "${deliveryId}")`).join(' ')} }`
    expect(Object.keys(await dataOf(api, bodies(2), { key }))).toHaveLength(2)
    expect(codesOf(await ask(api, bodies(3), { key }))).toEqual(['VALIDATION_ERROR'])
  })
})
