import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { submit } from '../../testbed/callers/batches.js'
import { delivered, REACHABLE } from '../../testbed/callers/webhooks.js'
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

const secretOf = async (key: string): Promise<string> => (await api.call('getSigningSecret', { key })).body.secret

describe('200', () => {
  test('is the same for every key of an account, and differs between accounts', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const secret = await secretOf(ada.key)
    expect(secret).toMatch(/^whsec_/)
    expect(await secretOf((await api.generate(ada.key)).key)).toBe(secret)
    expect(await secretOf(bob.key)).not.toBe(secret)
  })

  test('signs requests to URLs that came with jobs', async () => {
    const { key } = await api.account()
    const batchId = await submit(api, key, ['ada@explicit.mailproof.net'], { webhook_url: target.url })
    await delivered(api, key, `job_${batchId}`)
    const { body, headers } = signedCallOf(target.requests[0]!)
    expect(new Webhook(await secretOf(key)).verify(body, headers)).toMatchObject({
      type: 'bulk.completed',
      data: { batch_id: batchId, results: [{ i: 0, v: 1, d: 0 }] },
    })
  })
})

describe('400', () => describeParameters(() => api, 'getSigningSecret'))
describeUnauthorized(() => api, 'getSigningSecret')
describeMethods(() => api, 'getSigningSecret')
describe('the forms of its path', () => testForms(() => api, 'getSigningSecret'))
