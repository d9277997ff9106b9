// POST /v1/verify/bulk, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, shapeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import {
  describeBodies,
  describeMethods,
  describeParameters,
  describeUnauthorized,
  testForms,
} from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const EMAILS = ['ada@explicit.mailproof.net', 'no address', 'bob@servfail.mailproof.net', 'ada@explicit.mailproof.net']

describe('200', () => {
  test('is the response of /v1/verify/batch, charged the same', async () => {
    const [batch, bulk] = await Promise.all([api.account(), api.account()])
    const body = { emails: EMAILS, share_signals: true }
    const byBatch = await api.call('verifyBatch', { key: batch.key, body })
    const byBulk = await api.call('verifyBulk', { key: bulk.key, body })
    expect(byBulk.body).toEqual(byBatch.body)
    expect(shapeOf(byBulk)).toEqual(shapeOf(byBatch))
    expect(await api.usage(bulk.key)).toEqual(await api.usage(batch.key))
  })
})

describe('400', () => {
  describeParameters(() => api, 'verifyBulk')

  test('refuses more than 1,000 addresses', async () => {
    const { key } = await api.account()
    const emails = Array.from({ length: 1_001 }, () => 'x')
    expect(codeOf(await api.call('verifyBulk', { key, body: { emails } }))).toBe('TOO_MANY_EMAILS')
  })
})

describeUnauthorized(() => api, 'verifyBulk')
describeMethods(() => api, 'verifyBulk')
describeBodies(() => api, 'verifyBulk')

describe('429', () => {
  test('counts towards the limits of the other verifications', async () => {
    const { key } = await api.account({ perMinute: 2 })
    await api.call('verifyBatch', { key, body: { emails: ['x'] } })
    await api.call('verifyBulk', { key, body: { emails: ['x'] } })
    const refused = await api.call('verifyBulk', { key, body: { emails: ['x'] } })
    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatchObject({ limit: 2, details: { scope: 'minute' } })
  })
})

describe('503', () => {
  test('is the response for error@ with a sandbox key', async () => {
    const sandbox = await api.generate((await api.account()).key, { sandbox: true })
    const answer = await api.call('verifyBulk', { key: sandbox.key, body: { emails: ['error@example.net'] } })
    expect(answer.status).toBe(503)
  })
})

describe('the forms of its path', () => testForms(() => api, 'verifyBulk'))
