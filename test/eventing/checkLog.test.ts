// The check of the log: chain links of ranges, and what differs from them.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { createCheckLog } from '../../src/eventing/logCheck/check.js'
import { createCheckStores } from '../../src/eventing/logCheck/checkStores.js'
import { createCheckJob } from '../../src/eventing/logCheck/job.js'
import { CHAIN_START, createLink } from '../../src/kernel/chain.js'
import { iso } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import type { ChainLink } from '../../src/kernel/ports/chainLinks.js'
import type { Damage, Inspected } from '../../src/kernel/ports/eventStore.js'
import type { Position } from '../../src/kernel/position.js'
import { DAY_MS } from '../../src/kernel/time.js'
import { newEvent } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'

const RANGE = 10

let events: Recorded[]
let unreadable: number[]
let setAside: Position[]
let stored: ChainLink[]
beforeEach(() => {
  events = Array.from({ length: 35 }, (_, index) => event(index + 1))
  unreadable = []
  setAside = []
  stored = []
})

const event = (number: number, data: unknown = { number }): Recorded => ({
  ...newEvent(data, 'SomethingHappened', `event ${number}`),
  stream: 'a-1',
  revision: BigInt(number - 1),
  position: at(number),
  recordedAt: '2026-03-01T00:00:00.000Z',
})

/**
 * A log in parts of seven positions; an unreadable event is passed over once it is set aside. Of a part that cannot be read
 * as a whole, as a segment, the first position has the damage.
 */
async function* inspect({ after }: { after: Position }): AsyncGenerator<Inspected> {
  const left = events.filter(({ position }) => position > after)
  for (let from = 0; from < left.length; from += 7) {
    const part = left.slice(from, from + 7)
    const isLost = ({ position }: Recorded) => unreadable.some((number) => at(number) === position)
    const damage = part
      .filter((each) => isLost(each) && !setAside.includes(each.position))
      .map(
        ({ position }): Damage => ({ position, problem: `cannot read ${Number.parseInt(position, 16)}`, isLost: true }),
      )
    const position = part.at(-1)!.position
    if (damage.length === part.length) damage.splice(0, part.length, { ...damage[0]!, last: position })
    yield { events: part.filter((each) => !isLost(each)), position, damage }
  }
}

const check = (onlyNew = false) =>
  createCheckLog({
    store: { inspect },
    links: { all: async () => [...stored], add: async (link) => void stored.push(link) },
    setAside: async () => setAside,
    rangeEvents: RANGE,
  })({ onlyNew, signal: new AbortController().signal })

const problemsOf = async () => (await check()).damage.map(({ problem }) => problem)

describe('a whole log', () => {
  test('gets a link per whole range, each of which continues the one before', async () => {
    expect(await check()).toMatchObject({ events: 35, position: at(35), proven: 0, added: 3, damage: [] })
    expect(stored.map(({ range, last }) => [range, last])).toEqual([
      [1, at(10)],
      [2, at(20)],
      [3, at(30)],
    ])
    let before = CHAIN_START
    for (const { range, link } of stored) {
      const expected = createLink(before)
      for (const each of events.slice((range - 1) * RANGE, range * RANGE)) expected.add(each)
      before = expected.end()
      expect(link).toBe(before)
    }
  })

  test('is proven by its links, which later checks continue', async () => {
    await check()
    expect(await check()).toMatchObject({ proven: 3, added: 0, links: stored, damage: [] })
    events.push(...Array.from({ length: 10 }, (_, index) => event(36 + index)))
    expect(await check(true)).toMatchObject({ events: 15, proven: 0, added: 1 })
    expect(await check()).toMatchObject({ events: 45, proven: 4, added: 0 })
  })
})

