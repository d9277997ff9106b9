// Subscriptions to the pool's activity.
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { Feed, Listener } from '../../src/eventing/feed.js'
import { createWatchPoolActivity } from '../../src/features/pool/index.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { causeId, contributed, using } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

/** The subscription to a log written by hand, with a first subscriber. */
async function watching(options: Omit<Parameters<typeof createWatchPoolActivity>[0], 'feed'> = {}) {
  const log = createRecordedLog()
  const listeners = new Set<Listener>()
  const feed: Feed = {
    async listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    close() {},
  }
  const watch = createWatchPoolActivity({ feed, ...options })
  async function subscriber() {
    const controller = new AbortController()
    const items = watch(controller.signal)
    const first = items.next()
    // It starts to listen asynchronously.
    await turn()
    return { items, first, cancel: () => controller.abort() }
  }
  return {
    ...(await subscriber()),
    subscriber,
    listeners,
    happens(event: Parameters<typeof log.append>[1], times = 1): void {
      for (let n = 0; n < times; n++) {
        const [recorded] = log.append('stream-1', event)
        for (const hear of [...listeners]) hear(recorded!)
      }
    },
  }
}

const hit = () => using(addressVerified(), { pool: 'public', lookUps: 1, hits: 1 })
const ofBatch = (name: string) => contributed({ source: 'batch', group: causeId(name) })

/** Items from the given one on, until their messages account for the given number of addresses. */
async function until(
  addresses: number,
  first: Promise<IteratorResult<{ readonly message: string }, void>>,
  items: AsyncGenerator<{ readonly message: string }, void>,
): Promise<string[]> {
  const messages: string[] = []
  for (let [item, count] = [await first, 0]; item.value; item = await items.next()) {
    messages.push(item.value.message)
    count += Number(/^\d+/.exec(item.value.message)?.[0] ?? 1)
    if (count >= addresses) break
  }
  return messages
}

describe('subscribers of the public pool', () => {
  test('receive contributions to it and answers from it, and nothing else', async () => {
    const { first, items, happens } = await watching()
    happens(contributed({ pool: ada }))
    happens(addressVerified())
    happens(contributed())
    happens(hit())
    expect((await first).value).toMatchObject({ type: 'validation', timestamp: '2026-11-21T09:00:02.000Z' })
    expect((await items.next()).value).toMatchObject({ type: 'cache_hit' })
  })

  test('receive the same objects, from one listener to the log', async () => {
    const { first, subscriber, listeners, happens } = await watching()
    const second = await subscriber()
    expect(listeners.size).toBe(1)
    happens(contributed())
    expect((await first).value).toBe((await second.first).value)
  })

  test('receive nothing that happened before they subscribed', async () => {
    const { first, subscriber, happens } = await watching()
    // Delivery to the first subscriber has not begun when the second one subscribes.
    happens(contributed())
    const second = await subscriber()
    happens(hit())
    expect((await first).value).toMatchObject({ type: 'validation' })
    expect((await second.first).value).toMatchObject({ type: 'cache_hit' })
  })

  test('receive a large batch completely in a few items, without being disconnected', async () => {
    const { first, items, happens } = await watching()
    for (let n = 0; n < 600; n++) {
      happens(ofBatch('one'))
      happens(ofBatch('another'))
    }
    const received = [await first, await items.next()]
    expect(received.map(({ value }) => value!.message)).toEqual(
      Array(2).fill('600 validations of a batch were contributed'),
    )
  })

  test('receive a burst of five hundred events one by one', async () => {
    const { first, items, happens } = await watching()
    happens(hit(), 500)
    expect(await until(500, first, items)).toEqual(Array(500).fill('An address was answered from the pool'))
  })

  test('receive all answers of a busy pool in few items, and stay connected', async () => {
    const { first, items, happens } = await watching()
    happens(hit(), 20_000)
    const messages = await until(20_000, first, items)
    expect(messages).toHaveLength(500)
    expect(messages.at(-1)).toBe('19501 addresses were answered from the pool')
  })

  test('receive few items of a pool that is too busy for their number, and nothing is missing from the counts', async () => {
    let resume = () => {}
    const pause = new Promise<void>((resolve) => {
      resume = resolve
    })
    const { first, items, happens } = await watching({ deliveriesPerSecond: 1e-9, wait: () => pause })
    // Uses up the burst.
    happens(hit(), 1_000)
    await until(1_000, first, items)
    const next = items.next()
    happens(hit())
    await next
    for (let index = 0; index < 5; index++) {
      happens(index % 2 === 0 ? contributed() : hit())
      await turn()
    }
    resume()
    expect(await until(6, next, items)).toEqual([
      'An address was answered from the pool',
      '3 validations were contributed',
      '2 addresses were answered from the pool',
    ])
  })

  test('are disconnected when a thousand items wait for them, and get no more; the others do', async () => {
    const { first, items, subscriber, listeners, happens } = await watching({
      deliveriesPerSecond: Number.POSITIVE_INFINITY,
    })
    const other = await subscriber()
    happens(contributed())
    await first
    await other.first
    for (let burst = 0; burst < 3; burst++) {
      happens(contributed(), 400)
      await until(400, other.items.next(), other.items)
    }
    await expect(items.next()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    happens(hit())
    expect((await other.items.next()).value).toMatchObject({ type: 'cache_hit' })
    expect(listeners.size).toBe(1)
  })

  test('release the listener to the log when the last one leaves', async () => {
    const { cancel, first, subscriber, listeners } = await watching()
    const second = await subscriber()
    cancel()
    await first
    expect(listeners.size).toBe(1)
    second.cancel()
    await second.first
    await turn()
    expect(listeners.size).toBe(0)
  })
})
