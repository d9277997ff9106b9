// The reactor that turns events into deliveries.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { BatchNotificationData } from '../../src/features/webhooks/notifications/subscribedNotifications.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { derivedId } from '../../src/kernel/ids.js'
import type { Position } from '../../src/kernel/position.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { addressVerified, usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { answered, createMailbox, type Mailbox, type Sent } from './mailbox.js'
import { actorOf, BEGIN, callerOf, DAY, noEmails, openWebhooks, type WebhooksWorld } from './world.js'

const adas = callerOf(ada)
const url = 'https://hooks.example.com/in'
const batch = derivedId('a batch')
const month = '2026-11'

const reads: { batch: string; seen: Position }[] = []
let ended: BatchNotificationData | undefined
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

let status: number
let mailbox: Mailbox
let world: WebhooksWorld
beforeEach(async () => {
  status = 204
  mailbox = createMailbox(() => answered(status))
  ended = { view: facts, webhookUrl: null, results: () => null, emails: noEmails }
  reads.length = 0
  world = await openWebhooks({
    outbound: mailbox,
    getEndedBatch: async (batch, seen) => {
      reads.push({ batch, seen })
      return ended
    },
  })
})
afterEach(() => world.close())

type Input = Parameters<WebhooksWorld['createWebhook']>[1]
const create = async (input: Partial<Input> = {}, caller = adas) =>
  (await world.createWebhook(caller, { url, ...input }, actorOf())).webhook.id

/** A verification with its response, as the log has it for subscribers. */
async function verified(account = ada, email = 'ada@example.net'): Promise<DomainEvent> {
  const notice = { api: 'v1', requestId: 'request', result: { email } }
  return addressVerified({ account, notify: await world.vault.seal(account, JSON.stringify(notice)) })
}
const limit = (account = ada) => usageLimitReached(month, account)
const end = (type: string, differs: object = {}): DomainEvent => ({
  type,
  data: {
    account: ada,
    month,
    sandbox: false,
    totals: { processed: 3, valid: 2, unknown: 0, charged: 3 },
    released: 0,
    ...differs,
  },
})

const appendVerified = async (account = ada, email?: string) =>
  world.append(`usage-${account}.${month}`, await verified(account, email))
const appendLimit = (account = ada) => world.append(`limit-${account}.${month}.month`, limit(account))
const appendEnd = (type = 'BatchCompleted', differs?: object) => world.append(`batch-${batch}`, end(type, differs))

const deliveriesOf = async (id: string, caller = adas) =>
  (await world.listDeliveries(caller, id, { limit: 100 })).deliveries

/** The requests of all due deliveries. */
async function sent(): Promise<readonly Sent[]> {
  await world.runJobs()
  return mailbox.sent
}

