// Subscribers of one process share a subscription to the log.
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { withSharedSubscription } from '../../src/eventing/subscription/shared.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { type Position, START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import { newEvent, numbersOf } from '../../testbed/given/events.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** A log that counts what its own subscriptions deliver, and that fails them on request. */
function openLog(directory: string, name = 'events.mdb') {
  const real = createLmdbEventStore({ path: join(directory, name), clock: { now: () => Date.UTC(2026, 10, 21) } })
  const seen = { open: 0, opened: 0, delivered: 0 }
  let failures = 0
  const store: EventStore = {
    ...real,
    async *subscribe(options) {
      seen.open++
      seen.opened++
      try {
        for await (const slice of real.subscribe(options)) {
          if (failures-- > 0) throw new StoreUnavailable('for a moment')
          failures = Math.max(failures, 0)
          seen.delivered += slice.events.length
          yield slice
        }
      } finally {
        seen.open--
      }
    },
  }
  return {
    store: withSharedSubscription(store),
    seen,
    /** Makes each open subscription fail at its next slice. */
    fail: () => {
      failures = seen.open
    },
    append: async (numbers: readonly number[], type?: string) => {
      const events = numbers.map((number) => newEvent({ number }, type))
      return (await real.append('a-1', events, { expected: 'any' })).position
    },
    real,
  }
}
type Log = ReturnType<typeof openLog>

interface SubscriberOptions {
  readonly after?: Position
  readonly types?: readonly string[]
  /** Awaited with each event. */
  readonly before?: (event: Recorded) => unknown
}

/** A subscriber that starts again where it was, like a lane or a reactor, when its subscription fails. */
function subscribe({ store }: Log, { after = START, types, before }: SubscriberOptions = {}) {
  const ending = new AbortController()
  const received: Recorded[] = []
  let position = after
  let failures = 0
  let slices = 0
  async function run(): Promise<void> {
    const wanted = types && { types: new Set(types) }
    while (!ending.signal.aborted) {
      try {
        for await (const slice of store.subscribe({ after: position, signal: ending.signal, ...wanted })) {
          for (const event of slice.events) {
            await before?.(event)
            received.push(event)
          }
          position = slice.position
          slices++
        }
      } catch {
        failures++
        await nextTurn()
      }
    }
  }
  const running = run()
  return {
    numbers: () => numbersOf(received),
    failures: () => failures,
    slices: () => slices,
    at: () => position,
    async end() {
      ending.abort()
      await running
    },
  }
}
type Subscriber = ReturnType<typeof subscribe>

let directory: ReturnType<typeof tempDirectory>
let log: Log
const subscribers: Subscriber[] = []
beforeEach(() => {
  directory = tempDirectory()
  log = openLog(directory.path)
})
afterEach(async () => {
  for (const subscriber of subscribers.splice(0)) await subscriber.end()
  await log.real.close()
  directory.remove()
})

function started(options?: SubscriberOptions): Subscriber {
  const subscriber = subscribe(log, options)
  subscribers.push(subscriber)
  return subscriber
}

const untilShared = () =>
  eventually(
    () => log.seen.open,
    (open) => open === 1,
  )
const untilAt = (subscriber: Subscriber, position: Position) =>
  eventually(
    () => subscriber.at(),
    (at) => at >= position,
  )

