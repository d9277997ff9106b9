// The read models of the pool.
import { describe, expect, test } from '@jest/globals'
import type { Projection } from '../../src/eventing/projection.js'
import { activity } from '../../src/features/pool/projections/activity.js'
import { contributions } from '../../src/features/pool/projections/contributions.js'
import { contributors } from '../../src/features/pool/projections/contributors.js'
import { creditDays, creditedOf } from '../../src/features/pool/projections/creditDays.js'
import { leaderboard, MIN_SCORE, scoreOf } from '../../src/features/pool/projections/leaderboard.js'
import { poolDays } from '../../src/features/pool/projections/poolDays.js'
import { poolDomains } from '../../src/features/pool/projections/poolDomains.js'
import { poolEntries } from '../../src/features/pool/projections/poolEntries.js'
import { poolStats } from '../../src/features/pool/projections/poolStats.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import fc from '../../testbed/fastCheck.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { history } from '../../testbed/given/histories.js'
import { addressNamed, causeId, contributed, using } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'

const BEGIN = Date.UTC(2026, 10, 21, 9)
const MINUTE = 60_000
const address = addressNamed('someone')
const usage = `usage-${ada}.2026-11`
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Documents of events recorded one second apart, in any streams. */
function made<E extends DomainEvent, D extends Document>(
  projection: Projection<E, D>,
  ...events: readonly DomainEvent[]
) {
  const log = createRecordedLog()
  for (const event of events)
    log.append(event.type === 'ValidationContributed' ? `address-public.${address}` : usage, event)
  return documentsOf(projection, log.events)
}

const ofPool = { pool: 'public', lookUps: 1, hits: 1 }

describe('the entry of an address', () => {
  const entryOf = (...events: readonly DomainEvent[]) => made(poolEntries, ...events)[`public.${address}`]!

  test('holds each account with its newest vote, in order of time', () => {
    const { voters, contributors } = entryOf(
      contributed({ weight: 100_000, young: true }),
      contributed({ account: bob, unique: false }),
      contributed({ unique: false, first: false, valid: false, weight: 130_000, young: true }),
    )
    expect(voters).toEqual([
      { account: bob, valid: true, weight: 1_000_000, young: false, joined: true, at: BEGIN + 1_000 },
      { account: ada, valid: false, weight: 130_000, young: true, joined: false, at: BEGIN + 2_000 },
    ])
    expect(contributors).toBe(2)
  })

  test("has the facts of the newest vote, even if they were found before another's", () => {
    const older = {
      route: 'null_mx',
      valid: false,
      checkedAt: '2026-11-20T00:00:00.000Z',
      ttl: 60,
      provider: 'x',
    } as const
    expect(entryOf(contributed(), contributed({ account: bob, ...older })).facts).toEqual({
      domain: 'example.net',
      route: 'null_mx',
      provider: 'x',
      disposable: false,
      role: false,
      checkedAt: '2026-11-20T00:00:00.000Z',
      ttl: 60,
    })
  })

  test('keeps the newest two hundred votes, and counts all accounts that ever voted', () => {
    const all = range(250).map((n) => contributed({ account: accountNamed(`${n}`) }))
    const { voters, contributors } = entryOf(...all, contributed({ account: accountNamed('0'), first: false }))
    expect(contributors).toBe(250)
    expect(voters).toHaveLength(200)
    expect([voters[0]!.account, voters.at(-1)!.account]).toEqual([accountNamed('51'), accountNamed('0')])
  })

  test('keeps the votes, the number and the facts of established accounts, whatever young ones say', () => {
    const young = (name: string) =>
      contributed({ account: accountNamed(name), young: true, unique: false, valid: false, route: 'no_name', ttl: 1 })
    const many = range(250).map((n) => young(`${n}`))
    const found = entryOf(contributed(), contributed({ account: bob, unique: false, ttl: 60 }), ...many)
    expect(found).toMatchObject({ contributors: 252, established: 2, facts: { ttl: 1 }, establishedFacts: { ttl: 60 } })
    expect(found.voters.filter((vote) => !vote.young).map(({ account }) => account)).toEqual([ada, bob])
    expect(found.voters).toHaveLength(202)
    const joins = contributed({ account: accountNamed('7'), unique: false, first: false, joins: true, ttl: 99 })
    const after = entryOf(contributed(), ...many, joins, contributed({ account: accountNamed('7'), first: false }))
    expect(after).toMatchObject({ contributors: 251, established: 2 })
    expect(after).not.toHaveProperty('establishedFacts')
  })

  test("in an organisation's own pool is owned by it, in the public one by no account", () => {
    expect(entryOf(contributed())).not.toHaveProperty('owner')
    expect(made(poolEntries, contributed({ pool: ada }))[`${ada}.${address}`]).toMatchObject({ owner: ada })
  })
})

