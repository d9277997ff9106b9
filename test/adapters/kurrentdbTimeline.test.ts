// Positions by time in a long KurrentDB log, found in few scans.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { newEvents } from '../../testbed/given/events.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

const THEN = Date.UTC(2025, 0, 1)
/** One append per second, with this many events. */
const SECONDS = 30
const IN_A_SECOND = 200
const at = (second: number) => THEN + second * 1_000
/** From the start of the log to its end, with some steps in between. */
const FIRST = at(0)
const TEN = [15, 3, 27, 0, 9, 21, 6, 24, 12, 18].map(at)

let server: StandIn
/** The position of the log at each second. */
const places: string[] = []
/** Bytes transferred by a scan of the whole log. */
let whole = 0

beforeAll(async () => {
  const clock = { now: THEN }
  server = await startStandIn({ now: () => clock.now })
  const store = await openKurrentdbEventStore({ url: server.url(), log: silentLog })
  for (let second = 0; second < SECONDS; second++) {
    clock.now = at(second)
    places.push((await store.append('a-1', newEvents(IN_A_SECOND), { expected: 'any' })).position)
  }
  const sentBefore = server.sent()
  expect(await store.positionAt(FIRST)).toBe(places[0])
  whole = server.sent() - sentBefore
  await store.close()
})
afterAll(() => server.close())

const placeAt = (time: number) => places[(time - THEN) / 1_000]

describe('positions of times in a long log', () => {
  let store: EventStore
  let sentBefore: number
  /** A process with empty caches. */
  beforeEach(async () => {
    store = await openKurrentdbEventStore({ url: server.url(), log: silentLog })
    sentBefore = server.sent()
  })
  afterEach(() => store.close())

  /** Bytes received from the log. */
  const read = () => server.sent() - sentBefore

  test('are found for ten concurrent queries in little more than one scan', async () => {
    const found = await Promise.all(TEN.map((time) => store.positionAt(time)))
    expect(found).toEqual(TEN.map(placeAt))
    expect(read()).toBeLessThan(3 * whole)
  })

  test('are found without a scan at the end of the log', async () => {
    expect(await store.positionAt(at(SECONDS))).toBe(places.at(-1))
    expect(read()).toBeLessThan(5_000)
  })

  test('are no longer searched for when the caller aborts; it gets its abort reason', async () => {
    const reason = new Error('gone')
    const aborting = TEN.map(() => new AbortController())
    const pending = TEN.map((_, index) =>
      store.positionAt(FIRST + index, aborting[index]!).catch((error: unknown) => error),
    )
    while (read() <= whole / 10) await nextTurn()
    for (const one of aborting) one.abort(reason)
    for (const one of await Promise.all(pending)) expect(one).toBe(reason)
    await sleep(300)
    expect(read()).toBeLessThan(0.8 * whole)
  })

  test('are found for the remaining callers when others abort, whether searching or queued', async () => {
    const reason = new Error('gone')
    const aborting = new AbortController()
    const [looked, waits] = [at(9), at(3)].map((time) => store.positionAt(time, aborting).catch(String))
    const stays = [at(6), FIRST].map((time) => store.positionAt(time))
    await eventually(read, (bytes) => bytes > 100_000)
    aborting.abort(reason)
    expect([await looked, await waits]).toEqual([String(reason), String(reason)])
    expect(await Promise.all(stays)).toEqual([placeAt(at(6)), placeAt(FIRST)])
  })

  test('fail for all callers together when the server stops responding, and are queried again once it responds', async () => {
    const pending = TEN.map((time) => store.positionAt(time))
    const outcomes = Promise.allSettled(pending)
    await eventually(read, (bytes) => bytes > 100_000)
    server.freeze()
    const startedAt = performance.now()
    for (const outcome of await outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreUnavailable)
    }
    // The timeout and a ping take 4 s; one after another they would take 40 s.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    server.thaw()
    const found = await eventually(
      () => store.positionAt(FIRST).catch(() => undefined),
      (position) => position !== undefined,
    )
    expect(found).toBe(placeAt(FIRST))
  })
})
