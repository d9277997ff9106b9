// A KurrentDB that loses connections and responses, hangs or restarts: nothing is missed, and every call is settled.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { collect, follow, newEvent, newEvents, numbersOf } from '../../testbed/given/events.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  jest.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(): Promise<{ store: EventStore; server: StandIn }> {
  const server = await startStandIn()
  closing.push(server.close)
  const store = await openKurrentdbEventStore({ url: server.url(), log: silentLog, timeoutMs: 5_000 })
  closing.push(store.close)
  return { store, server }
}

const range = (to: number) => Array.from({ length: to }, (_, index) => index)
const forever = () => new AbortController().signal

/** Retries an append at an exact revision until it succeeds. */
async function appendAnyway(store: EventStore, number: number): Promise<void> {
  const events = newEvents(1, number)
  const expected = number === 0 ? 'no_stream' : BigInt(number - 1)
  for (;;) {
    try {
      return void (await store.append('a-1', events, { expected }))
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await sleep(20)
    }
  }
}

/** What runners and reactors do: they continue after the last slice handled. Of one stream: `a-1`. */
async function followAnyway(store: EventStore, count: number): Promise<number[]> {
  const numbers: number[] = []
  for (let after = START; numbers.length < count; ) {
    try {
      for await (const { events, position } of store.subscribe({ after, signal: forever() })) {
        numbers.push(...numbersOf(events.filter(({ stream }) => stream === 'a-1')))
        after = position
        if (numbers.length >= count) break
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await sleep(20)
    }
  }
  return numbers
}

describe('a connection that is dropped', () => {
  test('repeatedly: one subscription receives every event, in order, once', async () => {
    const { store, server } = await open()
    const seen = follow(store.subscribe({ after: START, signal: forever() }), 200)
    for (const number of range(200)) {
      if (number % 25 === 10) server.drop()
      await appendAnyway(store, number)
    }
    expect(numbersOf(await seen)).toEqual(range(200))
  })

  test.each(['finish', 'halfClose'] as const)(
    'politely (%s) under a busy process: every call is settled, one subscription receives every event, once',
    async (cut) => {
      const { store, server } = await open()
      const seen = follow(store.subscribe({ after: START, signal: forever() }), 150)
      for (const number of range(150)) {
        if (number % 25 === 10) server[cut]()
        // Keeps the process busy, so that the end of the connection is noticed late.
        for (const until = performance.now() + 5; performance.now() < until; );
        await appendAnyway(store, number)
      }
      expect(numbersOf(await seen)).toEqual(range(150))
      await store.ready()
    },
  )

  test('with large appends in flight: each of them is settled, and the next one succeeds', async () => {
    const { store, server } = await open()
    const data = { text: 'x'.repeat(400_000) }
    const appends = range(100).map((number) => store.append(`a-${number}`, [newEvent(data)], { expected: 'any' }))
    await Promise.race(appends)
    server.drop()
    const outcomes = await Promise.allSettled(appends)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable)
    }
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    await eventually(
      () => store.append('b-1', newEvents(1), { expected: 'any' }).catch(() => undefined),
      (appended) => appended !== undefined,
    )
  })

  test('before the response to an append at an exact revision: the append is found, once', async () => {
    const { store, server } = await open()
    server.loseAnswers(1)
    const first = await store.append('a-1', newEvents(2), { expected: 'no_stream' })
    expect(first.revision).toBe(1n)
    server.loseAnswers(1)
    const second = await store.append('a-1', newEvents(1, 2), { expected: 1n })
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual([0, 1, 2])
    expect(await store.head()).toBe(second.position)
  })

  test('before the response to an append at any revision: the caller gets an error, and nothing is retried', async () => {
    const { store, server } = await open()
    server.loseAnswers(1)
    await expect(store.append('a-1', newEvents(1), { expected: 'any' })).rejects.toThrow(StoreUnavailable)
    await store.append('a-1', newEvents(1, 1), { expected: 'no_stream' }).catch(() => {})
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual([0])
  })
})

