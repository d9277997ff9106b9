// Old tombstones and generations are removed.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { type Call, createGate, interfered } from './interference.js'
import { shortenTimers } from './shortenTimers.js'
import { added, removed, tallyModel } from './tallies.js'
import type { Process, World } from './world.js'

// One maintenance round per minute becomes one per 30 ms; the log's clock is set by hand.
shortenTimers(2_000)
const { createWorld } = await import('./world.js')

const MINUTE_MS = 60_000

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

const openKept = (before: (call: Call) => unknown = () => {}) =>
  world.openProcess({ projections: [tallyModel()], documents: (real) => interfered(real, before) })

/** Waits for a complete maintenance round. While nothing is appended, only maintenance reads the clock. */
async function upkeep(): Promise<void> {
  const from = world.clock.looks
  await eventually(
    () => world.clock.looks,
    (looks) => looks >= from + 12,
  )
}

const tombstoneOf = async ({ documents }: Process, id: string) =>
  (await documents.collection({ name: 'tally.v1' }).getMany([id]))[0]

const sizeOf = async ({ documents }: Process, name: string) =>
  (await collect(documents.collection({ name }).all())).length

describe('a deleted document', () => {
  test('leaves a tombstone, which is removed after an hour', async () => {
    const flow = await openKept()
    await flow.append(added('a'))
    const place = await flow.append(removed('a'))
    await flow.append(added('b'))
    await flow.untilFolded()
    await upkeep()
    world.clock.time += 59 * MINUTE_MS
    await upkeep()
    expect(await tombstoneOf(flow, 'a')).toEqual({ id: 'a', position: place, document: null })

    world.clock.time += 2 * MINUTE_MS
    await flow.append(added('b'))
    await flow.untilFolded()
    await upkeep()
    expect(await tombstoneOf(flow, 'a')).toBeUndefined()
    expect(await flow.get('b')).toEqual({ times: 2, sum: 2 })
    await flow.append(added('a', 5))
    await flow.untilFolded()
    expect(await flow.get('a')).toEqual({ times: 1, sum: 5 })
  })

  test('stays deleted when another runner is slow to fold an old log', async () => {
    const writer = await world.openProcess({ projections: [] })
    await writer.append(added('a'))
    const gate = createGate()
    gate.close()
    const slow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) =>
        interfered(real, ({ collection, method }) =>
          collection === 'tally.v1' && method === 'write' ? gate.pass() : undefined,
        ),
    })
    await gate.arrived()
    await writer.append(removed('a'), added('b'))
    // A day later, another process folds the log and runs maintenance.
    world.clock.time += 24 * 60 * MINUTE_MS
    const quick = await openKept()
    await quick.untilFolded()
    await upkeep()
    gate.open()
    expect(await slow.untilFolded()).toBe(true)
    expect(await slow.get('a')).toBeUndefined()
    expect(await slow.get('b')).toEqual({ times: 1, sum: 1 })
  })
})

describe('a generation that was replaced', () => {
  test('is kept for ten minutes, then dropped', async () => {
    const flow = await openKept()
    await flow.append(added('a'), added('b'))
    await flow.untilFolded()
    await flow.rebuild(['tally'])
    world.clock.time += 9 * MINUTE_MS
    await upkeep()
    expect(await sizeOf(flow, 'tally.v1')).toBe(2)
    world.clock.time += 2 * MINUTE_MS
    await upkeep()
    expect(await sizeOf(flow, 'tally.v1')).toBe(0)
    expect((await flow.generations.pointer('tally'))?.document).toMatchObject({ generation: 2, previous: null })
    expect(await flow.documents.collection({ name: 'checkpoints' }).get('tally.v1')).toBeUndefined()
    expect(await flow.get('a')).toEqual({ times: 1, sum: 1 })
    expect(await sizeOf(flow, 'tally.v2')).toBe(2)
  })

  test('is dropped also if its successor is replaced soon', async () => {
    const flow = await openKept()
    await flow.append(added('a'))
    await flow.untilFolded()
    await flow.rebuild(['tally'])
    world.clock.time += MINUTE_MS
    await flow.rebuild(['tally'])
    world.clock.time += 11 * MINUTE_MS
    await upkeep()
    expect(await flow.get('a')).toEqual({ times: 1, sum: 1 })
    expect({ first: await sizeOf(flow, 'tally.v1'), second: await sizeOf(flow, 'tally.v2') }).toEqual({
      first: 0,
      second: 0,
    })
  })
})

test('failed maintenance is repeated in the next round, and does not affect the fold', async () => {
  let failures = 0
  const flow = await openKept(({ method, collection }) => {
    if (method !== 'sweep' || collection !== 'tally.v1' || failures >= 3) return
    failures++
    throw new StoreUnavailable('down')
  })
  await flow.append(added('a'), removed('a'))
  await flow.append(added('b'))
  await flow.untilFolded()
  await upkeep()
  world.clock.time += 61 * MINUTE_MS
  await eventually(
    () => tombstoneOf(flow, 'a'),
    (found) => found === undefined,
  )
  expect(failures).toBe(3)
  expect(await flow.statusOf()).toMatchObject({ state: 'running', caughtUp: true })
})
