// Reactors act on every event at least once, in order.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Reactor } from '../../src/eventing/reactor.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { type Position, START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { newEvent } from '../../testbed/given/events.js'
import { createGate, interfered } from './interference.js'
import { shortenTimers } from './shortenTimers.js'
import type { Tallied } from './tallies.js'
import type { World } from './world.js'

shortenTimers(10)
const { createWorld, turns } = await import('./world.js')
const { createReactors } = await import('../../src/eventing/reactors.js')

let world: World
const stopping: (() => Promise<void>)[] = []
beforeEach(() => {
  world = createWorld()
})
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
  await world.dispose()
})

/** A reactor that awaits `before`, then records the numbers it received; it acts on all but zeros. */
function noting(
  before: (event: Recorded<Tallied>) => unknown = () => {},
  name = 'noting',
  startsAt: Reactor['startsAt'] = 'beginning',
) {
  const seen: number[] = []
  const reactor: Reactor<Tallied> = {
    name,
    types: new Set(['Added'] as const),
    startsAt,
    async react(events) {
      for (const event of events) {
        await before(event)
        if (event.type === 'Added') seen.push(event.data.by)
      }
      return events.some(({ data }) => 'by' in data && data.by !== 0)
    },
  }
  return { reactor, seen }
}

interface Options {
  readonly log?: string
  readonly documents?: (real: DocumentStore) => DocumentStore
}

/** A process that runs these reactors, with separate store handles. */
async function openProcess(reactors: readonly Reactor<Tallied>[], { log, documents }: Options = {}) {
  const stores = world.openStores(log)
  const { clock } = world
  const { store } = stores
  const flow = createReactors({
    store,
    documents: documents?.(stores.documents) ?? stores.documents,
    reactors,
    clock,
    log: silentLog,
  })
  await flow.start()
  stopping.push(flow.stop)
  const checkpoints = stores.documents.collection({ name: 'reactor_checkpoints' })
  return {
    ...flow,
    store,
    checkpoints,
    checkpoint: async (name = 'noting') => (await checkpoints.get(name))?.position,
    /** Appends one event per number, and one of another type per undefined. */
    async append(...numbers: (number | undefined)[]): Promise<Position> {
      let last = START
      for (const by of numbers) {
        const event = by === undefined ? newEvent({ id: 'x' }, 'Removed') : newEvent({ to: [], by }, 'Added')
        last = (await store.append('tally-1', [event], { expected: 'any' })).position
      }
      return last
    },
    statusOf: async (name = 'noting') => (await flow.status()).find(({ reactor }) => reactor === name)!,
    untilAt: (position: Position, name = 'noting') =>
      eventually(
        async () => (await flow.status()).find(({ reactor }) => reactor === name)!.position,
        (at) => at >= position,
      ),
  }
}

const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

