// Read models share slices of the log, unless one fails or is behind.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { interfered } from './interference.js'
import { added, tallyModel } from './tallies.js'
import { createWorld } from './world.js'

let world: ReturnType<typeof createWorld>
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

test('the checkpoints of a lane move in one write per slice', async () => {
  const writes: (readonly string[])[] = []
  const names = ['one', 'two', 'three']
  const process = await world.openProcess({
    projections: names.map((name) => tallyModel({ name })),
    documents: (real) =>
      interfered(real, ({ collection, method, ids }) => {
        if (collection === 'checkpoints' && method === 'write') writes.push(ids)
      }),
  })
  for (let n = 0; n < 5; n++) {
    await process.append(added('a'), added('b'))
    await process.untilFolded()
  }
  expect(writes.length).toBeLessThanOrEqual(10)
  expect(new Set(writes.map((ids) => ids.join()))).toEqual(new Set(['one.v1,two.v1,three.v1']))
})

test.each([
  ['of one model', 'one.v1'],
  ['of every model', ''],
])('after an outage %s, the models return to one lane', async (_, collections) => {
  let refusals = 0
  const writes: string[] = []
  const process = await world.openProcess({
    projections: ['one', 'two'].map((name) => tallyModel({ name })),
    documents: (real) =>
      interfered(real, ({ collection, method, ids }) => {
        if (method !== 'write') return
        if (collection === 'checkpoints') writes.push(ids.join())
        else if (collection.startsWith(collections) && refusals-- > 0) throw new StoreUnavailable('down')
      }),
  })
  await process.append(added('a'))
  await process.untilFolded()
  refusals = 4
  await process.append(added('a'))
  await process.untilFolded()
  let appended = 2
  await eventually(
    async () => {
      writes.length = 0
      await process.append(added('a'))
      appended++
      await process.untilFolded()
      return writes
    },
    (slices) => slices.length > 0 && slices.every((ids) => ids.split(',').sort().join() === 'one.v1,two.v1'),
  )
  for (const model of ['one', 'two']) expect(await process.get('a', model)).toEqual({ times: appended, sum: appended })
})

test('a model advances while a model in another lane is still folding earlier events', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = { ...tallyModel({ name: 'slow' }), lane: 'bulk' }
  const also = { ...tallyModel({ name: 'also_slow' }), lane: 'bulk' }
  const process = await world.openProcess({
    projections: [tallyModel({ name: 'quick' }), slow, also],
    documents: (real) =>
      interfered(real, ({ collection, method }) =>
        collection.startsWith('slow') && method === 'write' ? released : undefined,
      ),
  })
  try {
    for (let n = 0; n < 5; n++) {
      await process.append(added('a'), added('b'))
      expect(await process.untilFolded(['quick'])).toBe(true)
    }
    expect(await process.get('a', 'quick')).toEqual({ times: 5, sum: 5 })
    expect(await process.get('a', 'slow')).toBeUndefined()
  } finally {
    release()
  }
  expect(await process.untilFolded()).toBe(true)
  for (const model of ['slow', 'also_slow']) expect(await process.get('b', model)).toEqual({ times: 5, sum: 5 })
})

test('a model that is new folds the log without delaying the others of its lane', async () => {
  const known = { ...tallyModel({ name: 'known' }), lane: 'bulk' }
  const before = await world.openProcess({ projections: [known] })
  await before.append(added('a'))
  expect(await before.untilFolded()).toBe(true)
  await before.end()

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const fresh = { ...tallyModel({ name: 'fresh' }), lane: 'bulk' }
  const process = await world.openProcess({
    projections: [known, fresh],
    documents: (real) =>
      interfered(real, ({ collection, method }) =>
        collection.startsWith('fresh') && method === 'write' ? released : undefined,
      ),
  })
  try {
    await process.append(added('a'))
    expect(await process.untilFolded(['known'])).toBe(true)
    expect(await process.get('a', 'known')).toEqual({ times: 2, sum: 2 })
    expect(await process.get('a', 'fresh')).toBeUndefined()
  } finally {
    release()
  }
  expect(await process.untilFolded()).toBe(true)
  expect(await process.get('a', 'fresh')).toEqual({ times: 2, sum: 2 })
})
