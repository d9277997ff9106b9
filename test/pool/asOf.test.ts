// As-of queries of the pool equal what was answered then.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { LeaderboardPeriod } from '../../src/features/pool/periods.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import { iso } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import { openPastPool, type PastPoolDependencies } from '../../testbed/features/pastPool.js'
import { accountNamed, DAY, deriveKey, HOUR, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { collect } from '../../testbed/given/events.js'
import { addressNamed, using } from '../../testbed/given/poolEvents.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'

const MOMENTS = 50
const STEPS = 400
const PERIODS: readonly LeaderboardPeriod[] = ['daily', 'weekly', 'monthly', 'all-time']
const ACCOUNTS = ['ada', 'bob', 'cleo', 'dan', 'eve'].map(accountNamed)
const DOMAINS = ['example.net', 'example.org', 'gmail.com', 'one.example', 'two.example', 'three.example']
const naming = {
  minContributors: 2,
  domainMinAddresses: 3,
  domainMinContributors: 2,
  isBigProvider: (domain: string) => domain === 'gmail.com',
}

/** Mostly minutes, sometimes no time, seldom days. */
const wait = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 20, arbitrary: fc.nat(HOUR) },
  { weight: 1, arbitrary: fc.nat(3 * DAY) },
)
const step = fc.record({
  wait,
  account: fc.constantFrom(...ACCOUNTS),
  what: fc.constantFrom('contribute', 'contribute', 'contribute', 'own pool', 'ask', 'ask many', 'ask in vain'),
  address: fc.nat(120),
  valid: fc.boolean(),
  role: fc.boolean(),
})

interface Moment {
  readonly time: number
  /** The canonical responses at that time: the statistics, the days, and each period. */
  readonly answers: readonly string[]
}

let flow: PoolFlow
const moments: Moment[] = []

type Answers = Pick<PoolFlow['pool'], 'getPoolStats' | 'getPoolDays' | 'getPoolLeaderboard'>

const answersOf = async ({ getPoolStats, getPoolDays, getPoolLeaderboard }: Answers): Promise<string[]> => {
  const leaderboards = PERIODS.map((period) => getPoolLeaderboard(period, period === 'daily' ? 2 : 100))
  const answers = [getPoolStats(), getPoolDays(), ...leaderboards]
  return (await Promise.all<object>(answers)).map(canonicalJson)
}

/** A history of weeks, with the responses at fifty times, at the log positions of those times. */
beforeAll(async () => {
  flow = await openPoolFlow()
  const pool = await flow.openProcess(naming)
  const { clock } = flow
  const places = Array.from({ length: STEPS }, (_, place) => place)
  const [chosen] = fc.sample(fc.shuffledSubarray(places, { minLength: MOMENTS, maxLength: MOMENTS }), 1)
  const ends = new Set(chosen)
  for (const [index, { wait, account, what, address, valid, role }] of fc.sample(step, STEPS).entries()) {
    clock.time += wait
    const shared = { address: addressNamed(`${address}`), domain: DOMAINS[address % DOMAINS.length]!, valid, role }
    const use = { pool: 'public', lookUps: 1, hits: valid ? 1 : 0 }
    const usage = `usage-${account}.2026-11`
    const verified = addressVerified({ account, durationUs: 1 + address })
    if (what === 'contribute') await flow.contribute(account, shared, {}, pool)
    else if (what === 'own pool') await flow.contribute(account, shared, { name: account }, pool)
    else if (what === 'ask') await flow.append(usage, using(verified, use))
    else if (what === 'ask many')
      await flow.append(usage, using(addressesVerified({ valid: 9 }), { ...use, lookUps: 9, hits: 4 }))
    else await flow.append(usage, verified)
    if (!ends.has(index)) continue
    await flow.follow()
    // Sometimes a while later, in another day or week.
    clock.time += address % 3 === 0 ? address * HOUR : 0
    moments.push({ time: clock.time, answers: await answersOf(pool) })
    clock.time++
  }
  await flow.append(`usage-${ACCOUNTS[0]}.2026-12`, addressVerified())
})
afterAll(() => flow.close())

const openAsOf = (given: Partial<PastPoolDependencies> = {}) =>
  openPastPool({ ...flow, log: silentLog, deriveKey, ...naming, ...given })

