// The sweep that recovers lost deliveries and deletes old ones.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { answered, createMailbox, type Mailbox } from './mailbox.js'
import { actorOf, callerOf, DAY, openWebhooks, SECOND, type WebhooksWorld } from './world.js'

let world: WebhooksWorld
let mailbox: Mailbox
let status: number
beforeEach(async () => {
  status = 500
  mailbox = createMailbox(() => answered(status))
  world = await openWebhooks({ outbound: mailbox })
})
afterEach(() => world.close())

const create = async (account: string) =>
  (await world.createWebhook(callerOf(account), { url: 'https://hooks.example.com/' }, actorOf())).webhook.id

async function happen(account: string): Promise<void> {
  await world.append(`limit-${account}.2026-11.month`, usageLimitReached('2026-11', account))
  await world.react()
}

const all = (name: string) => collect(world.documents.collection<Document>({ name }).all())

describe('the sweep', () => {
  test('enqueues every endpoint with due deliveries, and no other', async () => {
    const [one, two, three] = [await create(ada), await create(bob), await create(ada)]
    await happen(ada)
    await world.runJobs()
    await happen(bob)
    const before = world.enqueued.length
    await world.sweepDeliveries()
    expect(world.enqueued.slice(before)).toEqual([`deliver ${two}`])
    world.clock.time += 5 * SECOND
    await world.sweepDeliveries()
    expect(world.enqueued.slice(before + 1).sort()).toEqual([one, two, three].map((id) => `deliver ${id}`).sort())
  })

  test('recovers the deliveries of a lost job', async () => {
    await create(ada)
    await happen(ada)
    await world.runJobs(async () => undefined)
    await world.runJobs()
    expect(mailbox.sent).toEqual([])
    await world.sweepDeliveries()
    await world.runJobs()
    expect(mailbox.sent).toHaveLength(1)
  })

  test('deletes each delivery after the days that were set when it was made', async () => {
    status = 200
    await create(ada)
    await world.append(`limit-${ada}.2026-11.month`, usageLimitReached('2026-11'))
    await world.again({ deliveriesDays: 7 }).reactor.react(await world.unseen())
    await world.runJobs()
    world.clock.time += 7 * DAY - SECOND
    await world.sweepDeliveries()
    expect(await all('deliveries')).toHaveLength(1)
    world.clock.time += 2 * SECOND
    await world.sweepDeliveries()
    expect([await all('deliveries'), await all('delivery_contents')]).toEqual([[], []])
  })

  test('deletes deliveries and their bodies after thirty days, without a trace', async () => {
    status = 200
    const id = await create(ada)
    await happen(ada)
    await world.runJobs()
    world.clock.time += DAY
    await happen(ada)
    await world.runJobs()
    world.clock.time += 29 * DAY
    await world.sweepDeliveries()
    expect([await all('deliveries'), await all('delivery_contents')].map(({ length }) => length)).toEqual([2, 2])
    world.clock.time += 1
    await world.sweepDeliveries()
    expect([await all('deliveries'), await all('delivery_contents')].map(({ length }) => length)).toEqual([1, 1])
    world.clock.time += DAY
    await world.sweepDeliveries()
    expect([await all('deliveries'), await all('delivery_contents')]).toEqual([[], []])
    expect((await world.listDeliveries(callerOf(ada), id, { limit: 10 })).deliveries).toEqual([])
  })
})
