import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { ended, submit } from '../support/batches.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'
import { startService, type TestService } from '../support/service.js'
import { delivered, REACHABLE, startTarget } from '../support/webhooks.js'

let api: TestService
beforeAll(async () => {
  api = await startService({ env: REACHABLE })
})
afterAll(() => api.stop())

const secretOf = async (key: string): Promise<string> => (await api.call('getSigningSecret', { key })).body.secret

describe('200', () => {
  test('is the same for every key of an account, and another for every other', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const secret = await secretOf(ada.key)
    expect(secret).toMatch(/^whsec_/)
    expect(await secretOf((await api.generate(ada.key)).key)).toBe(secret)
    expect(await secretOf(bob.key)).not.toBe(secret)
  })

  test('signs the calls to URLs that came with jobs', async () => {
    const target = await startTarget()
    const { key } = await api.account()
    const batchId = await submit(api, key, ['ada@explicit.mailproof.net'], { webhook_url: target.url })
    await ended(api, key, batchId)
    await delivered(api, key, `job_${batchId}`)
    const [head = '', body = ''] = target.requests[0]!.split('\r\n\r\n')
    const headers = Object.fromEntries(
      [...head.matchAll(/^(webhook-[a-z]+): (.*)$/gim)].map(([, name, value]) => [name!.toLowerCase(), value!.trim()]),
    )
    expect(new Webhook(await secretOf(key)).verify(body, headers)).toMatchObject({
      type: 'bulk.completed',
      data: { batch_id: batchId, results: [{ i: 0, v: 1, d: 0 }] },
    })
    await target.close()
  })
})

describe('400', () => describeParameters(() => api, 'getSigningSecret'))
describeUnauthorized(() => api, 'getSigningSecret')
describeMethods(() => api, 'getSigningSecret')
describe('the forms of its path', () => testForms(() => api, 'getSigningSecret'))
