// Deliveries share the process fairly between accounts.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { BatchNotificationData } from '../../src/features/webhooks/notifications/subscribedNotifications.js'
import { createLargeBodies } from '../../src/features/webhooks/sending/largeBodies.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { derivedId } from '../../src/kernel/ids.js'
import { sharedWork } from '../../src/kernel/limits.js'
import { eventually } from '../../testbed/eventually.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { answered, createMailbox } from './mailbox.js'
import { actorOf, callerOf, noEmails, openWebhooks, type WebhooksWorld } from './world.js'

const month = '2026-11'
const facts = {
  source: 'agent',
  total: 3,
  disposable: 0,
  role: 0,
  deliverable: 2,
  risky: 0,
  mistyped: 0,
  people: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  downloadPath: null,
} as const
const run = { signal: new AbortController().signal }

/** The results of every batch. */
let results: readonly unknown[]
/** Functions that end the running attempts, by path. */
let underWay: Map<string, () => void>
let world: WebhooksWorld
beforeEach(async () => {
  results = []
  underWay = new Map()
  const mailbox = createMailbox(({ url }) => {
    const { pathname } = new URL(url)
    return new Promise((resolve) => {
      underWay.set(pathname, () => {
        underWay.delete(pathname)
        resolve(answered(204))
      })
    })
  })
  const getEndedBatch = async (batch: string): Promise<BatchNotificationData> => ({
    view: facts,
    webhookUrl: `https://jobs.example.com/${batch}`,
    results: () => Promise.resolve(results),
    emails: noEmails,
  })
  world = await openWebhooks({ outbound: mailbox, getEndedBatch })
})
afterEach(() => world.close())

const batchEnd = (account: string): DomainEvent => ({
  type: 'BatchCompleted',
  data: {
    account,
    month,
    sandbox: false,
    totals: { processed: 3, valid: 2, unknown: 0, charged: 3 },
    released: 0,
  },
})

/**
 * Batches of an account end, each with its own URL.
 * @returns their endpoints
 */
async function endBatches(account: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => derivedId(`${account} ${index}`))
  for (const id of ids) await world.append(`batch-${id}`, batchEnd(account))
  await world.react()
  return ids.map((id) => `job_${id}`)
}

describe('every endpoint is a job of its account', () => {
  test('webhooks, and URLs that came with batches', async () => {
    const { webhook } = await world.createWebhook(callerOf(ada), { url: 'https://hooks.example.com/in' }, actorOf())
    await world.append(`limit-${ada}.${month}.month`, usageLimitReached(month, ada))
    const [adas, bobs] = [await endBatches(ada, 1), await endBatches(bob, 1)]
    expect(Object.fromEntries(world.tenants)).toEqual({ [webhook.id]: ada, [adas[0]!]: ada, [bobs[0]!]: bob })
  })

  test('also when a caller schedules it, or a sweep finds it', async () => {
    const { webhook } = await world.createWebhook(callerOf(bob), { url: 'https://hooks.example.com/in' }, actorOf())
    const tenants = world.tenants as Map<string, string | undefined>
    const isBobs = () => {
      expect(tenants.get(webhook.id)).toBe(bob)
      tenants.clear()
    }
    await world.testWebhook(callerOf(bob), webhook.id, actorOf())
    isBobs()
    await world.sweepDeliveries()
    isBobs()
    await world.updateWebhook(callerOf(bob), webhook.id, { status: 'disabled' }, actorOf())
    isBobs()
    await world.deleteWebhook(callerOf(bob), webhook.id, actorOf())
    isBobs()
  })
})

describe('one reaction to the ends of many batches of one account', () => {
  /** Endpoints in the order in which their jobs were scheduled. */
  const order = () => world.enqueued.map((job) => job.split(' ')[1])

  test('delays neither another account’s batch nor its other events', async () => {
    const { webhook } = await world.createWebhook(
      callerOf(bob),
      { url: 'https://hooks.example.com/in', events: ['usage.limit_reached'] },
      actorOf(),
    )
    results = Array.from({ length: 2_000 }, (_, row) => ({ i: row, e: `user${row}@example.net` }))
    for (let count = 0; count < 20; count++) await world.append(`batch-${derivedId(`${count}`)}`, batchEnd(ada))
    await world.append(`limit-${bob}.${month}.month`, usageLimitReached(month, bob))
    const [bobs] = await endBatches(bob, 1)
    expect(order()).toHaveLength(22)
    expect(order().indexOf(webhook.id)).toBeLessThan(10)
    expect(order().indexOf(bobs)).toBeLessThan(10)
  })
})

describe('attempts with a large body', () => {
  beforeEach(() => {
    results = Array.from({ length: 3_000 }, (_, row) => ({
      i: row,
      e: `user${row}@example.net`,
      rest: 'x'.repeat(100),
    }))
  })

  test('are limited to eight of an account that is alone, and leave room for another account', async () => {
    const endpoints = await endBatches(ada, 12)
    const [other] = await endBatches(bob, 1)
    const runs = endpoints.map((endpoint) => world.deliver(endpoint, run))
    await eventually(
      () => underWay.size,
      (count) => count === 8,
    )
    const others = world.deliver(other!, run)
    const bobs = `/${other!.slice(4)}`
    await eventually(
      () => underWay.has(bobs),
      (sent) => sent,
    )
    expect(underWay.size).toBe(9)
    let ended = false
    const all = Promise.all([...runs, others]).finally(() => {
      ended = true
    })
    await eventually(
      () => {
        for (const finish of [...underWay.values()]) finish()
        return ended
      },
      (yes) => yes,
    )
    await all
  })

  test('are limited, small ones are not', async () => {
    results = []
    const endpoints = await endBatches(ada, 12)
    const runs = endpoints.map((endpoint) => world.deliver(endpoint, run))
    await eventually(
      () => underWay.size,
      (count) => count === 12,
    )
    for (const finish of [...underWay.values()]) finish()
    await Promise.all(runs)
  })

  test('are large by their bytes, whatever letters they have', () => {
    const body = 'я'.repeat(sharedWork.deliveries.largeBytes / 2)
    expect(createLargeBodies().isLarge('small', body)).toBe(false)
    expect(createLargeBodies().isLarge('large', `${body}a`)).toBe(true)
  })

  test('are left to a later run if no permit is free in time', async () => {
    const bodies = createLargeBodies({ waitMs: 20 })
    const finish: (() => void)[] = []
    const hang = () => new Promise<string>((resolve) => finish.push(() => resolve('sent')))
    const first = Array.from({ length: 8 }, () => bodies.withPermit(ada, run.signal, hang))
    expect(await bodies.withPermit(ada, run.signal, hang)).toBe('busy')
    for (const end of finish) end()
    expect(await Promise.all(first)).toEqual(first.map(() => 'sent'))
    expect(await bodies.withPermit(ada, run.signal, async () => 'sent')).toBe('sent')
  })
})