test('the statistics of a pool add up, separately for each pool', () =>
  expect(
    made(
      poolStats,
      contributed(),
      contributed({ unique: false, valid: false, publishes: true }),
      contributed({ pool: ada }),
      using(addressVerified({ durationUs: 700 }), ofPool),
      using(addressVerified({ durationUs: 11 }), { ...ofPool, hits: 0 }),
      using(addressesVerified({ valid: 9 }), { pool: 'public', lookUps: 8, hits: 3 }),
      addressVerified(),
    ),
  ).toEqual({
    public: { validations: 2, unique: 1, published: 1, valid: 1, lookUps: 10, hits: 4, timed: 2, durationUs: 711 },
    [ada]: {
      owner: ada,
      validations: 1,
      unique: 1,
      published: 0,
      valid: 1,
      lookUps: 0,
      hits: 0,
      timed: 0,
      durationUs: 0,
    },
  }))

test('the days of a pool have its totals by the UTC day of recording, separately for each pool', () => {
  const log = createRecordedLog()
  const both = [
    contributed(),
    contributed({ pool: ada }),
    using(addressesVerified({ valid: 9 }), { ...ofPool, lookUps: 8, hits: 3 }),
  ]
  for (const time of [Date.UTC(2026, 10, 21, 23, 59, 57), Date.UTC(2026, 10, 22)]) {
    log.wait(time - log.now())
    for (const event of both)
      log.append(event.type === 'ValidationContributed' ? `address-public.${address}` : usage, event)
  }
  const [first, second] = ['2026-11-21', '2026-11-22'] as const
  const totals = { contributions: 1, hits: 3 }
  const own = { owner: ada, pool: ada, contributions: 1, hits: 0 }
  expect(documentsOf(poolDays, log.events)).toEqual({
    [`public.${first}`]: { pool: 'public', day: first, ...totals },
    [`public.${second}`]: { pool: 'public', day: second, ...totals },
    [`${ada}.${first}`]: { ...own, day: first },
    [`${ada}.${second}`]: { ...own, day: second },
  })
})

test('a domain has its distinct addresses, and the first two hundred contributors', () => {
  const many = range(210).map((n) => contributed({ account: accountNamed(`${n}`), unique: n % 2 === 0 }))
  const found = made(poolDomains, contributed(), contributed({ unique: false }), ...many)['public.example.net']!
  expect(found).toMatchObject({ pool: 'public', domain: 'example.net', addresses: 106 })
  expect(found.contributors).toHaveLength(200)
  expect(new Set(found.contributors).size).toBe(200)
})

test('a contributor has all contributions that count, and the time of the last one of any kind', () =>
  expect(made(contributors, contributed(), contributed({ account: bob }), contributed({ credits: 0 }))).toEqual({
    [`public.${ada}`]: {
      owner: ada,
      pool: 'public',
      contributions: 1,
      lastAt: '2026-11-21T09:00:02.000Z',
    },
    [`public.${bob}`]: {
      owner: bob,
      pool: 'public',
      contributions: 1,
      lastAt: '2026-11-21T09:00:01.000Z',
    },
  }))