describe('an event', () => {
  test('is delivered to each enabled webhook of its account that is subscribed to it', async () => {
    const [all, limits, bulk] = [
      await create(),
      await create({ events: ['usage.limit_reached'] }),
      await create({ events: ['bulk.completed'] }),
    ]
    const disabled = await create()
    await world.updateWebhook(adas, disabled, { status: 'disabled' }, actorOf())
    const bobs = await create({}, callerOf(bob))
    await appendLimit()
    await world.react()
    const counts = await Promise.all([all, limits, bulk, disabled].map(async (id) => (await deliveriesOf(id)).length))
    expect(counts).toEqual([1, 1, 0, 0])
    expect(await deliveriesOf(bobs, callerOf(bob))).toEqual([])
    const [delivery] = await deliveriesOf(limits)
    const [event] = (await world.events()).filter(({ type }) => type === 'UsageLimitReached')
    expect(delivery).toEqual({
      id: derivedId(`${event!.id}.${limits}`),
      event: 'usage.limit_reached',
      status: 'pending',
      createdAt: event!.recordedAt,
      nextAttemptAt: '2026-11-21T09:00:00.000Z',
      attempts: [],
    })
  })

  test('from before a webhook was registered is not delivered to it', async () => {
    await appendLimit()
    await appendEnd()
    const id = await create()
    await world.react()
    expect(await deliveriesOf(id)).toEqual([])
    await appendVerified()
    await world.react()
    expect((await deliveriesOf(id)).map(({ event }) => event)).toEqual(['verification.completed'])
  })

  test('is delivered only after a lagging read model has reached it', async () => {
    const id = await create()
    await appendLimit()
    const unseen = await world.unseen()
    await world.flow.runner.stop()
    await expect(world.reactor.react([...unseen, { ...unseen[0]!, position: 'e'.repeat(32) }])).rejects.toThrow(
      'too far behind',
    )
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('that is processed again creates nothing new, and has its jobs enqueued again', async () => {
    const id = await create()
    await appendLimit()
    await appendVerified()
    const events = await world.unseen()
    await world.reactor.react(events)
    const before = await deliveriesOf(id)
    const jobs = world.enqueued.length
    await world.reactor.react(events)
    await world.again().reactor.react(events)
    expect(await deliveriesOf(id)).toEqual(before)
    expect(before).toHaveLength(2)
    expect(world.enqueued.slice(jobs)).toEqual([`deliver ${id}`, `deliver ${id}`])
  })

  test('with results is processed one at a time, because each may have 50,000 results', async () => {
    const id = await create()
    let reading = 0
    let most = 0
    const results = async () => {
      most = Math.max(most, ++reading)
      await new Promise((resolve) => setTimeout(resolve, 5))
      reading--
      return []
    }
    ended = { view: facts, webhookUrl: null, results, emails: noEmails }
    for (const name of ['one', 'two', 'three']) await world.append(`batch-${derivedId(name)}`, end('BatchCompleted'))
    await world.react()
    expect(await deliveriesOf(id)).toHaveLength(3)
    expect(most).toBe(1)
  })

  test('keeps its first body even if a second processing builds another', async () => {
    await create()
    await appendEnd()
    const events = await world.unseen()
    await world.reactor.react(events)
    ended = { view: { ...facts, total: 99 }, webhookUrl: null, results: () => null, emails: noEmails }
    await world.reactor.react(events)
    const [{ body }] = (await sent()) as [Sent]
    expect(JSON.parse(body).data.total).toBe(3)
  })

  test('older than the retention of deliveries is not delivered any more', async () => {
    const id = await create()
    await appendLimit()
    world.clock.time += 30 * DAY
    await world.react()
    expect(await deliveriesOf(id)).toEqual([])
  })

  test.each([
    [7, 6, 1],
    [7, 7, 0],
    [90, 29, 1],
    // What is kept for longer was deleted by the setting before.
    [90, 30, 0],
  ])('of an installation that keeps deliveries for %d days, %d days later, makes %d', async (days, later, count) => {
    const id = await create()
    await appendLimit()
    world.clock.time += later * DAY
    await world.again({ deliveriesDays: days }).reactor.react(await world.unseen())
    expect(await deliveriesOf(id)).toHaveLength(count)
  })

  test('of many concurrent ones is delivered once each', async () => {
    const id = await create({ events: ['verification.completed'] })
    for (let count = 0; count < 250; count++) await appendVerified()
    await world.react()
    const pages = [await world.listDeliveries(adas, id, { limit: 100 })]
    while (pages.at(-1)!.nextCursor !== null) {
      pages.push(await world.listDeliveries(adas, id, { limit: 100, cursor: pages.at(-1)!.nextCursor! }))
    }
    expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([100, 100, 50])
    expect(new Set(pages.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.id))).size).toBe(250)
  })
})

