// Deliveries to targets that accept, fail, and change.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RETRY_DELAYS_MS } from '../../src/features/webhooks/sending/schedule.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { isSignedWith, startTarget, type Target, type TargetAnswer } from '../../testbed/receivers/target.js'
import { actorOf, BEGIN, callerOf, DAY, HOUR, openWebhooks, SECOND, type WebhooksWorld } from './world.js'

const adas = callerOf(ada)
const run = { signal: new AbortController().signal }

let answer: (count: number) => TargetAnswer | Promise<TargetAnswer>
let target: Target
let world: WebhooksWorld
let hook: { readonly id: string; readonly secret: string }

beforeEach(async () => {
  answer = () => ({ status: 204 })
  target = await startTarget((_, count) => answer(count))
  world = await openWebhooks()
  const { webhook, secret } = await world.createWebhook(adas, { url: target.url }, actorOf())
  hook = { id: webhook.id, secret }
})
afterEach(async () => {
  await world.close()
  await target.close()
})

/** Causes an event that the webhook is notified of. */
async function happen(times = 1): Promise<void> {
  for (let count = 0; count < times; count++) {
    await world.append(`limit-${ada}.2026-11.month`, usageLimitReached('2026-11'))
  }
  await world.react()
}

const deliveries = async () => (await world.listDeliveries(adas, hook.id, { limit: 100 })).deliveries
const newest = async () => (await deliveries())[0]!
const webhook = () => world.getWebhook(adas, hook.id)

async function pass(milliseconds: number): Promise<void> {
  world.clock.time += milliseconds
  await world.runJobs()
}

describe('a target that accepts deliveries', () => {
  test('gets one signed request with its id', async () => {
    await happen()
    await world.runJobs()
    const [delivery] = await deliveries()
    expect(target.calls).toHaveLength(1)
    const [call] = target.calls
    expect(call!.path).toBe('/hook?token=secret-token')
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'mailproof/1.2.3',
      'webhook-id': delivery!.id,
      'webhook-timestamp': String(BEGIN / 1_000),
    })
    expect(isSignedWith(hook.secret, call!)).toBe(true)
    expect(JSON.parse(call!.body)).toMatchObject({ type: 'usage.limit_reached', data: { limit: 'month' } })
    expect(delivery).toMatchObject({
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [{ at: '2026-11-21T09:00:00.000Z', statusCode: 204, response: '' }],
    })
    await pass(30 * HOUR)
    expect(target.calls).toHaveLength(1)
  })

  test('is recorded as delivered', async () => {
    await happen()
    await world.runJobs()
    expect(await webhook()).toMatchObject({
      lastSuccessAt: '2026-11-21T09:00:00.000Z',
      lastFailureAt: null,
      consecutiveFailures: 0,
    })
  })

  test('gets deliveries in order of due time', async () => {
    for (let count = 0; count < 5; count++) {
      await happen()
      world.clock.time += 10
    }
    await world.runJobs()
    const inOrder = [...(await deliveries())].reverse().map(({ id }) => id)
    expect(target.calls.map(({ id }) => id)).toEqual(inOrder)
  })
})

