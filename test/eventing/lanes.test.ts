import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { interfered } from './interference.js'
import { added, tallyModel } from './tallies.js'
import { createWorld } from './world.js'

let world: ReturnType<typeof createWorld>
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

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