describe('the leaderboard', () => {
  test('has a row for each day, ISO week and month of an account, and one of all time', () => {
    const log = createRecordedLog()
    log.wait(Date.UTC(2027, 0, 3, 23, 59, 59) - BEGIN)
    log.append('address-1', contributed(), contributed({ unique: false, valid: false, credits: 1 }))
    log.append('address-1', contributed({ credits: 0 }))
    const first = { contributions: 2, unique: 1, credits: 3, counted: 2, countedUnique: 1, valid: 1 }
    const second = { contributions: 1, unique: 1, credits: 0, counted: 0, countedUnique: 0, valid: 1 }
    const both = { contributions: 3, unique: 2, credits: 3, counted: 2, countedUnique: 1, valid: 2 }
    const rows = Object.entries(documentsOf(leaderboard, log.events)).map(([id, { score: _, owner, pool, ...row }]) => {
      expect([id, owner, pool]).toEqual([`public.${row.bucket}.${ada}`, ada, 'public'])
      return row
    })
    expect(rows).toHaveLength(6)
    for (const row of [
      { bucket: '2027-01-03', ...first },
      { bucket: '2026-W53', ...first },
      { bucket: '2027-01', ...both },
      { bucket: 'all', ...both },
      { bucket: '2027-01-04', ...second },
      { bucket: '2027-W01', ...second },
    ]) {
      expect(rows).toContainEqual(row)
    }
  })

  test('is not changed by contributions without credits', () => {
    const [counts, ...others] = [contributed(), ...range(50).map(() => contributed({ credits: 0 }))]
    const scores = (...events: DomainEvent[]) => Object.values(made(leaderboard, ...events)).map(({ score }) => score)
    expect(scores(counts!, ...others)).toEqual(scores(counts!))
    expect(scores(...others).every((score) => score < MIN_SCORE)).toBe(true)
    expect(scores(counts!).every((score) => score >= MIN_SCORE)).toBe(true)
  })

  test('sorts by contributions, then by unique ones, then by who reached the count first', () => {
    const count = fc.nat({ max: 30_000 })
    const place = fc.nat().map((number) => number.toString(16).padStart(32, '0'))
    fc.assert(
      fc.property(fc.tuple(count, count, place), fc.tuple(count, count, place), (a, b) => {
        const order = a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? 1 : a[2] > b[2] ? -1 : 0)
        const [one, other] = [scoreOf(...a), scoreOf(...b)]
        expect(one < other ? -1 : one > other ? 1 : 0).toBe(Math.sign(order))
      }),
    )
  })
})

test('a contribution is listed for its contributor', () => {
  const listed = Object.entries(
    made(contributions, contributed(), contributed({ account: bob, unique: false, credits: 1 })),
  )
  expect(listed.map(([, document]) => document)).toEqual([
    { owner: ada, pool: 'public', at: '2026-11-21T09:00:00.000Z', address, credits: 2, unique: true },
    { owner: bob, pool: 'public', at: '2026-11-21T09:00:01.000Z', address, credits: 1, unique: false },
  ])
  expect(listed.map(([id]) => id)).toEqual([
    expect.stringMatching(`^public.${ada}.[0-9a-f-]{36}$`),
    expect.stringMatching(`^public.${bob}.[0-9a-f-]{36}$`),
  ])
})

test('a day of credits counts contributions with credits, and ignores a missing domain', () => {
  const found = made(
    creditDays,
    contributed(),
    contributed({ credits: 0 }),
    contributed({ credits: 1, domain: 'constructor' }),
  )
  expect(found).toEqual({
    [`public.${ada}.2026-11-21`]: {
      owner: ada,
      pool: 'public',
      day: '2026-11-21',
      credits: 3,
      domains: [
        { domain: 'example.net', addresses: 1 },
        { domain: 'constructor', addresses: 1 },
      ],
    },
  })
  const [day] = Object.values(made(creditDays, contributed()))
  expect(['example.net', 'constructor', 'toString'].map((domain) => creditedOf(day!, domain))).toEqual([1, 0, 0])
})

