// Replaying the failed deliveries of a webhook, thousands of them, in memory.
import { beforeEach, expect, test } from '@jest/globals'
import { createReplayDeliveries } from '../../src/features/webhooks/commands/replayDeliveries.js'
import { type DeliveryRecord, newRecord } from '../../src/features/webhooks/deliveries/record.js'
import { iso } from '../../src/kernel/clock.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { webhookId } from '../../testbed/given/webhookEvents.js'
import { actorOf, BEGIN, callerOf, HOUR } from './world.js'

const ENDPOINT = webhookId('first')

let records: DeliveryRecord[]
/** Writes until the store is away. */
let left: number
beforeEach(() => {
  records = []
  left = Number.POSITIVE_INFINITY
})

/** Adds failed deliveries, each later than the one before. */
function failed(count: number): void {
  const draft = { owner: ada, endpoint: ENDPOINT, job: null, event: 'bulk.completed', content: 'none' } as const
  for (let index = 0; index < count; index++)
    records.push({ ...newRecord({ ...draft, createdAt: iso(BEGIN + records.length) }, BEGIN), status: 'failed' })
}

const countPending = async () => records.filter(({ status }) => status === 'pending').length

const replay = createReplayDeliveries({
  deliveries: {
    countPending,
    async *since() {
      for (const [id, document] of records.entries()) yield { id: String(id), document }
    },
    async revise(id: string, change: (record: DeliveryRecord) => DeliveryRecord | undefined) {
      if (left-- <= 0) throw new StoreUnavailable('it is away')
      records[Number(id)] = change(records[Number(id)]!) ?? records[Number(id)]!
    },
  },
  findEndpoint: async () => ({ disabled: null }),
  jobs: { enqueue: async () => {} },
  clock: { now: () => BEGIN + HOUR },
} as unknown as Parameters<typeof createReplayDeliveries>[0])

const run = (actor = actorOf()) => replay(callerOf(ada), ENDPOINT, { since: '2026-11-21' }, actor)

test('a repeated command gives the same answer', async () => {
  failed(3_000)
  const actor = actorOf()
  expect(await run(actor)).toEqual({ replayed: 3_000, more: false })
  expect(await run(actor)).toEqual({ replayed: 3_000, more: false })
})

test('a repeated command sends no more than the first, although some were delivered since', async () => {
  failed(5_010)
  const actor = actorOf()
  expect(await run(actor)).toEqual({ replayed: 5_000, more: true })
  for (const number of [0, 1, 2]) records[number] = { ...records[number]!, status: 'delivered' }
  expect(await run(actor)).toEqual({ replayed: 5_000, more: true })
  expect(await countPending()).toBe(4_997)
})

test('another command sends what there is room for again', async () => {
  failed(4_000)
  await run()
  failed(2_000)
  expect(await run()).toEqual({ replayed: 1_000, more: true })
  expect(await countPending()).toBe(5_000)
})

test('a command that was interrupted is completed by its repetition', async () => {
  failed(5_010)
  const actor = actorOf()
  left = 1_000
  await expect(run(actor)).rejects.toThrow(StoreUnavailable)
  left = Number.POSITIVE_INFINITY
  expect(await run(actor)).toEqual({ replayed: 5_000, more: true })
  expect(await countPending()).toBe(5_000)
})