describe('a server that is still writing the first copy of an append', () => {
  test('answers the second copy with a timeout; it is repeated, and the append is found', async () => {
    const { store, server } = await open()
    const events = newEvents(2)
    server.commitWithin(500)
    const appended = await Promise.all(range(2).map(() => store.append('a-1', events, { expected: 'no_stream' })))
    expect(appended[1]).toEqual(appended[0])
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual([0, 1])
  })

  test('and drops the connection: the append is repeated within the time that callers have', async () => {
    const { store, server } = await open()
    server.commitWithin(1_500)
    const appending = store.append('a-1', newEvents(1), { expected: 'no_stream' })
    await sleep(200)
    server.drop()
    expect(await appending).toMatchObject({ revision: 0n })
    expect(numbersOf(await collect(store.readStream('a-1')))).toEqual([0])
  })
})

describe('a live subscription', () => {
  const live = async (disturb: (server: StandIn) => void) => {
    const { store, server } = await open()
    const slices: { numbers: number[]; caughtUp: boolean }[] = []
    const aborting = new AbortController()
    const following = (async () => {
      for await (const { events, caughtUp } of store.subscribe({ after: START, signal: aborting.signal })) {
        slices.push({ numbers: numbersOf(events), caughtUp })
      }
    })()
    await eventually(
      () => slices.at(-1)?.caughtUp,
      (caughtUp) => caughtUp === true,
    )
    await store.append('a-1', newEvents(1), { expected: 'no_stream' })
    disturb(server)
    await store.append('a-1', newEvents(1, 1), { expected: 0n })
    const numbers = () => slices.flatMap((slice) => slice.numbers)
    await eventually(numbers, ({ length }) => length >= 2)
    await eventually(
      () => slices.at(-1)!.caughtUp,
      (caughtUp) => caughtUp,
    )
    aborting.abort()
    await following
    return numbers()
  }

  test('that fell behind catches up, and says so', async () => {
    expect(await live((server) => server.fallBehind())).toEqual([0, 1])
  })

  test('that the server aborts, because it is too slow, continues where it was', async () => {
    expect(await live((server) => server.abortSubscriptions())).toEqual([0, 1])
  })

  test('that is idle leaves a leader that hangs within 10 s', async () => {
    const server = await startStandIn()
    closing.push(server.close)
    let brokeAt = Infinity
    const log = {
      ...silentLog,
      warn() {
        brokeAt = Math.min(brokeAt, performance.now())
      },
    }
    const store = await openKurrentdbEventStore({ url: server.url(), log, timeoutMs: 5_000 })
    closing.push(store.close)
    const aborting = new AbortController()
    const slices = store.subscribe({ after: START, signal: aborting.signal })[Symbol.asyncIterator]()
    while (!(await slices.next()).value!.caughtUp);
    server.freeze()
    const frozenAt = performance.now()
    const next = slices.next().catch(() => undefined)
    await eventually(
      () => brokeAt,
      (time) => time < Infinity,
    )
    // A margin of five seconds for a slow machine.
    expect(brokeAt - frozenAt).toBeLessThan(15_000)
    server.thaw()
    aborting.abort()
    await next
  })
})

describe('a server that restarts', () => {
  test('with its log: no event is missed or repeated, and it is used again within seconds', async () => {
    const { store, server } = await open()
    const seen = followAnyway(store, 60)
    for (const number of range(30)) await appendAnyway(store, number)
    await server.stop()
    const fresh = store.append('b-1', newEvents(1), { expected: 'any' })
    await expect(fresh).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readAll())).rejects.toThrow(StoreUnavailable)
    await expect(store.ready()).rejects.toThrow(StoreUnavailable)
    await server.restart()
    for (const number of range(60).slice(30)) await appendAnyway(store, number)
    expect(await seen).toEqual(range(60))
    await store.ready()
  })
})

