// The runner: read-your-writes, status, and its end.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { newEvent } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'
import { added, removed, type Tally, tallyModel } from './tallies.js'
import { createWorld, turns, type World } from './world.js'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  jest.restoreAllMocks()
  await world.dispose()
})

describe('a caller that waits for its own append', () => {
  test('sees it, despite concurrent readers', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    const model = flow.eventing.read(tallyModel())
    const wrong: (Tally | undefined)[] = []
    let done = false
    const poll = async () => {
      while (!done) {
        await Promise.all([model.get('a'), model.find({ index: 'bySum', limit: 10 })])
        await nextTurn()
      }
    }
    const polling = [poll(), poll()]
    for (let sum = 1; sum <= 100; sum++) {
      const position = await flow.append(added('a'))
      expect(await flow.eventing.waitForPosition(position, ['tally'])).toBe(true)
      const seen = await flow.get('a')
      if (seen?.sum !== sum) wrong.push(seen)
    }
    done = true
    await Promise.all(polling)
    expect(wrong).toEqual([])
  })

  test('sees it in every model that it names', async () => {
    const projections = [tallyModel(), tallyModel({ name: 'other' })]
    const flow = await world.openProcess({ projections })
    const position = await flow.append(added(['a', 'b'], 5), removed('b'))
    expect(await flow.eventing.waitForPosition(position, ['tally', 'other'])).toBe(true)
    for (const name of ['tally', 'other']) {
      expect(await flow.get('a', name)).toEqual({ times: 1, sum: 5 })
      expect(await flow.get('b', name)).toBeUndefined()
    }
  })

  test('does not time out on events that no model folds', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    expect(await flow.eventing.waitForPosition(await flow.append(newEvent()), ['tally'])).toBe(true)
    expect(await flow.statusOf()).toMatchObject({ position: await flow.store.head(), caughtUp: true })
  })

  test('gets false on timeout, and true when it waits again later', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()], start: false })
    const position = await flow.append(added('a'))
    expect(await flow.runner.waitForPosition(position, ['tally'], 10)).toBe(false)
    expect(await flow.statusOf()).toMatchObject({ state: 'running', caughtUp: false })
    flow.runner.start()
    expect(await flow.eventing.waitForPosition(position, ['tally'])).toBe(true)
    expect(await flow.statusOf()).toMatchObject({ state: 'running', caughtUp: true })
  })

  test('does not wait for the runner to gather a larger slice', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    expect(await flow.untilFolded()).toBe(true)
    const real = globalThis.setTimeout
    let stretched = 0
    // From here on the pause between slices takes an hour, unless a waiter interrupts it.
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) => {
      const gathers = ms >= 5 && ms < 1_000
      if (gathers) stretched++
      return real(work, gathers ? 3_600_000 : ms).unref()
    }) as typeof setTimeout)
    for (let count = 1; count <= 10; count++) {
      expect(await flow.eventing.waitForPosition(await flow.append(added('a')), ['tally'])).toBe(true)
      // Lets the runner pause again before the next append.
      await turns(20)
    }
    expect(stretched).toBeGreaterThan(1)
    expect(await flow.get('a')).toEqual({ times: 10, sum: 10 })
  })

  test('gets an error for an unknown model', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    await expect(async () => flow.eventing.waitForPosition(at(1), ['tallly'])).rejects.toThrow('tallly')
  })
})

