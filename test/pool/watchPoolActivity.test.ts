import { describe, expect, test } from '@jest/globals'
import type { Feed, Listener } from '../../src/eventing/feed.js'
import { createWatchPoolActivity } from '../../src/features/pool/index.js'
import { ada } from '../support/accountEvents.js'
import { causeId, contributed, using } from '../support/poolEvents.js'
import { createRecordedLog } from '../support/recordedLog.js'
import { addressVerified } from '../support/verificationEvents.js'

/** A subscriber of a log written by hand. */
async function watching() {
  const log = createRecordedLog()
  const listeners = new Set<Listener>()
  const feed: Feed = {
    async listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    close() {},
  }
  const items = createWatchPoolActivity({ feed })(new AbortController().signal)
  const first = items.next()
  // It starts to listen asynchronously.
  await Promise.resolve()
  return {
    first,
    items,
    listeners,
    happens(event: Parameters<typeof log.append>[1], times = 1): void {
      for (let n = 0; n < times; n++) {
        const [recorded] = log.append('stream-1', event)
        for (const hear of [...listeners]) hear(recorded!)
      }
    },
  }
}

const ofBatch = (name: string) => contributed({ source: 'batch', group: causeId(name) })

describe('subscribers of the public pool', () => {
  test('receive contributions to it and answers from it, and nothing else', async () => {
    const { first, items, happens } = await watching()
    happens(contributed({ pool: ada }))
    happens(addressVerified())
    happens(contributed())
    happens(using(addressVerified(), { pool: 'public', lookUps: 1, hits: 1 }))
    expect((await first).value).toMatchObject({ type: 'validation', timestamp: '2026-11-21T09:00:02.000Z' })
    expect((await items.next()).value).toMatchObject({ type: 'cache_hit' })
  })

  test('receive a large batch completely in a few items, without being disconnected', async () => {
    const { first, items, happens } = await watching()
    for (let n = 0; n < 600; n++) {
      happens(ofBatch('one'))
      happens(ofBatch('another'))
    }
    const told = [await first, await items.next()]
    expect(told.map(({ value }) => value!.message)).toEqual(
      Array(2).fill('600 validations of a batch were contributed'),
    )
  })

  test('are disconnected when a thousand items are queued, and get no more', async () => {
    const { first, items, listeners, happens } = await watching()
    happens(contributed())
    await first
    happens(contributed(), 1_001)
    expect(listeners.size).toBe(0)
    await expect(items.next()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