describe('is noticed', () => {
  beforeEach(async () => void (await check()))

  test('an event that was changed, in its range only', async () => {
    events[14] = event(15, { number: 16 })
    expect(await problemsOf()).toEqual([
      expect.stringMatching(/^range 2, up to 0+14 .* were changed, added or removed$/),
    ])
  })

  test('an event that was removed, also the last of a range', async () => {
    events.splice(3, 1)
    expect(await problemsOf()).toEqual([expect.stringMatching(/^range 1,/)])
    events.splice(18, 1)
    expect(await problemsOf()).toEqual([expect.stringMatching(/^range 1,/), expect.stringMatching(/^range 2,/)])
  })

  test('an end that was cut off', async () => {
    events.splice(25)
    expect(await problemsOf()).toEqual([expect.stringMatching(/^range 3, .* is missing: the log ends before$/)])
  })

  test('an event that cannot be read, once, and the ranges after it are still proven', async () => {
    unreadable = [20]
    const { proven, damage, links } = await check()
    expect(damage).toEqual([{ position: at(20), problem: 'cannot read 20', isLost: true }])
    expect({ proven, ranges: links.map(({ range }) => range) }).toEqual({ proven: 2, ranges: [1, 3] })
  })

  test('an event that cannot be read after the end of a range that was read with it', async () => {
    unreadable = [12]
    const { proven, damage, links } = await check()
    expect(damage).toEqual([{ position: at(12), problem: 'cannot read 12', isLost: true }])
    expect({ proven, ranges: links.map(({ range }) => range) }).toEqual({ proven: 2, ranges: [1, 3] })
  })

  test('a part that cannot be read, once, whichever ranges it has to do with', async () => {
    unreadable = [8, 9, 10, 11, 12, 13, 14]
    expect(await check()).toMatchObject({ proven: 1, damage: [{ position: at(8) }] })
    unreadable = [29, 30, 31, 32, 33, 34, 35]
    expect(await check()).toMatchObject({ proven: 2, damage: [{ position: at(29) }] })
  })

  test('an end that was cut off beside an event that cannot be read', async () => {
    unreadable = [12]
    events.splice(18)
    expect(await problemsOf()).toEqual([
      'cannot read 12',
      expect.stringMatching(/^range 2, .* is missing: the log ends before$/),
      expect.stringMatching(/^range 3,/),
    ])
  })
})

test('an event that is set aside proves nothing any more, and is no damage', async () => {
  await check()
  unreadable = [15]
  setAside = [at(15)]
  expect(await check()).toMatchObject({ proven: 2, damage: [] })
})

test.each([15, 12])(
  'no link is added across an event that cannot be read, until it is set aside: %d',
  async (number) => {
    unreadable = [number]
    expect(await check()).toMatchObject({ added: 1 })
    expect(await check(true)).toMatchObject({ added: 0 })
    setAside = [at(number)]
    expect(await check(true)).toMatchObject({ added: 2 })
    expect(await check()).toMatchObject({ proven: 3, damage: [] })
  },
)

test('no wrong link is added beside a stored one: events that can be read again are proven', async () => {
  const whole = events
  events = whole.slice(0, 10)
  await check()
  events = whole
  unreadable = [12]
  expect(await check()).toMatchObject({ proven: 1, added: 0 })
  unreadable = []
  expect(await check()).toMatchObject({ proven: 1, added: 2, damage: [] })
  expect(await check()).toMatchObject({ proven: 3, damage: [] })
})

const NOW = Date.UTC(2026, 10, 26)

test.each([
  ['there was none before', undefined, true],
  ['the last one is a week old', NOW - 7 * DAY_MS, true],
  ['the last one is newer', NOW - 7 * DAY_MS + 1, false],
  ['the last one is of the future, by a clock that was wrong', NOW + 365 * DAY_MS, true],
])('the job checks everything if a week has passed: %s', async (_, lastAt, isWhole) => {
  const last = { events: 0, position: at(0), damaged: 0, damage: [] }
  const wholes: boolean[] = []
  const job = createCheckJob({
    check: async ({ onlyNew }) => {
      wholes.push(!onlyNew)
      return { events: 0, position: at(0), proven: 0, added: 0, links: [], damage: [] }
    },
    lastCheck: {
      load: async () => (lastAt === undefined ? undefined : { ...last, at: iso(lastAt) }),
      save: async () => {},
    },
    days: 7,
    clock: { now: () => NOW },
    log: silentLog,
  })
  await job('all', { signal: new AbortController().signal })
  expect(wholes).toEqual([isWhole])
})

test('a check in the background leaves four fifths of the time to others, whatever it reads', async () => {
  const slow = async function* (_: AbortSignal, pause: () => Promise<void>) {
    for (let part = 0; part < 3; part++) {
      await sleep(10)
      await pause()
      yield { position: null, problem: `in part ${part}` }
    }
  }
  const check = createCheckStores({
    checkLog: async () => ({ events: 0, position: at(0), proven: 0, added: 0, links: [], damage: [] }),
    files: [],
    others: [slow],
    lastCheck: { load: async () => undefined, save: async () => {} },
  })
  const startedAt = performance.now()
  const { damage } = await check({ signal: new AbortController().signal, rest: 4 })
  expect(damage).toHaveLength(3)
  expect(performance.now() - startedAt).toBeGreaterThan(140)
})