describe('a read model', () => {
  test('is folded to the head without any waiter', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    for (let count = 0; count < 5; count++) await flow.append(added('a'))
    expect(
      await eventually(
        () => flow.get('a'),
        (found) => found?.sum === 5,
      ),
    ).toEqual({ times: 5, sum: 5 })
  })

  test('reports the age of the oldest event that readers do not see', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()], start: false })
    expect(await flow.statusOf()).toMatchObject({ lagMs: 0 })
    await flow.append(added('a'))
    world.clock.time += 4_000
    await flow.append(added('a'))
    world.clock.time += 1_000
    expect(await flow.statusOf()).toMatchObject({ state: 'running', lagMs: 5_000 })
    flow.runner.start()
    await flow.untilFolded()
    expect(await flow.statusOf()).toMatchObject({ state: 'running', lagMs: 0 })
  })

  test('reports the lag of read models that have the same checkpoint with one read of the log', async () => {
    let reads = 0
    const counted = (real: EventStore): EventStore => ({
      ...real,
      readAll(options) {
        reads++
        return real.readAll(options)
      },
    })
    const projections = [tallyModel(), tallyModel({ name: 'second' })]
    const flow = await world.openProcess({ projections, start: false, store: counted })
    await flow.append(added('a'))
    world.clock.time += 3_000
    reads = 0
    expect((await flow.runner.status()).map(({ lagMs }) => lagMs)).toEqual([3_000, 3_000])
    expect(reads).toBe(1)
  })

  test('includes what another process appended', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    const { store } = world.openStores()
    await store.append('tally-1', [newEvent({ to: ['a'], by: 7 }, 'Added')], { expected: 'any' })
    expect(
      await eventually(
        () => flow.get('a'),
        (found) => found !== undefined,
      ),
    ).toEqual({ times: 1, sum: 7 })
  })

  test('folds a log longer than one slice', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()], start: false })
    for (let many = 0; many < 5; many++) {
      const events = Array.from({ length: 500 }, (_, index) => newEvent({ to: ['all', `${index}`], by: 1 }, 'Added'))
      await flow.store.append('tally-1', events, { expected: 'any' })
    }
    flow.runner.start()
    expect(await flow.untilFolded()).toBe(true)
    expect(await flow.get('all')).toEqual({ times: 2_500, sum: 2_500 })
    expect(await flow.get('499')).toEqual({ times: 5, sum: 5 })
  })

  test('replays a document from its stream only until the model has it', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()], start: false })
    await flow.append(added('a'), added('b'), added('a'))
    const model = flow.eventing.read(tallyModel())
    expect(await flow.get('a')).toBeUndefined()
    expect(await model.getOrReplay('a', 'tally-1')).toEqual({ times: 2, sum: 2 })
    expect(await model.getOrReplay('c', 'tally-1')).toBeUndefined()
    expect(await model.getOrReplay('a', 'tally-2')).toBeUndefined()
    flow.runner.start()
    await flow.untilFolded()
    expect(await model.getOrReplay('a', 'tally-2')).toEqual({ times: 2, sum: 2 })
    await flow.eventing.waitForPosition(await flow.append(removed('a')), ['tally'])
    expect(await model.getOrReplay('a', 'tally-1')).toBeUndefined()
  })
})

describe('a runner that is stopped', () => {
  test('releases all waiters, makes no more store calls, and leaves no timer', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    await flow.untilFolded()
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
    const before = timers()
    const followers = [1, 2].map(() => flow.runner.waitForPosition(at(1_000), ['tally'], 60_000))
    expect(timers()).toBeGreaterThan(before)
    await flow.runner.stop()
    expect(await Promise.all(followers)).toEqual([false, false])
    expect(timers()).toBeLessThanOrEqual(before)
    await flow.append(added('a'))
    await turns(50)
    expect(await flow.get('a')).toBeUndefined()
  })

  test('stops while it gathers, while it folds, and before it starts', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()], start: false })
    await flow.runner.stop()
    const other = await world.openProcess({ projections: [tallyModel()] })
    await other.append(added('a'))
    await other.runner.stop()
    await other.runner.stop()
    const third = await world.openProcess({ projections: [tallyModel()] })
    await third.untilFolded()
    await third.runner.stop()
    expect(await third.get('a')).toEqual({ times: 1, sum: 1 })
  })

  test('does not make later callers wait', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    await flow.runner.stop()
    const late = flow.runner.waitForPosition(at(1_000), ['tally'], 2_000)
    expect(await Promise.race([late, turns(50).then(() => 'waits')])).toBe(false)
  })
})