/** The responses now for a past time. */
const answersAt = (past: ReturnType<typeof openAsOf>, time: number): Promise<string[]> =>
  answersOf({
    getPoolStats: () => past.getPoolStats(time),
    getPoolDays: () => past.getPoolDays(time),
    getPoolLeaderboard: (period, limit) => past.getPoolLeaderboard(period, limit, time),
  })

async function expectAll(past: ReturnType<typeof openAsOf>): Promise<void> {
  const shuffled = [...moments].sort((a, b) => (a.answers.join() < b.answers.join() ? -1 : 1))
  for (const { time, answers } of shuffled) expect(await answersAt(past, time)).toEqual(answers)
}

const snapshots = () => flow.documents.collection<Document>({ name: 'snapshots' })
const kept = async () => collect(snapshots().all())

describe('fifty times in a history of weeks', () => {
  test('differ, on many days, in several weeks and two months', async () => {
    expect(moments).toHaveLength(MOMENTS)
    expect(new Set(moments.map(({ answers }) => answers.join())).size).toBeGreaterThan(40)
    const days = moments.map(({ time }) => iso(time).slice(0, 10))
    expect(new Set(days).size).toBeGreaterThan(8)
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBeGreaterThan(1)
    expect((await flow.contributions()).length).toBeGreaterThan(100)
  })

  test('have, byte for byte, the answers of that time, without any snapshot', async () => {
    await expectAll(openAsOf())
    expect(await kept()).toEqual([])
  })

  test('have the same answers with snapshots, newly made and found', async () => {
    await expectAll(openAsOf({ minSnapshotEvents: 1 }))
    const made = await kept()
    expect(made.length).toBeGreaterThan(6)
    await expectAll(openAsOf({ minSnapshotEvents: 1 }))
  })

  test('have the same answers with incomplete snapshots, and those of another version or log', async () => {
    const nonsense = ({ rows, ...document }: Document, index: number): Document => {
      if (rows) return { ...document, rows: [] }
      return index % 2 === 0 ? { ...document, versions: 'other' } : { ...document, event: 'of another log' }
    }
    const changes = (await kept()).map(({ id, position, document }, index) => {
      const changed = document.rows && index % 5 === 0 ? null : nonsense(document, index)
      return { id, expected: position, position: 'e'.repeat(32), document: changed }
    })
    expect(await snapshots().write(changes)).toEqual([])
    await expectAll(openAsOf({ minSnapshotEvents: 1 }))
  })

  test('have the same answers without forgotten addresses', async () => {
    const past = openAsOf()
    await past.dropSnapshots()
    expect(await kept()).toEqual([])
    const [{ time, answers }] = moments as [Moment]
    expect(await answersAt(past, time)).toEqual(answers)
  })
})

describe('the sweep', () => {
  test('creates the snapshots of past days before they are queried, once a day, without blocking anyone', async () => {
    let scans = 0
    let ended = 0
    const store: PastPoolDependencies['store'] = {
      ...flow.store,
      async *readAll(options = {}) {
        if (options.limit === undefined) scans++
        try {
          yield* flow.store.readAll(options)
        } finally {
          if (options.limit === undefined) ended++
        }
      },
    }
    const past = openAsOf({ minSnapshotEvents: 1, store })
    expect(await past.prepareSnapshots()).toBeUndefined()
    expect(ended).toBe(0)
    await eventually(
      () => ended,
      (count) => count === 1,
    )
    await past.prepareSnapshots()
    await settle()
    await past.prepareSnapshots()
    await settle()
    expect(scans).toBe(1)
    expect((await kept()).length).toBeGreaterThan(6)
    const made = await kept()
    await expectAll(openAsOf())
    expect(await kept()).toEqual(made)
    await past.close()
    await past.dropSnapshots()
  })

  test('reports a log that cannot be read, and is retried', async () => {
    const warned: unknown[] = []
    const log = { ...silentLog, warn: (what: unknown) => void warned.push(what) }
    const positionAt = () => Promise.reject(new Error('the store is away'))
    const past = openAsOf({ log, store: { ...flow.store, positionAt } })
    for (const times of [1, 2]) {
      await past.prepareSnapshots()
      await settle()
      expect(warned).toHaveLength(times)
    }
  })
})