describe('verification.completed', () => {
  test('is the answer, sealed until it is sent', async () => {
    await create({ events: ['verification.completed'] })
    await appendVerified(ada, 'somebody.in.particular@example.net')
    await world.react()
    const { position } = await world.append('somewhere-1', { type: 'Something', data: {} })
    await world.flow.runner.waitForPosition(position, world.flow.names, 5_000)
    for (const file of ['events.mdb', 'documents.mdb']) {
      expect(readFileSync(join(world.directory, file)).includes('somebody.in.particular')).toBe(false)
    }
    const [{ body }] = (await sent()) as [Sent]
    expect(JSON.parse(body)).toEqual({
      type: 'verification.completed',
      timestamp: '2026-11-21T09:00:00.000Z',
      data: { email: 'somebody.in.particular@example.net', request_id: 'request', api_version: 'v1' },
    })
  })

  test('is not sent for responses that had no subscriber at the time', async () => {
    const id = await create()
    await world.append(`usage-${ada}.${month}`, addressVerified())
    await world.react()
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('is not sent once the account is erased', async () => {
    const id = await create()
    await appendVerified()
    await world.vault.destroy(ada)
    await world.react()
    expect(await deliveriesOf(id)).toEqual([])
  })
})

describe('bulk.completed', () => {
  const jobUrl = 'https://jobs.example.com/done'
  const endpoint = `job_${batch}`

  test.each(['BatchCompleted', 'BatchFailed', 'BatchCancelled'])('is sent when a batch ends: %s', async (type) => {
    await create({ events: ['bulk.completed'] })
    await appendEnd(type)
    await world.react()
    const [{ body }] = (await sent()) as [Sent]
    const status = type.slice('Batch'.length).toLowerCase()
    expect(JSON.parse(body)).toMatchObject({ type: 'bulk.completed', data: { batch_id: batch, status, invalid: 1 } })
  })

  test('goes to the job’s own URL, signed with the account’s secret, in addition to the webhooks', async () => {
    const id = await create()
    ended = { view: facts, webhookUrl: jobUrl, results: async () => [{ i: 0, v: 1 }], emails: noEmails }
    await appendEnd()
    await world.react()
    expect(world.enqueued).toEqual([`deliver ${id}`, `deliver ${endpoint}`])
    const calls = await sent()
    expect(calls.map((call) => call.url).sort()).toEqual([url, jobUrl])
    const job = calls.find((call) => call.url === jobUrl)!
    expect(JSON.parse(job.body).data).toMatchObject({ batch_id: batch, results: [{ i: 0, v: 1 }] })
    expect(job.signedWith(world.getSigningSecret(adas))).toBe(true)
    expect(job.body).toBe(calls.find((call) => call.url === url)!.body)
    expect(job.headers['webhook-id']).not.toBe(calls.find((call) => call.url === url)!.headers['webhook-id'])
  })

  test('can be listed and resent at the job’s endpoint', async () => {
    ended = { view: facts, webhookUrl: jobUrl, results: () => null, emails: noEmails }
    await appendEnd()
    await world.react()
    await sent()
    const [delivery] = await deliveriesOf(endpoint)
    expect(delivery).toMatchObject({ status: 'delivered', event: 'bulk.completed' })
    await expect(deliveriesOf(endpoint, callerOf(bob))).rejects.toThrow('There is no such webhook.')
    await expect(deliveriesOf(endpoint, callerOf(ada, { sandbox: true }))).rejects.toThrow('There is no such webhook.')
    await world.resendDelivery(adas, endpoint, delivery!.id, actorOf())
    expect((await sent()).map((call) => call.headers['webhook-id'])).toEqual([delivery!.id, delivery!.id])
  })

  test('of a sandbox key goes to the job’s own URL only, signed with the sandbox secret', async () => {
    await create()
    const sandbox = callerOf(ada, { sandbox: true })
    ended = { view: facts, webhookUrl: jobUrl, results: () => null, emails: noEmails }
    await appendEnd('BatchCompleted', { sandbox: true })
    await world.react()
    const calls = await sent()
    expect(calls.map((call) => call.url)).toEqual([jobUrl])
    expect(calls[0]!.signedWith(world.getSigningSecret(sandbox))).toBe(true)
    expect(calls[0]!.signedWith(world.getSigningSecret(adas))).toBe(false)
    expect(await deliveriesOf(endpoint, sandbox)).toHaveLength(1)
  })

  test('reads the batch as of its end', async () => {
    await create()
    const { position } = await appendEnd()
    await world.react()
    expect(reads).toEqual([{ batch, seen: position }])
  })

  test('has a freshly signed link at each attempt, so that it is valid whenever it arrives', async () => {
    await create()
    const downloadPath = '/v1/batch/x/download?at=the end'
    ended = {
      view: { ...facts, source: 'upload', downloadPath },
      webhookUrl: null,
      results: () => null,
      emails: noEmails,
    }
    await appendEnd()
    await world.react()
    status = 500
    await sent()
    world.clock.time += DAY
    const calls = await sent()
    const bodies = calls.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ data }) => data.links.download)).toEqual(
      [0, DAY].map((after) => `https://mailproof.test/v1/batch/${batch}/download?at=${BEGIN + after}`),
    )
    const [first, second] = bodies.map(({ data, ...rest }) => ({ ...rest, data: { ...data, links: null } }))
    expect(second).toEqual(first)
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('of a failed batch carries the results of the processed rows', async () => {
    await create()
    ended = { view: facts, webhookUrl: null, results: async () => [{ i: 0, v: 1, d: 0 }], emails: noEmails }
    await appendEnd('BatchFailed', { reason: 'It was too much.' })
    await world.react()
    const [{ body }] = (await sent()) as [Sent]
    expect(JSON.parse(body).data).toMatchObject({ status: 'failed', results: [{ i: 0, v: 1, d: 0 }] })
  })

  test('of a batch that failed before any row was processed carries no results', async () => {
    await create()
    ended = {
      view: facts,
      webhookUrl: null,
      results: () => Promise.reject(new Error('there are none')),
      emails: noEmails,
    }
    const totals = { processed: 0, valid: 0, unknown: 0, charged: 0 }
    await appendEnd('BatchFailed', { reason: 'It was too much.', totals })
    await world.react()
    const [{ body }] = (await sent()) as [Sent]
    expect(JSON.parse(body).data).not.toHaveProperty('results')
  })

  test('is not sent if the batch is no longer known', async () => {
    const id = await create()
    ended = undefined
    await appendEnd()
    await world.react()
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('creates no delivery while its results are unavailable, and creates it when they are available', async () => {
    const id = await create()
    ended = { view: facts, webhookUrl: null, results: () => Promise.reject(new Error('not now')), emails: noEmails }
    await appendEnd()
    await expect(world.react()).rejects.toThrow('not now')
    ended = { view: facts, webhookUrl: null, results: () => null, emails: noEmails }
    await world.react()
    expect(await deliveriesOf(id)).toHaveLength(1)
  })

  test('does not hold up the events of other accounts while its results are unavailable', async () => {
    const bobs = await create({}, callerOf(bob))
    await create()
    ended = { view: facts, webhookUrl: null, results: () => Promise.reject(new Error('not now')), emails: noEmails }
    await appendEnd()
    await appendLimit(bob)
    await expect(world.react()).rejects.toThrow('not now')
    expect(await deliveriesOf(bobs, callerOf(bob))).toHaveLength(1)
    expect(await sent()).toHaveLength(1)
  })
})