describe('a target that is down', () => {
  test('is retried on the whole schedule with the same id and body; then the delivery has failed', async () => {
    answer = () => ({ status: 500, body: 'Internal Server Error' })
    await happen()
    await world.runJobs()
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      const due = new Date(world.clock.time + delay).toISOString()
      expect(await newest()).toMatchObject({ status: 'pending', nextAttemptAt: due })
      await pass(delay - 1)
      expect(target.calls).toHaveLength(index + 1)
      await pass(1)
      expect(target.calls).toHaveLength(index + 2)
    }
    const { id, ...delivery } = await newest()
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null })
    expect(delivery.attempts).toHaveLength(8)
    expect(new Set(delivery.attempts.map(({ statusCode, response }) => `${statusCode} ${response}`))).toEqual(
      new Set(['500 Internal Server Error']),
    )
    await pass(3 * DAY)
    expect(target.calls).toHaveLength(8)
    expect(new Set(target.calls.map((call) => call.id))).toEqual(new Set([id]))
    expect(new Set(target.calls.map(({ body }) => body)).size).toBe(1)
    expect(target.calls.map(({ headers }) => Number(headers['webhook-timestamp']) * 1_000)).toEqual(
      delivery.attempts.map(({ at }) => Date.parse(at)),
    )
    for (const call of target.calls) expect(isSignedWith(hook.secret, call)).toBe(true)
  })

  test('gets it when it is back', async () => {
    answer = (count) => ({ status: count < 3 ? 503 : 200, body: 'hello' })
    await happen()
    await world.runJobs()
    await pass(5 * SECOND)
    expect(await webhook()).toMatchObject({ consecutiveFailures: 2, lastSuccessAt: null })
    await pass(300 * SECOND)
    expect((await newest()).attempts.map(({ statusCode }) => statusCode)).toEqual([503, 503, 200])
    expect(await newest()).toMatchObject({ status: 'delivered' })
    expect(await webhook()).toMatchObject({
      consecutiveFailures: 0,
      lastFailureAt: '2026-11-21T09:00:05.000Z',
      lastSuccessAt: '2026-11-21T09:05:05.000Z',
    })
  })

  test('that cannot be connected to at all says so in the log', async () => {
    await target.close()
    await happen()
    await world.runJobs()
    const [attempt] = (await newest()).attempts
    expect(attempt).toMatchObject({ statusCode: null })
    expect(attempt!.response).not.toBe('')
    expect(await newest()).toMatchObject({ status: 'pending', nextAttemptAt: '2026-11-21T09:00:05.000Z' })
    target = await startTarget()
  })

  test.each([301, 307, 404, 429, 503])('is retried after %d, and no redirect is followed', async (status) => {
    const elsewhere = await startTarget()
    answer = () => ({ status, headers: [`location: ${elsewhere.url}`] })
    await happen()
    await world.runJobs()
    await elsewhere.close()
    expect(await newest()).toMatchObject({ status: 'pending', attempts: [{ statusCode: status }] })
    expect(elsewhere.receiver.connections).toBe(0)
  })

  test('may ask for a later retry', async () => {
    answer = () => ({ status: 429, headers: ['retry-after: 3600'] })
    await happen()
    await world.runJobs()
    await pass(HOUR - 1)
    expect(target.calls).toHaveLength(1)
    await pass(1)
    expect(target.calls).toHaveLength(2)
  })

  test('has only the beginning of its response stored, sealed', async () => {
    answer = () => ({ status: 500, body: `you sent ada@example.net ${'x'.repeat(30_000)}` })
    await happen()
    await world.runJobs()
    const [attempt] = (await newest()).attempts
    expect(attempt!.response).toMatch(/^you sent ada@example\.net x+$/)
    expect(attempt!.response).toHaveLength(1_000)
    const stored = await world.documents.collection({ name: 'deliveries' }).get((await newest()).id)
    expect(JSON.stringify(stored)).not.toContain('ada@example.net')
  })
})

describe('a target that is gone (410)', () => {
  test('is not retried: the webhook is disabled, and pending deliveries are abandoned with the reason', async () => {
    answer = () => ({ status: 500 })
    await happen(2)
    await world.runJobs()
    answer = () => ({ status: 410 })
    await pass(5 * SECOND)
    const calls = target.calls.length
    expect(calls).toBe(3)
    expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
    expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
    const last = (await deliveries()).map(({ attempts }) => attempts.at(-1)!)
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([410, null])
    expect(last.find(({ statusCode }) => statusCode === null)).toMatchObject({
      response: 'Not sent: the webhook was disabled because it responded with 410.',
    })
    await happen()
    await pass(DAY)
    expect(target.calls).toHaveLength(calls)
    expect(await deliveries()).toHaveLength(2)
  })
})

describe('five days of failures', () => {
  test('disable the webhook', async () => {
    answer = () => ({ status: 500 })
    for (let hours = 0; hours < 5 * 24; hours += 12) {
      await happen()
      await world.runJobs()
      expect(await webhook()).toMatchObject({ status: 'enabled' })
      await pass(12 * HOUR)
    }
    await happen()
    await world.runJobs()
    expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
    expect((await deliveries()).filter(({ status }) => status === 'pending')).toEqual([])
  })

  test('do not count as five days if a delivery succeeded in between', async () => {
    answer = () => ({ status: 500 })
    for (let day = 0; day < 9; day++) {
      if (day === 4) answer = () => ({ status: 200 })
      await happen()
      await world.runJobs()
      answer = () => ({ status: 500 })
      await pass(DAY)
    }
    expect(await webhook()).toMatchObject({ status: 'enabled' })
  })
})

/** Sends a delivery after this time, and what else is due by then. */
async function failAfter(milliseconds: number): Promise<void> {
  world.clock.time += milliseconds
  await happen()
  await world.runJobs()
}

describe('failures', () => {
  beforeEach(() => {
    answer = () => ({ status: 500 })
  })

  test('with a pause of more than 36 hours in between do not add up', async () => {
    await failAfter(0)
    await failAfter(6 * DAY)
    expect(await webhook()).toMatchObject({ status: 'enabled' })
    for (let hours = 0; hours < 5 * 24; hours += 10) await failAfter(10 * HOUR)
    expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'failing' })
  })

  test('before the URL was changed do not count', async () => {
    for (let day = 0; day < 4; day++) await failAfter(DAY)
    const elsewhere = await startTarget(() => ({ status: 500 }))
    await world.updateWebhook(adas, hook.id, { url: elsewhere.url }, actorOf())
    for (let day = 0; day < 2; day++) await failAfter(DAY)
    await elsewhere.close()
    expect(await webhook()).toMatchObject({ status: 'enabled' })
  })

  test('of the URL before the change do not disable the webhook', async () => {
    const elsewhere = await startTarget()
    answer = async () => {
      await world.updateWebhook(adas, hook.id, { url: elsewhere.url }, actorOf())
      return { status: 410 }
    }
    await failAfter(0)
    await elsewhere.close()
    expect(target.calls).toHaveLength(1)
    expect(await webhook()).toMatchObject({ status: 'enabled' })
  })
})