describe('the activity', () => {
  const items = (...events: readonly DomainEvent[]) => made(activity, ...events).public?.items ?? []

  test.each([
    ['validation', contributed(), null],
    ['new_domain', contributed({ newDomain: true, provider: 'google' }), 'google'],
    ['bulk', contributed({ newDomain: true, provider: 'google', source: 'batch', group: causeId('b') }), null],
    ['cache_hit', using(addressVerified({ provider: 'google' }), ofPool), null],
  ])('has a %s item', (type, event, provider) => expect(items(event)).toMatchObject([{ type, provider, count: 1 }]))

  test('has no item if the pool was not queried, or missed', () =>
    expect(made(activity, addressVerified(), using(addressVerified(), { ...ofPool, hits: 0 }))).toEqual({}))

  test('has one item per batch, which moves to the front when it continues', () => {
    const ofBatch = (name: string) => contributed({ source: 'batch', group: causeId(name) })
    expect(items(ofBatch('a'), ofBatch('b'), contributed(), ofBatch('a'), ofBatch('a'))).toMatchObject([
      { type: 'bulk', group: causeId('b'), count: 1 },
      { type: 'validation', count: 1 },
      { type: 'bulk', group: causeId('a'), count: 3, at: '2026-11-21T09:00:04.000Z' },
    ])
  })

  test('keeps the newest two hundred items, and the minutes of an hour', () => {
    const log = createRecordedLog()
    for (const n of range(300)) {
      log.append('address-1', contributed({ address: addressNamed(`${n}`), newDomain: n === 299 }))
      log.wait(MINUTE / 2 - 1_000)
    }
    const found = documentsOf(activity, log.events).public!
    expect(found.items).toHaveLength(200)
    expect(found.items.at(-1)!.type).toBe('new_domain')
    const last = Math.floor(BEGIN / MINUTE) + 149
    expect(found.minutes).toEqual(range(60).map((n) => ({ minute: last - 59 + n, count: 2 })))
  })
})

test('the statistics of a pool equal the sum of its contributors, in any history without erasures', () => {
  const summed = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
  const without = history(120).map((events) => events.filter(({ type }) => type !== 'AccountErased'))
  fc.assert(
    fc.property(without, (events) => {
      const rows = Object.values(documentsOf(leaderboard, events)).filter(({ pool }) => pool === 'public')
      const sumOf = (member: 'contributions' | 'unique' | 'valid' | 'credits', wanted: RegExp) =>
        summed(rows.filter(({ bucket }) => wanted.test(bucket)).map((row) => row[member]))
      const stats = documentsOf(poolStats, events).public
      for (const wanted of [/^all$/, /^\d{4}-\d\d$/, /^\d{4}-\d\d-\d\d$/, /^\d{4}-W\d\d$/]) {
        expect(sumOf('contributions', wanted)).toBe(stats?.validations ?? 0)
        expect(sumOf('unique', wanted)).toBe(stats?.unique ?? 0)
        expect(sumOf('valid', wanted)).toBe(stats?.valid ?? 0)
      }
      const totals = Object.values(documentsOf(poolDays, events)).filter(({ pool }) => pool === 'public')
      for (const [ofDays, ofPool] of [
        ['contributions', 'validations'],
        ['hits', 'hits'],
      ] as const)
        expect(summed(totals.map((day) => day[ofDays]))).toBe(stats?.[ofPool] ?? 0)
      const days = Object.entries(documentsOf(creditDays, events)).filter(([id]) => id.startsWith('public.'))
      expect(summed(days.map(([, { credits }]) => credits))).toBe(sumOf('credits', /^all$/))
      const entries = Object.entries(documentsOf(poolEntries, events)).filter(([id]) => id.startsWith('public.'))
      // A forgotten address has no entry, but still counts.
      const forgotten = events.filter(
        ({ stream, type }) => type === 'AddressForgotten' && stream.startsWith('address-public.'),
      )
      expect(entries).toHaveLength((stats?.unique ?? 0) - forgotten.length)
      const domains = Object.values(documentsOf(poolDomains, events)).filter(({ pool }) => pool === 'public')
      expect(summed(domains.map(({ addresses }) => addresses))).toBe(stats?.unique ?? 0)
    }),
    { numRuns: 50 },
  )
})
