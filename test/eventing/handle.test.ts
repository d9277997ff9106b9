// Handling commands with optimistic concurrency.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createHandle } from '../../src/eventing/handle.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { derivedId } from '../../src/kernel/ids.js'
import { ConcurrencyConflict, type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { collect, newEvent } from '../../testbed/given/events.js'
import { counter, type Incremented, increment, someone } from './tallies.js'
import { createWorld, type World } from './world.js'

let world: World
let store: EventStore
beforeEach(() => {
  world = createWorld()
  store = world.openStores().store
})
afterEach(() => world.dispose())

const handleOn = (events: EventStore) => createHandle(events)
const countsOf = async (id: string) =>
  (await collect(store.readStream(`counter-${id}`))).map(({ data }) => (data as Incremented['data']).to)
const rival = (to: number) => newEvent({ to }, 'Incremented')

/** Wraps a store so that another writer appends just before each of the first `times` appends. */
const overtaken = (times: number, count: { made: number } = { made: 0 }): EventStore => ({
  ...store,
  async append(stream, events, options) {
    if (count.made++ < times) await store.append(stream, [rival(100 + count.made)], { expected: 'any' })
    return store.append(stream, events, options)
  },
})

describe('a command', () => {
  test('is decided on the state of its stream, and its events are appended', async () => {
    const handle = handleOn(store)
    await handle(counter('a'), someone(), increment)
    await handle(counter('b'), someone(), increment)
    const handled = await handle(counter('a'), someone(), increment)
    expect(handled).toEqual({
      events: [{ type: 'Incremented', data: { to: 2 } }],
      state: 1,
      position: await store.head(),
    })
    expect(await countsOf('a')).toEqual([1, 2])
  })

  test('that decides nothing appends nothing, and returns the last position of its stream', async () => {
    const handle = handleOn(store)
    const { position } = await handle(counter('a'), someone(), increment)
    await handle(counter('b'), someone(), increment)
    const head = await store.head()
    expect(await handle(counter('a'), someone(), () => [])).toEqual({ events: [], state: 1, position })
    expect(await handle(counter('none'), someone(), () => [])).toEqual({ events: [], state: 0, position: START })
    expect(await store.head()).toBe(head)
  })

  test('that is rejected appends nothing', async () => {
    const refuse = () => {
      throw new Error('refused')
    }
    await expect(handleOn(store)(counter('a'), someone(), refuse)).rejects.toThrow('refused')
    expect(await store.head()).toBe(START)
  })

  test('appends all of its events or none', async () => {
    const three = (count: number): Incremented[] => [1, 2, 3].map((by) => increment(count + by - 1)[0]!)
    const tooMuch = (): DomainEvent[] => [...three(3), { type: 'Incremented', data: { to: 'x'.repeat(600_000) } }]
    const { position } = await handleOn(store)(counter('a'), someone(), three)
    expect(position).toBe(await store.head())
    await expect(handleOn(store)({ ...counter('a'), evolve: () => 0 }, someone(), tooMuch)).rejects.toThrow(RangeError)
    expect(await countsOf('a')).toEqual([1, 2, 3])
  })
})

describe('a command with a concurrent one', () => {
  test.each([1, 5, 15])('is decided again on the other one’s result, %d times', async (times) => {
    const states: number[] = []
    const { events, state } = await handleOn(overtaken(times))(counter('a'), someone(), (count) => {
      states.push(count)
      return increment(count)
    })
    const others = Array.from({ length: times }, (_, index) => 101 + index)
    expect(states).toEqual([0, ...others])
    expect(state).toBe(100 + times)
    expect(events).toEqual(increment(100 + times))
    expect(await countsOf('a')).toEqual([...others, 101 + times])
  })

  test('may find nothing left to do', async () => {
    const once = (count: number) => (count === 0 ? increment(count) : [])
    const { events, position } = await handleOn(overtaken(1))(counter('a'), someone(), once)
    expect(events).toEqual([])
    expect(position).toBe(await store.head())
    expect(await countsOf('a')).toEqual([101])
  })

  test.each([2, 10])(
    'is serialised: each of %d concurrent commands is decided on the previous one’s result',
    async (count) => {
      const handle = handleOn(store)
      const handled = await Promise.all(Array.from({ length: count }, () => handle(counter('a'), someone(), increment)))
      const counts = Array.from({ length: count }, (_, index) => index + 1)
      expect(await countsOf('a')).toEqual(counts)
      expect(handled.map(({ state }) => state + 1).sort((a, b) => a - b)).toEqual(counts)
    },
  )

  test('is decided on the result of those in another process too', async () => {
    const handles = [handleOn(store), handleOn(world.openStores().store)]
    await Promise.all(handles.flatMap((handle) => [1, 2, 3].map(() => handle(counter('a'), someone(), increment))))
    expect(await countsOf('a')).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('fails with the conflict after too many attempts', async () => {
    const appends = { made: 0 }
    const failed = handleOn(overtaken(Infinity, appends))(counter('a'), someone(), increment)
    await expect(failed).rejects.toBeInstanceOf(ConcurrencyConflict)
    await expect(failed).rejects.toMatchObject({ stream: 'counter-a', actual: BigInt(appends.made - 1) })
    expect(await countsOf('a')).toHaveLength(appends.made)
  })

  test('is not retried when the log does not answer, because the outcome is unknown', async () => {
    let calls = 0
    const down: EventStore = {
      ...store,
      append: async () => {
        calls++
        throw new StoreUnavailable('down')
      },
    }
    await expect(handleOn(down)(counter('a'), someone(), increment)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(calls).toBe(1)
  })
})

describe('a repeated command', () => {
  test('running concurrently is appended once, and both calls return the same', async () => {
    const handle = handleOn(store)
    await handle(counter('a'), someone(), increment)
    const actor = someone()
    const twice = await Promise.all([1, 2].map(() => handle(counter('a'), actor, increment)))
    expect(twice[1]).toEqual(twice[0])
    expect(await countsOf('a')).toEqual([1, 2])
  })

  test('at one revision is appended once, however much was appended since', async () => {
    const { eventing } = await world.openProcess({ projections: [] })
    const actor = someone()
    const append = () => eventing.append('counter-a', increment(0), actor, 'no_stream')
    const first = await append()
    await handleOn(store)(counter('a'), someone(), increment)
    expect(await append()).toEqual(first)
    expect(await countsOf('a')).toEqual([1, 2])
  })

  test('whose response was lost is appended once', async () => {
    const actor = someone()
    const deaf: EventStore = {
      ...store,
      append: async (...all) => {
        await store.append(...all)
        throw new StoreUnavailable('the answer was lost')
      },
    }
    await expect(handleOn(deaf)(counter('a'), actor, increment)).rejects.toBeInstanceOf(StoreUnavailable)
    await handleOn(store)(counter('a'), actor, increment)
    expect(await countsOf('a')).toEqual([1])
  })
})

describe('an event', () => {
  test('has an id that derives from its command, its stream and its place in the decision', async () => {
    const actor = someone('command')
    const two = (count: number) => [...increment(count), ...increment(count + 1)]
    for (const id of ['a', 'b']) await handleOn(store)(counter(id), actor, two)
    expect((await collect(store.readAll())).map(({ id }) => id)).toEqual([
      derivedId('command/counter-a/0'),
      derivedId('command/counter-a/1'),
      derivedId('command/counter-b/0'),
      derivedId('command/counter-b/1'),
    ])
  })

  test('records who acted, in which call and by which command', async () => {
    await handleOn(store)(counter('a'), someone('command'), increment)
    const [event] = await collect(store.readAll())
    expect(event!.meta).toEqual({
      schema: '1',
      correlationId: 'call of command',
      causationId: 'command',
      commandId: 'command',
      actor: 'ada',
    })
  })
})

describe('a long stream', () => {
  const LONG = 1_000

  /** A stream of a thousand events, and the number of events folded since. */
  async function longStream() {
    const events = Array.from({ length: LONG }, (_, index) => rival(index + 1))
    await store.append('counter-a', events, { expected: 'no_stream' })
    const folds = { made: 0 }
    const counted: ReturnType<typeof counter> = {
      ...counter('a'),
      evolve: (count, event) => {
        folds.made++
        return counter('a').evolve(count, event)
      },
    }
    return { counted, folds }
  }

  test('accepts a hundred concurrent commands: each is decided on the previous one’s result, and none fails', async () => {
    await longStream()
    const handle = handleOn(store)
    const racers = Array.from({ length: 100 }, () => handle(counter('a'), someone(), increment))
    const states = (await Promise.all(racers)).map(({ state }) => state).sort((a, b) => a - b)
    expect(states).toEqual(Array.from({ length: 100 }, (_, index) => LONG + index))
    expect(await countsOf('a')).toEqual(Array.from({ length: LONG + 100 }, (_, index) => index + 1))
  })

  test('is folded once by a retried command: after that, it reads only new events', async () => {
    const { counted, folds } = await longStream()
    const { state } = await handleOn(overtaken(15))(counted, someone(), increment)
    expect(state).toBe(115)
    expect(folds.made).toBe(LONG + 15)
  })

  test('shows a repeated command that it has already taken effect', async () => {
    const { counted } = await longStream()
    const actor = someone()
    const first = await handleOn(store)(counted, actor, increment)
    for (let more = 0; more < 30; more++) await handleOn(store)(counter('a'), someone(), increment)
    const again = await handleOn(overtaken(5))(counted, actor, () => {
      throw new Error('it is not decided again')
    })
    expect(again.events).toEqual(first.events)
    expect(await countsOf('a')).toHaveLength(LONG + 31)
  })

  test('shows it also when its own event was appended between its read and its append', async () => {
    await longStream()
    const actor = someone()
    let done = false
    const meanwhile: EventStore = {
      ...store,
      async append(stream, events, options) {
        if (!done) {
          done = true
          await store.append(stream, [rival(7)], { expected: 'any' })
          await handleOn(store)(counter('a'), actor, increment)
        }
        return store.append(stream, events, options)
      },
    }
    const { events } = await handleOn(meanwhile)(counter('a'), actor, increment)
    expect(events).toEqual(increment(7))
    expect((await countsOf('a')).slice(LONG)).toEqual([7, 8])
  })
})