describe('a server that does not respond', () => {
  test('fails every caller within 5 s, and is used again when it responds', async () => {
    const { store, server } = await open()
    await store.append('a-1', newEvents(1), { expected: 'no_stream' })
    const seen = followAnyway(store, 2)
    server.freeze()
    const startedAt = performance.now()
    const aborting = new AbortController()
    const aborted = collect(store.readAll({ signal: aborting.signal }))
    const attempts = [
      store.append('b-1', newEvents(1), { expected: 'any' }),
      store.append('b-2', newEvents(1), { expected: 'no_stream' }),
      collect(store.readStream('a-1')),
      collect(store.readAll()),
      store.subscribe({ after: START, signal: forever() })[Symbol.asyncIterator]().next(),
      store.head(),
      store.positionAt(Date.now()),
      store.ready(),
    ]
    aborting.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    // Before any timeout of a request.
    expect(performance.now() - startedAt).toBeLessThan(4_500)
    for (const outcome of await Promise.allSettled(attempts)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    }
    // A margin of five seconds for a slow machine.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    server.thaw()
    await eventually(
      () =>
        store
          .ready()
          .then(() => true)
          .catch(() => false),
      (ready) => ready,
    )
    await appendAnyway(store, 1)
    expect(await seen).toEqual([0, 1])
  })

  test('while it searches a long log is waited for, as long as it answers other requests', async () => {
    const { store, server } = await open()
    await store.append('a-1', [newEvent({ number: 7 }, 'Rare')], { expected: 'any' })
    server.searchFor(4_500)
    expect(numbersOf(await collect(store.readAll({ types: new Set(['Rare']) })))).toEqual([7])
  })
})

describe('a subscriber that stops reading', () => {
  test('receives a few megabytes, however much there is', async () => {
    const { store, server } = await open()
    const text = 'x'.repeat(400_000)
    for (const number of range(60)) await store.append(`a-${number}`, [newEvent({ number, text })], { expected: 'any' })
    const before = server.sent()
    const slices = store.subscribe({ after: START, signal: forever() })[Symbol.asyncIterator]()
    const first = await slices.next()
    await sleep(500)
    expect(server.sent() - before).toBeLessThan(12_000_000)
    const numbers = numbersOf(first.value.events)
    while (numbers.length < 60) {
      const { events } = (await slices.next()).value
      // A slice has a megabyte, plus what started below that.
      expect(events.length).toBeLessThanOrEqual(3)
      numbers.push(...numbersOf(events))
    }
    await slices.return?.()
    expect(numbers).toEqual(range(60))
  })
})

describe('a read with a limit', () => {
  test('does not receive a whole page of events', async () => {
    const { store, server } = await open()
    const text = 'x'.repeat(2_000)
    await store.append(
      'a-1',
      range(200).map((number) => newEvent({ number, text })),
      { expected: 'any' },
    )
    await store.append(
      'a-1',
      range(200).map((number) => newEvent({ number, text })),
      { expected: 'any' },
    )
    const before = server.sent()
    expect(numbersOf(await collect(store.readAll({ limit: 1 })))).toEqual([0])
    expect(server.sent() - before).toBeLessThan(400_000)
  })
})

describe('a response without a position', () => {
  test('has its position looked up', async () => {
    const { store, server } = await open()
    server.sayPositions(false)
    const events = newEvents(3)
    const first = await store.append('a-1', events, { expected: 'no_stream' })
    expect(first.position).toBe((await collect(store.readStream('a-1'))).at(-1)!.position)
    await store.append('a-1', newEvents(2, 3), { expected: 'any' })
    expect(await store.append('a-1', events, { expected: 'no_stream' })).toEqual(first)
  })
})

describe("the server's own system events", () => {
  test('appear nowhere: not in reads, at the head or in a subscription, whose position stays at our events', async () => {
    const { store, server } = await open()
    const { position } = await store.append('a-1', newEvents(1), { expected: 'any' })
    for (const _ of range(1_200)) server.log.keepOwn('$stats', '$statsCollected')
    server.log.keepOwn('$connectors', 'ConnectorCreated')
    expect(await collect(store.readAll())).toHaveLength(1)
    expect(await store.head()).toBe(position)
    expect(await store.positionAt(Date.now() + 1e6)).toBe(position)
    const rare = store.subscribe({ after: START, types: new Set(['Rare']), signal: forever() })
    for await (const slice of rare) {
      expect(slice.position <= position).toBe(true)
      if (slice.caughtUp) break
    }
    await Promise.all(range(3).map(() => store.ready()))
    expect(await store.head()).toBe(position)
  })
})