describe('an invalid time', () => {
  const failed = (time: number, past = openAsOf()) => past.getPoolStats(time).catch((error: unknown) => error)

  test('in the future or before the first event is refused with the range', async () => {
    const [first] = await collect(flow.store.readAll({ limit: 1 }))
    const begin = Date.parse(first!.recordedAt)
    for (const time of [flow.clock.time + 1, begin - 1, 0, -1e15, 8.64e15]) {
      const message = `The time must lie between ${first!.recordedAt} (the first event) and ${iso(flow.clock.time)} (now).`
      expect(await failed(time)).toMatchObject({
        code: 'VALIDATION_ERROR',
        message,
        details: { problems: [{ path: '/asOf' }] },
      })
    }
    const past = openAsOf()
    expect(await past.getPoolStats(begin)).toMatchObject({ totalValidations: expect.any(Number) })
    expect(await past.getPoolStats(flow.clock.time)).toMatchObject({ totalValidations: expect.any(Number) })
  })

  test('is any time while the log is empty', async () => {
    const store = { ...flow.store, positionAt: async () => '0'.repeat(32), readAll: async function* () {} }
    expect(await failed(flow.clock.time, openAsOf({ store }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'There is no history yet: no event has been recorded.',
    })
  })
})

/** A log that waits before it is read, and records its readers. */
function gated() {
  const open: (() => void)[] = []
  const gone: number[] = []
  const store: PastPoolDependencies['store'] = {
    ...flow.store,
    async *readAll(options = {}) {
      if (options.limit === undefined) {
        const place = open.length
        await new Promise<void>((resolve, reject) => {
          open.push(resolve)
          options.signal?.addEventListener('abort', () => {
            gone.push(place)
            reject(options.signal?.reason)
          })
        })
      }
      yield* flow.store.readAll(options)
    },
  }
  return { open, gone, past: openAsOf({ store }) }
}

/** Long enough for everything that does not wait. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('concurrent as-of callers', () => {
  test('with the same time or log position share the work', async () => {
    const { open, past } = gated()
    const [{ time, answers }] = moments as [Moment]
    const pending = Promise.all([answersAt(past, time), answersAt(past, time)])
    await settle()
    expect(open).toHaveLength(1)
    open[0]!()
    expect(await pending).toEqual([answers, answers])
  })

  test('of two accounts are served two at a time, then the next', async () => {
    const { open, past } = gated()
    // At a different log position each time, so that nothing is shared.
    const events = await collect(flow.store.readAll())
    const times = [...new Set(events.map(({ recordedAt }) => Date.parse(recordedAt)))].slice(0, 33)
    const pending = times.map((time, index) => past.getPoolStats(time, undefined, `account ${index % 2}`))
    await settle()
    expect(open).toHaveLength(2)
    open[0]!()
    await pending[0]
    await settle()
    expect(open).toHaveLength(3)
    for (let done = 1; done < times.length; done++) {
      open[done]!()
      await settle()
    }
    for (const one of await Promise.all(pending)) expect(one).toHaveProperty('totalValidations')
  })

  test('that abort leave the work to the others; it is abandoned when none remains', async () => {
    const { open, gone, past } = gated()
    const [{ time, answers }, , other] = moments as [Moment, Moment, Moment]
    const reason = new Error('gone')
    const one = new AbortController()
    const two = new AbortController()
    const alone = new AbortController()
    const pending = [one, two].map(({ signal }) => past.getPoolStats(time, signal).catch((error: unknown) => error))
    const left = past.getPoolStats(other.time, alone.signal, 'another account').catch((error: unknown) => error)
    await settle()
    one.abort(reason)
    alone.abort(reason)
    expect([await pending[0], await left]).toEqual([reason, reason])
    await settle()
    expect(gone).toEqual([1])
    open[0]!()
    expect(canonicalJson(await pending[1])).toBe(answers[0])
    // Its permit is free, and the next caller is served.
    const again = past.getPoolStats(other.time)
    await settle()
    open[2]!()
    expect(canonicalJson(await again)).toBe(other.answers[0])
  })

  test('are rejected when the service stops', async () => {
    const { past } = gated()
    const pending = past.getPoolStats(moments[0]!.time).catch((error: unknown) => error)
    await settle()
    await past.close()
    expect(await pending).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
