// Commands of webhooks, with real stores.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Failure } from '../../src/kernel/failure.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { webhookId } from '../../testbed/given/webhookEvents.js'
import { actorOf, BEGIN, callerOf, DAY, HOUR, openWebhooks, type WebhooksWorld } from './world.js'

const adas = callerOf(ada)
const bobs = callerOf(bob)
const sandbox = callerOf(ada, { sandbox: true })
const url = 'https://hooks.example.com/in?token=secret-token'

let world: WebhooksWorld
beforeEach(async () => {
  world = await openWebhooks()
})
afterEach(() => world.close())

const create = (input: Partial<Parameters<WebhooksWorld['createWebhook']>[1]> = {}, caller = adas, actor = actorOf()) =>
  world.createWebhook(caller, { url, ...input }, actor)

async function refusal(work: Promise<unknown> | (() => unknown)): Promise<Failure> {
  const error = await (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    () => undefined,
    (refused: unknown) => refused,
  )
  if (!(error instanceof Failure)) throw error ?? new Error('it was not refused')
  return error
}

describe('a new webhook', () => {
  test('is enabled, subscribed to everything, and returns its secret', async () => {
    const { webhook, secret } = await create()
    expect(webhook).toEqual({
      id: webhook.id,
      url,
      events: ['verification.completed', 'bulk.completed', 'usage.limit_reached'],
      headerNames: [],
      certificateAuthority: null,
      status: 'enabled',
      disabledReason: null,
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      lastSuccessAt: null,
      lastFailureAt: null,
      consecutiveFailures: 0,
    })
    expect(webhook.id).toMatch(/^wh_[0-9a-f-]{36}$/)
    expect(secret).toMatch(/^whsec_/)
  })

  test('is visible immediately, also to verifications', async () => {
    const { webhook } = await create({ events: ['bulk.completed'] })
    expect(await world.getWebhook(adas, webhook.id)).toEqual(webhook)
    expect(await world.listWebhooks(adas)).toEqual([webhook])
    expect(world.changed).toEqual([ada])
  })

  test('is created once by a repeated command, with the same secret', async () => {
    const actor = actorOf()
    const first = await create({}, adas, actor)
    expect(await create({}, adas, actor)).toEqual(first)
    expect(await world.listWebhooks(adas)).toEqual([first.webhook])
  })

  test('of another command is another, to the same URL too', async () => {
    const [one, other] = [await create(), await create()]
    expect(one.webhook.id).not.toBe(other.webhook.id)
    expect(one.secret).not.toBe(other.secret)
    expect(await world.listWebhooks(adas)).toHaveLength(2)
  })

  test.each(['http://10.0.0.1/', 'ftp://example.com/', 'http://user:word@example.com/', 'http://[::1]/', 'nothing'])(
    'may not lead to %s',
    async (target) => {
      const { code, message } = await refusal(create({ url: target }))
      expect(code).toBe('WEBHOOK_URL_NOT_ALLOWED')
      expect(message).not.toBe('')
      expect(await world.events()).toEqual([])
    },
  )

  test('may have a host name that does not resolve now', async () =>
    expect((await create({ url: 'https://nowhere.example/' })).webhook.status).toBe('enabled'))

  test('is one of at most fifty, however many are created concurrently', async () => {
    await Promise.all(Array.from({ length: 48 }, () => create()))
    const racers = await Promise.allSettled(Array.from({ length: 10 }, () => create()))
    expect(racers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const refused = racers.flatMap((racer) => (racer.status === 'rejected' ? [racer.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set(['VALIDATION_ERROR']))
    expect(await world.listWebhooks(adas)).toHaveLength(50)
    expect((await create({}, bobs)).webhook.status).toBe('enabled')
    const [first] = await world.listWebhooks(adas)
    await world.deleteWebhook(adas, first!.id, actorOf())
    expect((await create()).webhook.status).toBe('enabled')
  })

  test('is refused while it is not known how many there are', async () => {
    await world.flow.runner.stop()
    await world.append('somewhere-1', { type: 'Something', data: {} })
    expect((await refusal(create())).code).toBe('SERVICE_UNAVAILABLE')
    expect((await world.events()).map(({ type }) => type)).toEqual(['Something'])
  })

  test('stores its URL and its secret nowhere in plain text', async () => {
    const { secret, webhook } = await create()
    await world.rotateWebhookSecret(adas, webhook.id, actorOf())
    await world.updateWebhook(adas, webhook.id, { url: `${url}2` }, actorOf())
    const { position } = await world.append('somewhere-1', { type: 'Something', data: {} })
    await world.flow.runner.waitForPosition(position, world.flow.names, 5_000)
    for (const file of ['events.mdb', 'documents.mdb']) {
      const bytes = readFileSync(join(world.directory, file))
      expect(bytes.includes(webhook.id)).toBe(true)
      for (const text of ['secret-token', 'hooks.example.com', secret.slice(6)])
        expect(bytes.includes(text)).toBe(false)
    }
  })
})

describe('changing a webhook', () => {
  test('changes what is given, and nothing else', async () => {
    const { webhook } = await create()
    world.clock.time += HOUR
    const other = 'https://other.example.com/'
    const updatedAt = '2026-11-21T10:00:00.000Z'
    const changed = await world.updateWebhook(adas, webhook.id, { url: other, events: ['bulk.completed'] }, actorOf())
    expect(changed).toEqual({ ...webhook, url: other, events: ['bulk.completed'], updatedAt })
    expect(await world.getWebhook(adas, webhook.id)).toEqual(changed)
    expect(await world.updateWebhook(adas, webhook.id, { events: null }, actorOf())).toEqual({
      ...webhook,
      url: other,
      updatedAt,
    })
  })

  test('without a difference writes nothing', async () => {
    const { webhook } = await create()
    const before = (await world.events()).length
    await world.updateWebhook(adas, webhook.id, { url, events: null, status: 'enabled' }, actorOf())
    expect(await world.events()).toHaveLength(before)
  })

  test('validates a new URL', async () => {
    const { webhook } = await create()
    const { code } = await refusal(
      world.updateWebhook(adas, webhook.id, { url: 'http://169.254.169.254/', status: 'disabled' }, actorOf()),
    )
    expect(code).toBe('WEBHOOK_URL_NOT_ALLOWED')
    expect(await world.getWebhook(adas, webhook.id)).toEqual(webhook)
  })

  test('disables and enables it, also for verifications', async () => {
    const { webhook } = await create()
    const disabled = await world.updateWebhook(adas, webhook.id, { status: 'disabled' }, actorOf())
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'by_request' })
    const enabled = await world.updateWebhook(adas, webhook.id, { status: 'enabled' }, actorOf())
    expect(enabled).toMatchObject({ status: 'enabled', disabledReason: null })
    expect(world.changed).toEqual([ada, ada, ada])
    expect(world.enqueued).toEqual([`deliver ${webhook.id}`, `deliver ${webhook.id}`])
  })
})

describe('a new secret', () => {
  test('is returned, and is the same for a repeated command', async () => {
    const { webhook, secret } = await create()
    const actor = actorOf()
    const rotated = await world.rotateWebhookSecret(adas, webhook.id, actor)
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    expect(await world.rotateWebhookSecret(adas, webhook.id, actor)).toEqual(rotated)
    expect((await world.events()).filter(({ type }) => type === 'WebhookSecretRotated')).toMatchObject([
      { data: { previousUntil: new Date(BEGIN + DAY).toISOString() } },
    ])
  })
})

describe('deleting a webhook', () => {
  test('removes it from the list, and makes its id unknown', async () => {
    const { webhook } = await create()
    await world.deleteWebhook(adas, webhook.id, actorOf())
    expect(await world.listWebhooks(adas)).toEqual([])
    expect((await refusal(world.getWebhook(adas, webhook.id))).code).toBe('NOT_FOUND')
    expect((await refusal(world.deleteWebhook(adas, webhook.id, actorOf()))).code).toBe('NOT_FOUND')
  })

  test('by a repeated command succeeds again', async () => {
    const { webhook } = await create()
    const actor = actorOf()
    await world.deleteWebhook(adas, webhook.id, actor)
    await world.deleteWebhook(adas, webhook.id, actor)
    expect((await world.events()).filter(({ type }) => type === 'WebhookDeleted')).toHaveLength(1)
  })
})

const everyWay: readonly [string, (caller: typeof adas, id: string) => Promise<unknown>][] = [
  ['get', (caller, id) => world.getWebhook(caller, id)],
  [
    'update',
    (caller, id) => world.updateWebhook(caller, id, { url: 'http://10.0.0.1/', status: 'disabled' }, actorOf()),
  ],
  ['rotate', (caller, id) => world.rotateWebhookSecret(caller, id, actorOf())],
  ['test', (caller, id) => world.testWebhook(caller, id, actorOf())],
  ['list deliveries of', (caller, id) => world.listDeliveries(caller, id, { limit: 10 })],
  ['resend a delivery of', (caller, id) => world.resendDelivery(caller, id, 'd', actorOf())],
  ['delete', (caller, id) => world.deleteWebhook(caller, id, actorOf())],
]

describe.each(everyWay)('to %s a webhook', (_, attempt) => {
  test('of another account is refused as unknown', async () => {
    const { webhook } = await create()
    const never = await refusal(attempt(bobs, webhookId('that never was')))
    for (const id of [webhook.id, 'wh_nothing', `job_${webhook.id.slice(3)}`, 'x'.repeat(100)]) {
      const refused = await refusal(attempt(bobs, id))
      expect([refused.code, refused.message, refused.details]).toEqual([never.code, never.message, never.details])
    }
    expect(never.code).toBe('NOT_FOUND')
    expect(await world.getWebhook(adas, webhook.id)).toEqual(webhook)
  })

  test('with a sandbox key is refused, with what to do', async () => {
    const { webhook } = await create()
    const { code, message } = await refusal(attempt(sandbox, webhook.id))
    expect({ code, message }).toEqual({
      code: 'NOT_FOUND',
      message: 'Sandbox keys cannot use webhooks, because webhooks report live results. Use a live key.',
    })
    expect(await world.getWebhook(adas, webhook.id)).toEqual(webhook)
  })
})

describe('a sandbox key', () => {
  test('makes no webhook, and sees none', async () => {
    await create()
    expect((await refusal(create({}, sandbox))).code).toBe('VALIDATION_ERROR')
    expect(await world.listWebhooks(sandbox)).toEqual([])
  })

  test('sees the secret of sandbox jobs, not the one of live ones', () => {
    expect(world.getSigningSecret(adas)).toMatch(/^whsec_/)
    expect(world.getSigningSecret(adas)).toBe(world.getSigningSecret(callerOf(ada)))
    expect(world.getSigningSecret(sandbox)).not.toBe(world.getSigningSecret(adas))
    expect(world.getSigningSecret(bobs)).not.toBe(world.getSigningSecret(adas))
  })
})

test('webhooks are listed oldest first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await create()).webhook.id)
    world.clock.time += 1_000
  }
  expect((await world.listWebhooks(adas)).map(({ id }) => id)).toEqual(ids)
})

test('events are as their schemas say', async () => {
  const { webhook } = await create()
  await world.rotateWebhookSecret(adas, webhook.id, actorOf())
  await world.updateWebhook(adas, webhook.id, { url: 'https://other.example.com/', status: 'disabled' }, actorOf())
  await world.updateWebhook(adas, webhook.id, { status: 'enabled' }, actorOf())
  await world.deleteWebhook(adas, webhook.id, actorOf())
  const events = await world.events()
  expect(events.map(({ type }) => type)).toEqual([
    'WebhookRegistered',
    'WebhookSecretRotated',
    'WebhookChanged',
    'WebhookDisabled',
    'WebhookEnabled',
    'WebhookDeleted',
  ])
  for (const { type, data } of events) expect(decidedProblems({ type, data })).toEqual([])
})