/** A gate that holds a subscriber at its next event. */
function createHold() {
  let release = () => {}
  let held: Promise<void> | undefined
  return {
    pass: () => held,
    close() {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    open() {
      held = undefined
      release()
    },
  }
}

describe('subscribers of one process', () => {
  test('get each event from one subscription of the store, which delivers it once', async () => {
    await log.append(range(0, 10))
    const all = [started(), started(), started({ types: ['Rare'] }), started({ types: ['Rare', 'SomethingHappened'] })]
    await untilShared()
    const { delivered, opened } = log.seen
    for (const number of range(10, 60)) await log.append([number])
    const last = await log.append([60], 'Rare')
    for (const subscriber of all) await untilAt(subscriber, last)
    expect(log.seen).toEqual({ open: 1, opened, delivered: delivered + 51 })
    expect(all.map((subscriber) => subscriber.numbers())).toEqual([range(0, 61), range(0, 61), [60], range(0, 61)])
  })

  test('get what arrived while they were busy as one slice', async () => {
    const hold = createHold()
    const busy = started({ before: () => hold.pass() })
    const idle = started()
    await untilShared()
    hold.close()
    await untilAt(idle, await log.append([0]))
    for (const number of range(1, 101)) await log.append([number])
    const last = await log.append([101])
    await untilAt(idle, last)
    const before = busy.slices()
    hold.open()
    await untilAt(busy, last)
    // The slice that was held, and the rest.
    expect(busy.slices()).toBe(before + 2)
    expect(busy.numbers()).toEqual(range(0, 102))
  })

  test('do not wait for a slow one, which misses nothing, however far it falls behind', async () => {
    const hold = createHold()
    const slow = started({ before: () => hold.pass() })
    const quick = started()
    await untilShared()
    hold.close()
    for (let from = 0; from < 6_000; from += 500) await log.append(range(from, from + 500))
    await untilAt(quick, await log.append([6_000]))
    expect(quick.numbers()).toEqual(range(0, 6_001))
    expect(slow.numbers()).toEqual([])
    hold.open()
    await untilAt(slow, await log.append([6_001]))
    expect(slow.numbers()).toEqual(range(0, 6_002))
    await untilShared()
  })

  test('that start far behind catch up on their own, then join', async () => {
    const atHead = started({ after: await log.append(range(0, 2_500)) })
    await untilShared()
    const late = started()
    await eventually(
      () => late.numbers().length,
      (length) => length === 2_500,
    )
    await untilShared()
    const { delivered } = log.seen
    const last = await log.append([2_500])
    for (const subscriber of [atHead, late]) await untilAt(subscriber, last)
    expect(log.seen.delivered).toBe(delivered + 1)
    expect(late.numbers()).toEqual(range(0, 2_501))
    expect(atHead.numbers()).toEqual([2_500])
  })

  test('miss nothing if one that wants more types joins them', async () => {
    const rare = started({ types: ['Rare'] })
    await untilShared()
    await log.append([0])
    const everything = started()
    for (const number of range(1, 30)) await log.append([number], number % 3 === 0 ? 'Rare' : 'SomethingHappened')
    const last = await log.append([30], 'Rare')
    for (const subscriber of [rare, everything]) await untilAt(subscriber, last)
    expect(everything.numbers()).toEqual(range(0, 31))
    expect(rare.numbers()).toEqual(range(1, 31).filter((number) => number % 3 === 0))
  })

  test('are not affected by the failures of another', async () => {
    let refusals = 3
    const failing = started({
      before: () => {
        if (refusals-- > 0) throw new Error('no')
      },
    })
    const sound = started()
    await untilShared()
    const last = await log.append(range(0, 5))
    for (const subscriber of [failing, sound]) await untilAt(subscriber, last)
    expect(sound.failures()).toBe(0)
    expect(sound.numbers()).toEqual(range(0, 5))
    expect(failing.failures()).toBe(3)
    expect(failing.numbers()).toEqual(range(0, 5))
  })

  test('miss nothing when the shared subscription breaks', async () => {
    const all = [started(), started({ types: ['Rare'] })]
    await untilShared()
    for (const round of range(0, 5)) {
      log.fail()
      await log.append([2 * round])
      await log.append([2 * round + 1], 'Rare')
    }
    const last = await log.append([10], 'Rare')
    for (const subscriber of all) await untilAt(subscriber, last)
    expect(all.map((subscriber) => subscriber.numbers())).toEqual([range(0, 11), [1, 3, 5, 7, 9, 10]])
    await untilShared()
  })

  test('leave no subscription of the store behind', async () => {
    const all = [started(), started({ types: ['Rare'] })]
    await untilShared()
    for (const subscriber of all) await subscriber.end()
    await eventually(
      () => log.seen.open,
      (open) => open === 0,
    )
    const again = started()
    await untilAt(again, await log.append([0]))
    expect(again.numbers()).toEqual([0])
  })
})

test('each subscriber gets exactly the events that it wants, in order, whatever the others do', async () => {
  const fewestEvents = 40
  const someSubscriber = fc.record({
    from: fc.nat({ max: fewestEvents - 1 }),
    types: fc.option(fc.subarray(['One', 'Two', 'Three'], { minLength: 1 }), { nil: undefined }),
    turns: fc.nat({ max: 3 }),
  })
  let logs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(someSubscriber, { minLength: 1, maxLength: 6 }),
      fc.array(fc.constantFrom('One', 'Two', 'Three'), { minLength: fewestEvents, maxLength: 90 }),
      fc.nat({ max: 60 }),
      async (plans, types, breaks) => {
        const own = openLog(directory.path, `log${logs++}.mdb`)
        const positions = [START]
        const running: Subscriber[] = []
        for (const [number, type] of types.entries()) {
          positions.push(await own.append([number], type))
          if (number === breaks) own.fail()
          for (const { from, types: wanted, turns } of plans.filter(({ from }) => from === number)) {
            const before = async () => {
              for (let turn = 0; turn < turns; turn++) await nextTurn()
            }
            running.push(subscribe(own, { after: positions[from]!, before, ...(wanted && { types: wanted }) }))
          }
        }
        const ordered = [...plans].sort((a, b) => a.from - b.from)
        for (const [index, { from, types: wanted }] of ordered.entries()) {
          await untilAt(running[index]!, positions.at(-1)!)
          const expected = range(from, types.length).filter((number) => !wanted || wanted.includes(types[number]!))
          expect(running[index]!.numbers()).toEqual(expected)
        }
        for (const subscriber of running) await subscriber.end()
        await own.real.close()
      },
    ),
    { numRuns: 25 },
  )
})