describe('a reactor', () => {
  test('receives every event of its types, in order, from the beginning of the log, and no others', async () => {
    const { reactor, seen } = noting()
    const before = await openProcess([])
    await before.append(1, undefined, 2)
    const flow = await openProcess([reactor])
    await flow.untilAt(await flow.append(...numbers(30, 3), undefined))
    expect(seen).toEqual(numbers(32))
    expect(await flow.statusOf()).toEqual({
      reactor: 'noting',
      state: 'running',
      position: await flow.store.head(),
      lagMs: 0,
    })
  })

  test('continues from its checkpoint in the next process', async () => {
    const first = noting()
    const flow = await openProcess([first.reactor])
    await flow.untilAt(await flow.append(1, 2))
    await flow.stop()
    await flow.append(3, 4)
    const second = noting()
    const next = await openProcess([second.reactor])
    await next.untilAt(await next.append(5))
    expect([first.seen, second.seen]).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('moves its checkpoint only after it has acted; stopping waits for it', async () => {
    const gate = createGate()
    gate.close()
    const { reactor, seen } = noting(() => gate.pass())
    const flow = await openProcess([reactor])
    const at = await flow.append(1)
    await gate.arrived()
    expect(await flow.checkpoint()).toBe(START)
    const stopped = flow.stop()
    gate.open()
    await stopped
    expect(seen).toEqual([1])
    expect(await flow.checkpoint()).toBe(at)
  })

  test('that died between acting and its checkpoint acts again', async () => {
    const first = noting()
    let writes = 0
    const refusing = (real: DocumentStore) =>
      interfered(real, ({ method }) => {
        // The first records where it starts.
        if (method === 'write' && writes++ > 0) throw new StoreUnavailable('down')
      })
    const flow = await openProcess([first.reactor], { documents: refusing })
    await flow.append(1, 2)
    await eventually(
      () => first.seen.length,
      (count) => count > 0,
    )
    await flow.stop()
    expect(await flow.checkpoint()).toBe(START)
    const second = noting()
    const next = await openProcess([second.reactor])
    await next.untilAt(await next.append(3))
    expect(second.seen).toEqual([1, 2, 3])
  })

  test('whose checkpoint could not be saved saves it later, even without further events', async () => {
    const { reactor, seen } = noting()
    let writes = 0
    const refusing = (real: DocumentStore) =>
      interfered(real, ({ method }) => {
        if (method === 'write' && ++writes > 1 && writes <= 4) throw new StoreUnavailable('down')
      })
    const flow = await openProcess([reactor], { documents: refusing })
    const at = await flow.append(7)
    await eventually(
      () => flow.checkpoint(),
      (position) => position === at,
    )
    expect(seen).toEqual([7])
    // It runs again a moment after the checkpoint was saved.
    const isRunning = ({ state }: { readonly state: string }) => state === 'running'
    expect(await eventually(() => flow.statusOf(), isRunning)).toMatchObject({ position: at })
  })

  test('saves its checkpoint once a second for events it did not act on, also if none follow, and when it stops', async () => {
    let written = 0
    const { reactor } = noting()
    const counting = (real: DocumentStore) =>
      interfered(real, ({ method }) => {
        if (method === 'write') written++
      })
    const flow = await openProcess([reactor], { documents: counting })
    const mine = await flow.append(1)
    await flow.untilAt(mine)
    await eventually(
      () => flow.checkpoint(),
      (position) => position === mine,
    )
    const before = written
    const untilSaved = (saved: Position) =>
      eventually(
        () => flow.checkpoint(),
        (position) => position === saved,
      )
    let ignored = START
    for (let times = 0; times < 5; times++) {
      ignored = await flow.append(undefined, 0)
      await flow.untilAt(ignored)
    }
    expect(written).toBe(before)
    world.clock.time += 1_000
    await untilSaved(ignored)
    expect(written).toBe(before + 1)
    world.clock.time += 1_000
    await untilSaved(await flow.append(undefined))
    expect(written).toBe(before + 2)
    // Clocks may be set back. Each append is looked at.
    world.clock.time -= 3_600_000
    await flow.untilAt(await flow.append(undefined))
    world.clock.time += 1_000
    await untilSaved(await flow.append(undefined))
    expect(written).toBe(before + 3)
    const last = await flow.append(undefined)
    await flow.untilAt(last)
    await flow.stop()
    expect(await flow.checkpoint()).toBe(last)
    expect(written).toBe(before + 4)
  })
})

describe('a reactor that fails', () => {
  test('skips nothing: it receives the same events until it succeeds, reports the failure, and delays no other reactor', async () => {
    let broken = true
    let tries = 0
    const poisoned = noting(({ data }) => {
      if ((data as { by: number }).by !== 3 || !broken) return
      tries++
      throw new Error('no')
    })
    const sound = noting(() => {}, 'sound')
    const flow = await openProcess([poisoned.reactor, sound.reactor])
    const good = await flow.append(1, 2)
    await flow.untilAt(good)
    const last = await flow.append(undefined, 3, 4)
    world.clock.time += 5_000
    await flow.untilAt(last, 'sound')
    await eventually(
      () => tries,
      (count) => count >= 3,
    )
    const failing = await flow.statusOf()
    expect(failing).toMatchObject({ state: 'failing', error: { message: 'no' } })
    expect(failing.position < last && failing.position >= good).toBe(true)
    expect(failing.lagMs).toBeGreaterThanOrEqual(5_000)
    expect(await flow.statusOf('sound')).toMatchObject({ state: 'running', lagMs: 0 })
    expect((await flow.checkpoint())! < last).toBe(true)

    broken = false
    await eventually(
      () => flow.statusOf(),
      ({ state }) => state === 'running',
    )
    expect(poisoned.seen.filter((by, index, all) => all.indexOf(by) === index)).toEqual([1, 2, 3, 4])
    expect(await flow.statusOf()).toEqual({ reactor: 'noting', state: 'running', position: last, lagMs: 0 })
    expect(sound.seen).toEqual([1, 2, 3, 4])
  })

  test('backs off exponentially, even if events of other types precede the failing one', async () => {
    const at: number[] = []
    const { reactor } = noting(() => {
      at.push(performance.now())
      throw new Error('no')
    })
    const flow = await openProcess([])
    // More than one slice of the log.
    for (let times = 0; times < 30; times++) {
      const others = Array.from({ length: 50 }, () => newEvent({ id: 'x' }, 'Removed'))
      await flow.store.append('tally-1', others, { expected: 'any' })
    }
    await flow.append(1)
    await openProcess([reactor])
    await eventually(
      () => at.length,
      (count) => count >= 6,
    )
    // 100 ms doubling, a tenth of it here.
    for (const [index, least] of [10, 20, 40, 80, 160].entries()) {
      expect(at[index + 1]! - at[index]!).toBeGreaterThanOrEqual(least - 2)
    }
  })

  test('stops immediately, even during back-off', async () => {
    let tries = 0
    const { reactor } = noting(() => {
      tries++
      throw new Error('no')
    })
    const flow = await openProcess([reactor])
    await flow.append(1)
    await eventually(
      () => tries,
      (count) => count >= 2,
    )
    await flow.stop()
    const then = tries
    await turns(100)
    expect(tries).toBe(then)
    expect(await flow.checkpoint()).toBe(START)
  })
})

describe('a reactor without a checkpoint', () => {
  const opened = async (startsAt: Reactor['startsAt'], log?: string) => {
    const { reactor, seen } = noting(() => {}, 'noting', startsAt)
    return { seen, ...(await openProcess([reactor], log === undefined ? {} : { log })) }
  }

  test('that starts at the head acts on no past event, and on every later one, whichever process runs it', async () => {
    const before = await openProcess([])
    await before.append(1, 2)
    const first = await opened('head')
    await first.stop()
    // Its process was there when this was appended, and did not get to it.
    await before.append(3)
    const next = await opened('head')
    await next.untilAt(await next.append(4))
    expect([first.seen, next.seen]).toEqual([[], [3, 4]])
  })

  test('starts at the beginning of a new log, wherever it starts otherwise', async () => {
    const flow = await opened('head')
    await flow.untilAt(await flow.append(1))
    expect(flow.seen).toEqual([1])
  })

  test('of this log continues at the head of another, if that is where it starts', async () => {
    const flow = await opened('head')
    await flow.untilAt(await flow.append(1, 2, 3, 4, 5))
    await flow.stop()
    const older = await openProcess([], { log: 'older.mdb' })
    await older.append(1, 2)
    const restored = await opened('head', 'older.mdb')
    // It compares the log with its checkpoint before it starts.
    await eventually(
      () => restored.statusOf(),
      ({ position }) => position !== START,
    )
    await eventually(
      async () => {
        await restored.append(6)
        return restored.seen.length
      },
      (count) => count > 0,
    )
    expect(new Set(restored.seen)).toEqual(new Set([6]))
  })
})

describe('a checkpoint', () => {
  test('moved by another process is where this one continues', async () => {
    const { reactor, seen } = noting()
    const flow = await openProcess([reactor])
    const first = await flow.append(1)
    await eventually(
      () => flow.checkpoint(),
      (position) => position === first,
    )
    // Reset by hand: every event is delivered again.
    await flow.checkpoints.write([{ id: 'noting', expected: first, position: START, document: {} }])
    const last = await flow.append(2)
    await eventually(
      () => flow.checkpoint(),
      (position) => position === last,
    )
    expect(seen).toEqual([1, 2, 1, 2])
  })

  test('is moved by two processes without missing an event', async () => {
    const [one, two] = [noting(), noting()]
    const flows = [await openProcess([one.reactor]), await openProcess([two.reactor])]
    let last = START
    for (const by of numbers(40)) last = await flows[by % 2]!.append(by)
    for (const flow of flows) await flow.untilAt(last)
    expect([...new Set([...one.seen, ...two.seen])].sort((a, b) => a - b)).toEqual(numbers(40))
    // What is delivered again after a conflict may repeat several events.
    for (const { seen } of [one, two]) {
      const firstDeliveries = [...new Set(seen)]
      expect(firstDeliveries).toEqual([...firstDeliveries].sort((a, b) => a - b))
    }
    await eventually(
      () => flows[0]!.checkpoint(),
      (position) => position === last,
    )
  })

  test('after the head of a restored log is reset to the start', async () => {
    const flow = await openProcess([noting().reactor])
    await flow.untilAt(await flow.append(1, 2, 3, 4, 5))
    await flow.stop()
    const older = await openProcess([], { log: 'older.mdb' })
    await older.append(1, 2)
    const { reactor, seen } = noting()
    const restored = await openProcess([reactor], { log: 'older.mdb' })
    const last = await restored.append(6)
    await eventually(
      () => seen.length,
      (count) => count === 3,
    )
    expect(seen).toEqual([1, 2, 6])
    await restored.stop()
    expect(await restored.checkpoint()).toBe(last)
  })
})
