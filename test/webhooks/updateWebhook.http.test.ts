// Changing a webhook over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { expectSame404 } from '../../testbed/callers/batches.js'
import { hook, NEVER } from '../../testbed/callers/webhooks.js'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeBodies, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const URL = 'https://192.0.43.8/hooks'
const update = (key: string, webhookId: string, body: unknown) =>
  api.call('updateWebhook', { key, params: { webhookId }, body })

describe('200', () => {
  test('changes what is given, and nothing else', async () => {
    const { key } = await api.account()
    const made = await hook(api, key, URL, { events: ['bulk.completed'] })
    const url = 'https://192.0.43.8/other'
    const moved = await update(key, made.id, { url })
    expect(moved).toMatchObject({ status: 200, body: { ...made, url, updated_at: expect.any(String) } })
    const events = ['verification.completed', 'bulk.completed', 'usage.limit_reached']
    const all = await update(key, made.id, { events })
    expect(all.body).toMatchObject({ url, events })
    expect((await api.call('getWebhook', { key, params: { webhookId: made.id } })).body).toEqual(all.body)
  })

  test('disables and enables again', async () => {
    const { key } = await api.account()
    const made = await hook(api, key, URL)
    const off = await update(key, made.id, { status: 'disabled' })
    expect(off.body).toMatchObject({ status: 'disabled', disabled_reason: 'by_request' })
    expect((await update(key, made.id, { status: 'disabled' })).body).toEqual(off.body)
    const on = await update(key, made.id, { status: 'enabled' })
    expect(on.body).toMatchObject({ status: 'enabled', disabled_reason: null })
  })

  test('with an empty change changes nothing', async () => {
    const { key } = await api.account()
    const made = await hook(api, key, URL)
    expect((await update(key, made.id, {})).body).toEqual(made)
    expect((await update(key, made.id, { url: URL, status: 'enabled' })).body).toEqual(made)
    expect((await update(key, made.id, { url: null, events: null, status: null })).body).toEqual(made)
  })
})

describe('400', () => {
  describeParameters(() => api, 'updateWebhook')

  test.each([
    ['an unknown event', { events: ['bulk.started'] }, '/events/0'],
    ['no event', { events: [] }, '/events'],
    ['an unknown status', { status: 'paused' }, '/status'],
    ['no URL', { url: '' }, '/url'],
    ['what cannot be changed', { id: 'wh_mine' }, '/id'],
  ])('%s', async (_, body, path) => {
    const { key } = await api.account()
    const made = await hook(api, key, URL)
    const answer = await update(key, made.id, body)
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toContain(path)
  })

  test('a URL that may not be called; the old one stays', async () => {
    const { key } = await api.account()
    const made = await hook(api, key, URL)
    const answer = await update(key, made.id, { url: 'http://10.0.0.1/', status: 'disabled' })
    expect(codeOf(answer)).toBe('WEBHOOK_URL_NOT_ALLOWED')
    expect((await api.call('getWebhook', { key, params: { webhookId: made.id } })).body).toEqual(made)
  })
})

describeUnauthorized(() => api, 'updateWebhook')

describe('404', () => {
  test("another account's is reported as unknown, and does not change", async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const made = await hook(api, ada.key, URL)
    const body = { status: 'disabled' }
    await expectSame404(api, 'updateWebhook', { key: bob.key, body, others: { webhookId: made.id }, missing: NEVER })
    expect((await api.call('getWebhook', { key: ada.key, params: { webhookId: made.id } })).body).toEqual(made)
  })
})

describeBodies(() => api, 'updateWebhook')
describe('the forms of its path', () => testForms(() => api, 'updateWebhook'))