test('that a webhook has recovered is told although a store failed when it was disabled', async () => {
  const operators = await startTarget()
  await world.createWebhook(adas, { url: operators.url, events: ['webhook.recovered'] }, actorOf())
  const sometimes = failingAt('webhook_health', 2)
  answer = () => ({ status: 410 })
  await happen()
  await expect(world.again({ documents: sometimes }).deliver(hook.id, run)).rejects.toThrow(StoreUnavailable)
  await world.runJobs()
  expect(await webhook()).toMatchObject({ status: 'disabled', disabledReason: 'gone' })
  answer = () => ({ status: 204 })
  await world.updateWebhook(adas, hook.id, { status: 'enabled' }, actorOf())
  for (let count = 0; count < 2; count++) await failAfter(SECOND)
  await operators.close()
  expect(operators.calls.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'webhook.recovered', data: { webhook_id: hook.id } },
  ])
})

test('that a webhook has recovered is told although the read model was behind when it was disabled', async () => {
  answer = () => ({ status: 410 })
  await happen(2)
  await world.flow.runner.stop()
  const eventing = { ...world.flow.eventing, waitForPosition: async () => false }
  await world.again({ eventing }).deliver(hook.id, run)
  expect(await collect(world.documents.collection({ name: 'webhook_health' }).all())).toMatchObject([
    { id: hook.id, document: { recovering: true } },
  ])
  expect((await deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
})

/** The world's documents, where this write of a collection fails, counted from 1. */
function failingAt(name: string, failing: number): DocumentStore {
  let writes = 0
  return {
    ...world.documents,
    collection(definition) {
      const collection = world.documents.collection<never>(definition)
      if (definition.name !== name) return collection
      const write: typeof collection.write = async (changes) => {
        if (++writes === failing) throw new StoreUnavailable('the store is away')
        return collection.write(changes)
      }
      return { ...collection, write }
    },
  }
}

describe('a webhook that its owner', () => {
  beforeEach(async () => {
    answer = () => ({ status: 500 })
    await happen(3)
    await world.runJobs()
  })

  test('disables abandons pending deliveries and is not called', async () => {
    await world.updateWebhook(adas, hook.id, { status: 'disabled' }, actorOf())
    await pass(DAY)
    expect(target.calls).toHaveLength(3)
    for (const { status, attempts } of await deliveries()) {
      expect(status).toBe('failed')
      expect(attempts.at(-1)).toMatchObject({
        statusCode: null,
        response: 'Not sent: the webhook was disabled by request.',
      })
    }
  })

  test('deletes abandons pending deliveries', async () => {
    await world.deleteWebhook(adas, hook.id, actorOf())
    await pass(DAY)
    expect(target.calls).toHaveLength(3)
    const records = world.documents.collection<{ status: string }>({ name: 'deliveries' })
    for await (const { document } of records.all()) expect(document.status).toBe('failed')
  })

  test('deletes during an attempt leaves no record of its health', async () => {
    answer = async () => {
      await world.deleteWebhook(adas, hook.id, actorOf())
      return { status: 500 }
    }
    await failAfter(0)
    expect(await collect(world.documents.collection({ name: 'webhook_health' }).all())).toEqual([])
  })

  test('disables and enables again gets pending deliveries immediately, and its failures are forgotten', async () => {
    expect(await webhook()).toMatchObject({ consecutiveFailures: 3 })
    await world.updateWebhook(adas, hook.id, { status: 'disabled' }, actorOf())
    answer = () => ({ status: 200 })
    await world.updateWebhook(adas, hook.id, { status: 'enabled' }, actorOf())
    expect(await webhook()).toMatchObject({ consecutiveFailures: 0, lastFailureAt: '2026-11-21T09:00:00.000Z' })
    await world.runJobs()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('gives another URL is called there from the next attempt', async () => {
    const elsewhere = await startTarget()
    await world.updateWebhook(adas, hook.id, { url: elsewhere.url }, actorOf())
    await pass(5 * SECOND)
    await elsewhere.close()
    expect(elsewhere.calls).toHaveLength(3)
    expect(target.calls).toHaveLength(3)
  })
})

describe('a new secret', () => {
  test('signs alongside the old one for a day, then alone', async () => {
    const { secret } = await world.rotateWebhookSecret(adas, hook.id, actorOf())
    await happen()
    await pass(DAY - 1)
    await happen()
    await pass(1)
    expect(target.calls).toHaveLength(2)
    const [during, after] = target.calls
    expect(during!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
    for (const each of [hook.secret, secret]) expect(isSignedWith(each, during!)).toBe(true)
    expect(after!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
    expect(isSignedWith(secret, after!)).toBe(true)
  })
})

describe('a test', () => {
  test('sends a test event, once, whatever the subscription', async () => {
    await world.updateWebhook(adas, hook.id, { events: ['bulk.completed'] }, actorOf())
    answer = () => ({ status: 500 })
    const { deliveryId } = await world.testWebhook(adas, hook.id, actorOf())
    await pass(DAY)
    expect(target.calls).toHaveLength(1)
    expect(target.calls[0]!.id).toBe(deliveryId)
    expect(isSignedWith(hook.secret, target.calls[0]!)).toBe(true)
    expect(JSON.parse(target.calls[0]!.body)).toEqual({
      type: 'webhook.test',
      timestamp: '2026-11-21T09:00:00.000Z',
      data: { webhook_id: hook.id, message: 'This is a test event.' },
    })
    expect(await deliveries()).toMatchObject([{ id: deliveryId, event: 'webhook.test', status: 'failed' }])
  })

  test('by the same command again is the same', async () => {
    const actor = actorOf()
    const first = await world.testWebhook(adas, hook.id, actor)
    await world.runJobs()
    expect(await world.testWebhook(adas, hook.id, actor)).toEqual(first)
    await world.runJobs()
    expect(target.calls).toHaveLength(1)
    expect((await world.testWebhook(adas, hook.id, actorOf())).deliveryId).not.toBe(first.deliveryId)
  })
})

describe('sending again', () => {
  test('sends the same body with the same id, whatever its status', async () => {
    await happen()
    await world.runJobs()
    const { id } = await newest()
    world.clock.time += HOUR
    const view = await world.resendDelivery(adas, hook.id, id, actorOf())
    expect(view).toMatchObject({ id, status: 'pending', nextAttemptAt: '2026-11-21T10:00:00.000Z' })
    await world.runJobs()
    const [one, two] = target.calls
    expect([two!.id, two!.body]).toEqual([one!.id, one!.body])
    expect(await newest()).toMatchObject({ id, status: 'delivered' })
    expect((await newest()).attempts).toHaveLength(2)
  })

  test('restarts the retry schedule', async () => {
    answer = () => ({ status: 500 })
    await happen()
    for (const delay of [0, ...RETRY_DELAYS_MS]) await pass(delay)
    expect(await newest()).toMatchObject({ status: 'failed' })
    const actor = actorOf()
    await world.resendDelivery(adas, hook.id, (await newest()).id, actor)
    await world.runJobs()
    expect(target.calls).toHaveLength(9)
    expect((await newest()).nextAttemptAt).toBe(new Date(world.clock.time + 5_000).toISOString())
    await world.resendDelivery(adas, hook.id, (await newest()).id, actor)
    await world.runJobs()
    expect(target.calls).toHaveLength(9)
  })

  test('of a delivery that is not this webhook’s is refused', async () => {
    const other = await world.createWebhook(adas, { url: target.url }, actorOf())
    await happen()
    const notFound = { code: 'NOT_FOUND', message: 'There is no such delivery.' }
    const resend = (endpoint: string, id: string) => world.resendDelivery(adas, endpoint, id, actorOf())
    await expect(resend(other.webhook.id, (await newest()).id)).rejects.toMatchObject(notFound)
    await expect(resend(hook.id, 'nothing')).rejects.toMatchObject(notFound)
  })
})

describe('the list of deliveries', () => {
  test('is the newest first, page by page', async () => {
    for (let count = 0; count < 5; count++) {
      await happen()
      world.clock.time += 1_000
    }
    const first = await world.listDeliveries(adas, hook.id, { limit: 2 })
    const second = await world.listDeliveries(adas, hook.id, { limit: 2, cursor: first.nextCursor! })
    const third = await world.listDeliveries(adas, hook.id, { limit: 2, cursor: second.nextCursor! })
    expect(third.nextCursor).toBeNull()
    const times = [first, second, third].flatMap((page) => page.deliveries.map(({ createdAt }) => createdAt))
    expect(times).toEqual([4, 3, 2, 1, 0].map((second) => new Date(BEGIN + second * 1_000).toISOString()))
  })

  test.each(['nothing', ''])('refuses a cursor of another list: %j', (cursor) =>
    expect(world.listDeliveries(adas, hook.id, { limit: 2, cursor })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { problems: [{ path: '/cursor', message: '`cursor` is not a cursor of this list' }] },
    }),
  )
})
