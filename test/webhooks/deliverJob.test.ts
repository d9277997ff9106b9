// The job that sends the due deliveries of an endpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createDeliveries } from '../../src/features/webhooks/deliveries/deliveries.js'
import { newRecord } from '../../src/features/webhooks/deliveries/record.js'
import { MAX_PENDING } from '../../src/features/webhooks/sending/deliverJob.js'
import { derivedId } from '../../src/kernel/ids.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { JobRun } from '../../src/kernel/ports/jobs.js'
import type { Outbound } from '../../src/kernel/ports/outbound.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { eventually } from '../../testbed/eventually.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { startTarget } from '../../testbed/receivers/target.js'
import { answered, createMailbox, type Mailbox } from './mailbox.js'
import { actorOf, BEGIN, callerOf, DAY, openWebhooks, realOutbound, SECOND, type WebhooksWorld } from './world.js'

const adas = callerOf(ada)
const url = 'https://hooks.example.com/in'
const run: JobRun = { signal: new AbortController().signal }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A world with one webhook for which this many deliveries are due. */
async function open(outbound: Outbound, { due = 1, to = url } = {}) {
  const world = await openWebhooks({ outbound })
  closing.push(world.close)
  const { webhook } = await world.createWebhook(adas, { url: to }, actorOf())
  await happen(world, due)
  const list = async () => (await world.listDeliveries(adas, webhook.id, { limit: 100 })).deliveries
  return { ...world, hook: webhook.id, list }
}

async function happen(world: WebhooksWorld, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    await world.append(`limit-${ada}.2026-11.month`, usageLimitReached('2026-11'))
  }
  await world.react()
}

const idsOf = ({ sent }: Mailbox) => sent.map(({ headers }) => headers['webhook-id']!)

describe('at one target', () => {
  test('at most five attempts run concurrently, however slow it is, and all due deliveries are sent', async () => {
    let [now, most] = [0, 0]
    const target = await startTarget(async () => {
      most = Math.max(most, ++now)
      await sleep(1_500)
      now--
      return { status: 200 }
    })
    closing.push(target.close)
    const { deliver, hook, list } = await open(realOutbound(), { due: 12, to: target.url })
    expect(await deliver(hook, run)).toBeUndefined()
    expect(most).toBe(5)
    expect((await list()).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'delivered'))
  })

  test('whose port webhooks may no longer call, an attempt fails with the reason', async () => {
    const registeredBefore: Outbound = { ...realOutbound(), problemOf: async () => undefined }
    const { deliver, hook, list } = await open(registeredBefore, { to: 'http://127.0.0.1:6379/in' })
    await deliver(hook, run)
    const [delivery] = await list()
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: null }] })
    expect(delivery!.attempts[0]!.response).toMatch(/^Port 6379 .*: use 443, 80 or another port from 1024 to 65535/)
  })

  test('attempts are sequential while it responds quickly', async () => {
    let [now, most] = [0, 0]
    const mailbox = createMailbox(async () => {
      most = Math.max(most, ++now)
      await sleep(1)
      now--
      return answered(200)
    })
    const { deliver, hook } = await open(mailbox, { due: 20 })
    await deliver(hook, run)
    expect(most).toBe(1)
    expect(mailbox.sent).toHaveLength(20)
  })

  test('two concurrent runs record an attempt once', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const mailbox = createMailbox(async () => {
      await held
      return answered(500)
    })
    const world = await open(mailbox)
    const runs = [world.deliver(world.hook, run), world.again().deliver(world.hook, run)]
    await eventually(
      () => mailbox.sent.length,
      (count) => count === 2,
    )
    release()
    await Promise.all(runs)
    const [delivery] = await world.list()
    expect(delivery!.attempts).toHaveLength(1)
    expect(delivery!.nextAttemptAt).toBe(new Date(BEGIN + 5_000).toISOString())
    expect(await world.getWebhook(adas, world.hook)).toMatchObject({ consecutiveFailures: 1 })
  })
})

