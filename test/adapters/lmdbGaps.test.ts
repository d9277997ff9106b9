// Records that are missing in the LMDB log: an inspection names them once, and goes on behind them.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createInspector } from '../../src/adapters/eventstore/lmdb/inspect.js'
import { openDatabase } from '../../src/adapters/lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { newEvents } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
let path: string
beforeEach(() => {
  directory = tempDirectory()
  path = join(directory.path, 'events.mdb')
})
afterEach(() => directory.remove())

const keyOf = (number: number) => Buffer.from(at(number).slice(-12), 'hex')

/** A log of events without the records from one number to another. */
async function logWithout(first: number, last: number, events: number) {
  const store = createLmdbEventStore({ path, clock: systemClock })
  for (let left = events; left > 0; left -= 1_000)
    await store.append('a-1', newEvents(Math.min(left, 1_000)), { expected: 'any' })
  const environment = openEnvironment(path)
  const log = openDatabase<Uint8Array>(environment, 'log')
  environment.transactionSync(() => {
    for (let number = first; number <= last; number++) log.removeSync(keyOf(number))
  })
  await closeEnvironment(environment)
  return store
}

async function inspected(store: Pick<EventStore, 'inspect'>) {
  const numbers: number[] = []
  const problems: string[] = []
  let position = at(0)
  for await (const part of store.inspect({ after: at(0), signal: new AbortController().signal })) {
    numbers.push(...part.events.map(({ position }) => Number.parseInt(position, 16)))
    problems.push(...part.damage.map(({ problem }) => problem))
    position = part.position
  }
  return { numbers, problems, position }
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('records that are missing', () => {
  test.each([
    [3, 4, 6],
    [3, 1_500, 1_600],
  ])('are one problem, and what follows is read: %d to %d of %d', async (first, last, events) => {
    const store = await logWithout(first, last, events)
    expect(await inspected(store)).toEqual({
      numbers: [...upTo(first - 1), ...upTo(events, last + 1)],
      problems: [`the events at ${at(first)} to ${at(last)} are missing: the next record has the number ${last + 1}`],
      position: at(events),
    })
    await store.close()
  })

  test('are no problem once they are set aside', async () => {
    const store = await logWithout(3, 5, 8)
    store.passOver(at(3))
    const problem = `the events at ${at(4)} to ${at(5)} are missing: the next record has the number 6`
    expect((await inspected(store)).problems).toEqual([problem])
    store.passOver(at(4))
    expect((await inspected(store)).problems).toEqual([
      `the event at ${at(5)} is missing: the next record has the number 6`,
    ])
    store.passOver(at(5))
    expect(await inspected(store)).toMatchObject({ numbers: [1, 2, 6, 7, 8], problems: [] })
    await store.close()
  })

  test('end at a number that does not fit its record, which cannot be read', async () => {
    const store = await logWithout(0, 0, 6)
    const environment = openEnvironment(path)
    const log = openDatabase<Uint8Array>(environment, 'log')
    log.putSync(keyOf(5_000), Buffer.from(log.get(keyOf(6))!))
    log.removeSync(keyOf(6))
    await closeEnvironment(environment)
    expect(await inspected(store)).toEqual({
      numbers: upTo(5),
      problems: [
        `the events at ${at(6)} to ${at(4_999)} are missing: the next record has the number 5000`,
        expect.stringContaining(`the event at ${at(5_000)} cannot be read`),
      ],
      position: at(5_000),
    })
    await store.close()
  })

  test.each([
    [
      'too large',
      [1, 2, 2 ** 40, 4, 5],
      [1, 2, 4, 5],
      [`the event at ${at(2 ** 40)} is followed by a record with the number 4`, `the event at ${at(3)} is missing`],
    ],
    [
      'too large at the end of a page',
      [...upTo(999), 2 ** 40, ...upTo(2_000, 1_001)],
      [...upTo(999), ...upTo(2_000, 1_001)],
      [
        `the event at ${at(2 ** 40)} is followed by a record with the number 1001`,
        `the event at ${at(1_000)} is missing`,
      ],
    ],
    [
      'too small',
      [1, 2, 1, 4, 5],
      [1, 2, 4, 5],
      [`the event at ${at(2)} is followed by a record with the number 1`, `the event at ${at(3)} is missing`],
    ],
  ])('have a few problems, whatever follows, where a number is %s', async (_, keys, numbers, problems) => {
    const value = new Uint8Array(0)
    const inspect = createInspector({
      log: {
        entries: (after: number, limit: number) =>
          keys
            .slice(after === 0 ? 0 : keys.indexOf(after) + 1)
            .slice(0, limit)
            .map((key) => ({ key, value })),
      },
      streams: { head: () => ({ revision: 1 }), positions: () => () => Number.NaN },
      codec: { decode: (_: Uint8Array, number: number) => ({ position: at(number), stream: 'a', revision: 2n }) },
      archived: { coversNow: () => false, reach: (read: () => unknown) => read() },
      dictionary: { check: () => [] },
      fresh: (read: () => unknown) => read(),
      passed: new Set(),
    } as never)
    const found = await inspected({ inspect: ({ signal }) => inspect(0, signal) })
    const ofNumbers = found.problems.filter((problem) => !problem.includes('index'))
    expect({ numbers: found.numbers, problems: ofNumbers }).toEqual({
      numbers,
      problems: problems.map((problem) => expect.stringContaining(problem)),
    })
  })
})
