// Documents that an event creates are not read before.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { foldSlice } from '../../src/eventing/fold.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { collect } from '../../testbed/given/events.js'
import { interfered } from './interference.js'
import { added, removed, type Tallied, tallyModel } from './tallies.js'
import { createWorld, type World } from './world.js'

/** Claims, possibly wrongly, that each event creates its documents. */
const hopeful = { ...tallyModel(), begins: () => true }

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

async function openTally() {
  const { store, documents } = world.openStores()
  const sought: unknown[] = []
  const watched = interfered(documents, ({ method, ids }) => {
    if (method === 'getMany') sought.push(...ids)
  })
  const collection = watched.collection({ name: 'tally' })
  const process = await world.openProcess({ projections: [], start: false })
  return {
    sought,
    /** Appends, and folds what was appended in one slice. */
    async fold(...events: readonly Tallied[]): Promise<readonly Recorded[]> {
      const after = await store.head()
      await process.append(...events)
      const slice = await collect(store.readAll({ after }))
      await foldSlice(hopeful, collection, slice)
      return slice
    },
    again: (slice: readonly Recorded[]) => foldSlice(hopeful, collection, slice),
    get: async (id: string) => (await collection.get(id))?.document,
  }
}

describe('a document that an event begins', () => {
  test('is not read before it is written', async () => {
    const { sought, fold, get } = await openTally()
    await fold(added('a'), added('b'), added('a'))
    expect(sought).toEqual([])
    expect(await get('a')).toEqual({ times: 2, sum: 2 })
  })

  test('is read and folded further if it exists', async () => {
    const { sought, fold, get } = await openTally()
    await fold(added('a'))
    await fold(added(['a', 'b']))
    expect(sought).toEqual(['a'])
    expect(await get('a')).toEqual({ times: 2, sum: 2 })
    expect(await get('b')).toEqual({ times: 1, sum: 1 })
  })

  test('counts an event once, however often it is delivered', async () => {
    const { fold, again, get } = await openTally()
    const slice = await fold(added('a'), added('a'))
    await again(slice)
    expect(await get('a')).toEqual({ times: 2, sum: 2 })
  })

  test('stays deleted when earlier events are delivered again, and is created again by a later one', async () => {
    const { fold, again, get } = await openTally()
    const slice = await fold(added('a'))
    await fold(removed('a'))
    await again(slice)
    expect(await get('a')).toBeUndefined()
    await fold(added('a', 5))
    expect(await get('a')).toEqual({ times: 1, sum: 5 })
  })
})
