// Listing deliveries over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectSame404, submit } from '../../testbed/callers/batches.js'
import { delivered, hook, NEVER, REACHABLE } from '../../testbed/callers/webhooks.js'
import { problemPaths } from '../../testbed/contract/answers.js'
import { eventually } from '../../testbed/eventually.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
let failing: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  api = await start({ env: REACHABLE })
  target = await startAcceptingReceiver()
  failing = await startAcceptingReceiver(500)
})
afterAll(async () => {
  await api.stop()
  await target.close()
  await failing.close()
})

const list = (key: string, webhookId: string, query = '') =>
  api.call('listDeliveries', { key, params: { webhookId }, query })
const send = async (key: string, webhookId: string): Promise<string> =>
  (await api.call('testWebhook', { key, params: { webhookId } })).body.delivery_id

describe('200', () => {
  test('is empty at first', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, target.url)
    expect((await list(key, id)).body).toEqual({ deliveries: [], next_cursor: null })
  })

  test('lists the newest first, page by page, each once', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, target.url)
    const sent: string[] = []
    for (let index = 0; index < 5; index++) sent.push(await send(key, id))
    await delivered(api, key, id, 5)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list(key, id, `?limit=2${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
      expect(page.body.deliveries.length).toBeLessThanOrEqual(2)
      seen.push(...page.body.deliveries.map((delivery: { id: string }) => delivery.id))
      cursor = page.body.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(sent.reverse())
  })

  test('includes a failed attempt with the response of its target', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, failing.url)
    await send(key, id)
    const [delivery] = await delivered(api, key, id)
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status_code: 500 }] })
    const ask = () => api.call('getWebhook', { key, params: { webhookId: id } })
    const { body } = await eventually(ask, (answer) => answer.body.consecutive_failures === 1)
    expect(body.last_failure_at).toEqual(expect.any(String))
  })

  test("of a URL that came with a job are listed under the job's id", async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, ['ada@explicit.mailproof.net'], { webhook_url: target.url })
    const [delivery] = await delivered(api, key, `job_${batchId}`)
    expect(delivery).toMatchObject({ event: 'bulk.completed', status: 'delivered' })
    expect(target.requests.at(-1)).toContain(batchId)
  })
})

describe('400', () => {
  describeParameters(() => api, 'listDeliveries')

  test.each([
    ['?limit=0', '/limit'],
    ['?limit=101', '/limit'],
    ['?limit=two', '/limit'],
    ['?cursor=', '/cursor'],
    ['?cursor=nonsense', '/cursor'],
  ])('%s', async (query, path) => {
    const { key } = await api.account()
    const { id } = await hook(api, key, target.url)
    const answer = await list(key, id, query)
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toEqual([path])
  })
})

describeUnauthorized(() => api, 'listDeliveries')

describe('404', () => {
  test("another account's are reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const { id: webhookId } = await hook(api, ada.key, target.url)
    await send(ada.key, webhookId)
    await expectSame404(api, 'listDeliveries', { key: bob.key, others: { webhookId }, missing: NEVER })
  })

  test("those of another account's job are reported as unknown", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const batchId = await submit(api, ada.key, ['ada@explicit.mailproof.net'], { webhook_url: target.url })
    await delivered(api, ada.key, `job_${batchId}`)
    await expectSame404(api, 'listDeliveries', {
      key: bob.key,
      others: { webhookId: `job_${batchId}` },
      missing: { webhookId: 'job_019acb60-2b1c-7c3d-9a4e-5f60718293a4' },
    })
  })
})

describeMethods(() => api, 'listDeliveries')
describe('the forms of its path', () => testForms(() => api, 'listDeliveries'))