describe('a run', () => {
  test('that fails ends after its attempts, so that the next one repeats none', async () => {
    const order: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const mailbox = createMailbox(async () => {
      await held
      order.push('attempt')
      return answered(200)
    })
    const world = await open(mailbox, { due: 2 })
    let failed = false
    const vault: Vault = {
      ...world.vault,
      async open(owner, sealed) {
        failed = mailbox.sent.length > 0
        if (failed) throw new StoreUnavailable('not now')
        return world.vault.open(owner, sealed)
      },
    }
    const running = world.again({ vault }).deliver(world.hook, run)
    const ended = running.catch(() => order.push('run'))
    await eventually(
      () => failed,
      (has) => has,
    )
    await new Promise((resolve) => setImmediate(resolve))
    release()
    await ended
    await expect(running).rejects.toThrow('not now')
    expect(order).toEqual(['attempt', 'run'])
    expect((await world.list()).map(({ status }) => status).sort()).toEqual(['delivered', 'pending'])
  })

  test('says when the next attempt is due', async () => {
    const { deliver, hook } = await open(createMailbox(() => answered(500)))
    expect(await deliver(hook, run)).toEqual({ again: BEGIN + 5 * SECOND })
  })

  test('ends after twenty seconds, to continue immediately', async () => {
    const mailbox = createMailbox(() => {
      world.clock.time += 7 * SECOND
      return answered(200)
    })
    const world = await open(mailbox, { due: 10 })
    const { again } = (await world.deliver(world.hook, run))!
    expect(mailbox.sent).toHaveLength(3)
    expect(again).toBeLessThanOrEqual(world.clock.time)
    await world.runJobs()
    expect(mailbox.sent).toHaveLength(10)
    expect(new Set(idsOf(mailbox)).size).toBe(10)
  })

  test('starts nothing after an abort, and an interrupted attempt is no failure', async () => {
    const stopping = new AbortController()
    const mailbox = createMailbox(() => {
      stopping.abort()
      return { outcome: 'unanswered', cause: 'connection', reason: 'stopped', durationMs: 1 }
    })
    const { deliver, hook, list, getWebhook } = await open(mailbox, { due: 3 })
    expect(await deliver(hook, { signal: stopping.signal })).toEqual({ again: BEGIN })
    expect(mailbox.sent).toHaveLength(1)
    expect(mailbox.sent[0]!.signal).toBe(stopping.signal)
    for (const delivery of await list()) expect(delivery).toMatchObject({ status: 'pending', attempts: [] })
    expect(await getWebhook(adas, hook)).toMatchObject({ consecutiveFailures: 0 })
  })

  test('fails when the outcome cannot be written, and the attempt is made again', async () => {
    const mailbox = createMailbox()
    const world = await open(mailbox)
    let isDown = true
    const { deliver } = world.again({
      vault: {
        ...world.vault,
        seal: (owner, text) =>
          isDown ? Promise.reject(new StoreUnavailable('the disk is full')) : world.vault.seal(owner, text),
      },
    })
    await expect(deliver(world.hook, run)).rejects.toThrow('the disk is full')
    isDown = false
    await deliver(world.hook, run)
    expect(idsOf(mailbox)).toEqual([idsOf(mailbox)[0], idsOf(mailbox)[0]])
    expect(await world.list()).toMatchObject([{ status: 'delivered', attempts: [{ statusCode: 204 }] }])
  })

  test('abandons a delivery that cannot be decrypted, and continues', async () => {
    const mailbox = createMailbox()
    const world = await open(mailbox, { due: 1 })
    const contents = world.documents.collection<{ owner: string; body: string }>({ name: 'delivery_contents' })
    for await (const { id, position, document } of contents.all()) {
      const broken = { ...document, body: `${document.body.slice(0, -4)}AAAA` }
      await contents.write([{ id, expected: position, position, document: broken }])
    }
    await happen(world, 1)
    await world.deliver(world.hook, run)
    expect((await world.list()).map(({ status }) => status).sort()).toEqual(['delivered', 'failed'])
    const [attempt] = (await world.list()).find(({ status }) => status === 'failed')!.attempts
    expect(attempt).toMatchObject({
      statusCode: null,
      response: 'Not sent: the content is no longer available.',
    })
  })

  test('abandons the deliveries of an erased account, and shows their bodies no more', async () => {
    const mailbox = createMailbox()
    const world = await open(mailbox)
    const { id } = (await world.list())[0]!
    expect(await world.getDeliveryBody(adas, world.hook, id)).toContain('usage.limit_reached')
    await world.vault.destroy(ada)
    expect(await world.getDeliveryBody(adas, world.hook, id)).toBeUndefined()
    expect(await world.deliver(world.hook, run)).toBeUndefined()
    expect(mailbox.sent).toEqual([])
  })

  test('of an unknown endpoint ends immediately', async () => {
    const { deliver } = await open(createMailbox())
    expect(await deliver(`job_${derivedId('nothing')}`, run)).toBeUndefined()
    expect(await deliver(`wh_${derivedId('nothing')}`, run)).toBeUndefined()
  })
})

describe('ten thousand pending', () => {
  const fill = async (world: WebhooksWorld, endpoint: string, count: number) => {
    const draft = {
      owner: ada,
      endpoint,
      job: null,
      event: 'bulk.completed',
      content: 'c',
      createdAt: '2026-11-21T09:00:00.000Z',
    } as const
    const record = newRecord(draft, BEGIN + DAY)
    await createDeliveries(world).insert(
      Array.from({ length: count }, (_, index) => ({ id: derivedId(`${index}`), record })),
    )
  }

  test('disable the webhook and are abandoned', async () => {
    const mailbox = createMailbox()
    const world = await open(mailbox, { due: 0 })
    await fill(world, world.hook, MAX_PENDING)
    expect(await world.deliver(world.hook, run)).toBeUndefined()
    expect(await world.getWebhook(adas, world.hook)).toMatchObject({ status: 'disabled', disabledReason: 'backlog' })
    expect(await createDeliveries(world).countPending(world.hook)).toBe(0)
    expect((await world.list())[0]!.attempts[0]!.response).toContain('too many pending deliveries')
    expect(mailbox.sent).toEqual([])
  })

  test('are not reached by one less', async () => {
    const world = await open(createMailbox(), { due: 0 })
    await fill(world, world.hook, MAX_PENDING - 1)
    expect(await world.deliver(world.hook, run)).toEqual({ again: BEGIN + DAY })
    expect(await world.getWebhook(adas, world.hook)).toMatchObject({ status: 'enabled' })
  })
})
