// Creating a webhook over REST, by status.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, problemPaths } from '../../testbed/contract/answers.js'
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

const PUBLIC = 'https://192.0.43.8/hooks?token=secret'
const ALL = ['verification.completed', 'bulk.completed', 'usage.limit_reached']
const create = (key: string, body: unknown) => api.call('createWebhook', { key, body })

describe('201', () => {
  test('creates an enabled webhook, and returns its secret', async () => {
    const { key } = await api.account()
    const answer = await create(key, { url: PUBLIC, events: ['bulk.completed'] })
    expect(answer.status).toBe(201)
    const { id, created_at } = answer.body.webhook
    expect(answer.body).toEqual({
      success: true,
      webhook: {
        id: expect.stringMatching(/^wh_/),
        url: PUBLIC,
        events: ['bulk.completed'],
        header_names: [],
        certificate_authority: null,
        status: 'enabled',
        disabled_reason: null,
        created_at: expect.any(String),
        updated_at: created_at,
        last_success_at: null,
        last_failure_at: null,
        consecutive_failures: 0,
      },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
    })
    expect((await api.call('getWebhook', { key, params: { webhookId: id } })).body).toEqual(answer.body.webhook)
  })

  test.each([
    ['left out', {}],
    ['null', { events: null }],
  ])('is subscribed to everything when events are %s', async (_, more) => {
    const { key } = await api.account()
    expect((await create(key, { url: PUBLIC, ...more })).body.webhook.events).toEqual(ALL)
  })

  test('has each event once, however often it was given', async () => {
    const { key } = await api.account()
    const events = ['usage.limit_reached', 'bulk.completed', 'bulk.completed']
    const { body } = await create(key, { url: PUBLIC, events })
    expect([...body.webhook.events].sort()).toEqual(['bulk.completed', 'usage.limit_reached'])
  })

  test('may be created twice for one URL, each with its own secret', async () => {
    const { key } = await api.account()
    const [one, other] = [await create(key, { url: PUBLIC }), await create(key, { url: PUBLIC })]
    expect(one.body.secret).not.toBe(other.body.secret)
    expect(one.body.webhook.id).not.toBe(other.body.webhook.id)
  })

  test('accepts a name that does not resolve now', async () => {
    const { key } = await api.account()
    expect((await create(key, { url: 'http://missing.mailproof.net:8080/hooks' })).status).toBe(201)
  })
})

describe('400', () => {
  describeParameters(() => api, 'createWebhook')

  test.each([
    ['no URL', { events: ALL }, '/url'],
    ['a URL that is no text', { url: 7 }, '/url'],
    ['an empty URL', { url: '' }, '/url'],
    ['a URL of more than 2,048 characters', { url: `https://192.0.43.8/${'x'.repeat(2_048)}` }, '/url'],
    ['no events at all', { url: PUBLIC, events: [] }, '/events'],
    ['an unknown event', { url: PUBLIC, events: ['bulk.started'] }, '/events/0'],
    ['events as a text', { url: PUBLIC, events: 'bulk.completed' }, '/events'],
    ['an unknown member', { url: PUBLIC, secret: 'mine' }, '/secret'],
  ])('%s', async (_, body, path) => {
    const { key } = await api.account()
    const answer = await create(key, body)
    expect(answer.status).toBe(400)
    expect(problemPaths(answer)).toContain(path)
    expect((await api.call('listWebhooks', { key })).body.webhooks).toEqual([])
  })

  test.each([
    'nonsense',
    'https://',
    'https:///hooks',
    'ftp://192.0.43.8/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pass@192.0.43.8/',
    'http://127.0.0.1/',
    'http://localhost/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://168.63.129.16/machine',
    'http://metadata.google.internal/computeMetadata/v1/',
    'https://93.184.215.14:22/',
    'http://93.184.215.14:6379/',
    'http://private-address.mailproof.net/',
    'http://loopback-address.mailproof.net/',
  ])('for a URL that may not be called: %s', async (url) => {
    const { key } = await api.account()
    const answer = await create(key, { url })
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('WEBHOOK_URL_NOT_ALLOWED')
    expect(problemPaths(answer)).toEqual(['/url'])
    expect((await api.call('listWebhooks', { key })).body.webhooks).toEqual([])
  })

  test('for a port of another service; the message says which ports are possible', async () => {
    const { key } = await api.account()
    const { body } = await create(key, { url: 'http://93.184.215.14:6379/' })
    expect(body.error.message).toBe(
      'Port 6379 is usually that of a database or another service: use 443, 80 or another port from 1024 to 65535, such as 8443.',
    )
  })

  test('for one webhook more than the limit', async () => {
    const { key } = await api.account()
    for (let index = 0; index < 50; index++) expect((await create(key, { url: PUBLIC })).status).toBe(201)
    expect((await create(key, { url: PUBLIC })).body.error.message).toContain('50 webhooks')
  })

  test('for a sandbox key', async () => {
    const { key } = await api.account()
    const sandbox = await api.generate(key, { sandbox: true })
    expect((await create(sandbox.key, { url: PUBLIC })).status).toBe(400)
  })
})

describeUnauthorized(() => api, 'createWebhook')
describeBodies(() => api, 'createWebhook')
describeMethods(() => api, 'createWebhook')
describe('the forms of its path', () => testForms(() => api, 'createWebhook'))
