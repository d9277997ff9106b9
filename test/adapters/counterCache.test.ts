import { describe, expect, test } from '@jest/globals'
import type { Collection, Db } from 'mongodb'
import { createCounterCache } from '../../src/adapters/mongodb/counterCache.js'

interface Counter {
  readonly _id: string
  readonly used: number
  readonly version: number
}

/** A cache over a collection whose responses to changes are given by hand. */
function cacheByHand() {
  const responses: (() => void)[] = []
  const collection = {
    bulkWrite: () => new Promise((resolve) => responses.push(() => resolve({ upsertedIds: {} }))),
  }
  const cache = createCounterCache<Counter>({} as Db, collection as unknown as Collection<Counter>)
  const increment = (before: Counter) =>
    cache.change(
      before,
      { $inc: { used: 1, version: 1 } },
      { ...before, used: before.used + 1, version: before.version + 1 },
    )
  return { ...cache, increment, responses }
}

const nextTurns = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('the cached state of a counter', () => {
  test('is what a change produces', async () => {
    const { get, set, increment, responses } = cacheByHand()
    set({ _id: 'a', used: 5, version: 1 })
    const changed = increment(get('a')!)
    await nextTurns()
    responses[0]!()
    expect(await changed).toBe(true)
    expect(get('a')).toEqual({ _id: 'a', used: 6, version: 2 })
  })

  test('is the later one, if MongoDB has returned it before the response to the change', async () => {
    const { get, set, increment, responses } = cacheByHand()
    set({ _id: 'a', used: 5, version: 1 })
    const changed = increment(get('a')!)
    await nextTurns()
    // Another operation of this process has given one back after the change.
    set({ _id: 'a', used: 5, version: 3 })
    responses[0]!()
    expect(await changed).toBe(true)
    expect(get('a')).toEqual({ _id: 'a', used: 5, version: 3 })
  })
})
