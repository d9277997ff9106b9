// What a pool answers: confidence, majority and quorum.
import { describe, expect, test } from '@jest/globals'
import { consensusOf, toPoolAnswer, wilsonLowerBound } from '../../src/features/pool/consensus.js'
import type { PoolEntryDocument, Voter } from '../../src/features/pool/projections/poolEntries.js'
import fc from '../../testbed/fastCheck.js'

const DAY = 24 * 3_600_000
const now = Date.UTC(2026, 10, 21, 9)

let accounts = 0
const voter = (differs: Partial<Voter> = {}): Voter => ({
  account: `account ${accounts++}`,
  valid: true,
  weight: 1_000_000,
  young: false,
  joined: differs.young !== true,
  at: now,
  ...differs,
})
const dayOld = (differs: Partial<Voter> = {}): Voter => voter({ weight: 130_000, young: true, ...differs })
const times = (count: number, make: () => Voter): Voter[] => Array.from({ length: count }, make)
const confidenceOf = (voters: readonly Voter[]) => consensusOf(voters, now).confidence

describe('the lower bound of the Wilson score interval', () => {
  // R: binom::binom.wilson(x, n), with z = 1.959964 there; to three decimals.
  test.each([
    [1, 1, 0.207],
    [3, 3, 0.438],
    [10, 10, 0.722],
    [5, 10, 0.237],
    [80, 100, 0.711],
    [0, 10, 0],
    [999, 1_000, 0.994],
  ])('of %d in %d is %d', (agreeing, n, bound) => expect(wilsonLowerBound(agreeing, n)).toBeCloseTo(bound, 3))

  test('of no votes is zero', () => expect(wilsonLowerBound(0, 0)).toBe(0))

  test("is the smaller root of Wilson's equation", () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, p) => {
          const bound = wilsonLowerBound(p * n, n)
          // |p - bound| = z · sqrt(bound · (1 - bound) / n), with bound at or below p
          expect(bound).toBeLessThanOrEqual(p + 1e-9)
          expect((p - bound) ** 2).toBeCloseTo((1.96 ** 2 * bound * (1 - bound)) / n, 6)
        },
      ),
    ))
})

describe('the consensus', () => {
  test.each([
    ['one trusted account', [voter()], true, 0.2065],
    ['three trusted accounts', times(3, voter), true, 0.4385],
    ['a day-old account', [dayOld()], true, 0.0327],
    ['two against one', [voter({ valid: false }), voter(), voter()], true, 0.2077],
    ['one against two', [voter({ valid: false }), voter({ valid: false }), voter()], false, 0.2077],
    ['one against one', [voter({ valid: false }), voter()], undefined, 0.0945],
    ['no voter', [], undefined, 0],
  ])('of %s', (_, voters, valid, confidence) => expect(consensusOf(voters, now)).toEqual({ valid, confidence }))

  test('halves a vote every thirty days', () => {
    const at = (days: number) =>
      consensusOf(
        times(4, () => voter({ at: now - days * DAY })),
        now,
      ).confidence
    expect(at(30)).toBe(confidenceOf(times(2, voter)))
    expect(at(60)).toBe(confidenceOf(times(1, voter)))
    expect(at(0)).toBeGreaterThan(at(1))
  })

  test('lets newer votes outweigh the same number of older ones', () =>
    expect(consensusOf([voter({ valid: false, at: now - DAY }), voter()], now).valid).toBe(true))

  test('gives a vote in the future no additional weight', () =>
    expect(consensusOf([voter({ at: now + DAY })], now)).toEqual(consensusOf([voter()], now)))

  test.each([0, 30, 60, 90])(
    'of three trusted accounts, %d days ago, moves by at most 0.05 whatever fifty day-old accounts vote',
    (days) => {
      const trusted = times(3, () => voter({ at: now - days * DAY }))
      const before = confidenceOf(trusted)
      for (let against = 0; against <= 50; against++) {
        const young = [...times(against, () => dayOld({ valid: false })), ...times(50 - against, dayOld)]
        const { valid, confidence } = consensusOf([...trusted, ...young], now)
        expect(valid).toBe(true)
        expect(Math.abs(confidence - before)).toBeLessThanOrEqual(0.05)
      }
    },
  )

  test('of young accounts alone never weighs more than a fifth of a trusted one', () => {
    const fifth = confidenceOf([voter({ weight: 200_000 })])
    expect(confidenceOf(times(1_000, dayOld))).toBe(fifth)
    expect(confidenceOf(times(1, dayOld))).toBeLessThan(fifth)
  })

  const voters = fc.array(
    fc.record({
      valid: fc.boolean(),
      weight: fc.integer({ min: 100_000, max: 1_000_000 }),
      young: fc.boolean(),
      at: fc.integer({ min: now - 90 * DAY, max: now }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  const named = (list: readonly Omit<Voter, 'account' | 'joined'>[]): Voter[] => list.map((each) => voter(each))

  test('never falls with another vote that agrees', () =>
    fc.assert(
      fc.property(voters, voters, (some, [one]) => {
        const before = consensusOf(named(some), now)
        fc.pre(before.valid !== undefined)
        const after = consensusOf(named([...some, { ...one!, valid: before.valid! }]), now)
        expect(after.valid).toBe(before.valid)
        expect(after.confidence).toBeGreaterThanOrEqual(before.confidence)
      }),
    ))

  test('never falls when a voter changes to agree', () =>
    fc.assert(
      fc.property(voters, fc.nat(), (some, which) => {
        const before = consensusOf(named(some), now)
        fc.pre(before.valid !== undefined)
        const at = which % some.length
        const after = consensusOf(
          named(some.map((each, index) => (index === at ? { ...each, valid: before.valid! } : each))),
          now,
        )
        expect(after.confidence).toBeGreaterThanOrEqual(before.confidence)
      }),
    ))

  test('does not depend on order, and is between 0 and 1 with four decimals', () =>
    fc.assert(
      fc.property(voters, (some) => {
        const { confidence } = consensusOf(named(some), now)
        // Sums of the same numbers in another order differ in their last digits.
        expect(consensusOf(named([...some].reverse()), now).confidence).toBeCloseTo(confidence, 3)
        expect(confidence >= 0 && confidence < 1).toBe(true)
        expect(confidence).toBe(Number(confidence.toFixed(4)))
      }),
    ))
})

describe('an entry', () => {
  const entry = (differs: Partial<PoolEntryDocument> = {}): PoolEntryDocument => ({
    voters: times(3, voter),
    contributors: 3,
    established: 3,
    facts: {
      domain: 'example.net',
      route: 'explicit',
      provider: 'google',
      disposable: false,
      role: false,
      checkedAt: new Date(now - 1_000_000).toISOString(),
      ttl: 3_600,
    },
    ...differs,
  })
  const query = { pool: 'public', account: 'a reader', now, minContributors: 1 }
  const checkedAt = Date.parse(entry().facts.checkedAt)

  test('answers with the result of the newest vote, and the confidence of the pool', () =>
    expect(toPoolAnswer(entry(), query)).toEqual({
      route: 'explicit',
      provider: 'google',
      checkedAt: entry().facts.checkedAt,
      ttl: 3_600,
      confidence: 0.4385,
      validations: 3,
    }))

  test('answers until the DNS TTL ends, and not a millisecond longer', () => {
    const end = checkedAt + 3_600_000
    expect(toPoolAnswer(entry(), { ...query, now: end - 1 })).toBeDefined()
    expect(toPoolAnswer(entry(), { ...query, now: end })).toBeUndefined()
  })

  test('is a miss when the newest vote contradicts the majority', () => {
    const voters = [...times(3, voter), voter({ valid: false })]
    expect(toPoolAnswer(entry({ voters }), query)).toBeUndefined()
    expect(toPoolAnswer(entry({ voters: [...voters.slice(1), voters[0]!] }), query)).toBeDefined()
  })

  test('is a miss without a majority', () =>
    expect(toPoolAnswer(entry({ voters: [voter({ valid: false }), voter()] }), query)).toBeUndefined())

  test('is a miss while too few accounts support it', () => {
    expect(toPoolAnswer(entry(), { ...query, minContributors: 3 })).toBeDefined()
    expect(toPoolAnswer(entry(), { ...query, minContributors: 4 })).toBeUndefined()
  })

  test('is a miss for the account whose own result is the newest, and counts only the others for it', () => {
    const voters = [voter({ account: 'ada' }), voter({ account: 'bob' }), voter({ account: 'carol' })]
    const ask = (account: string, minContributors: number) =>
      toPoolAnswer(entry({ voters }), { ...query, account, minContributors })
    expect(ask('carol', 1)).toBeUndefined()
    expect(ask('ada', 2)).toMatchObject({ validations: 3 })
    expect(ask('ada', 3)).toBeUndefined()
    expect(ask('dora', 3)).toMatchObject({ validations: 3 })
  })

  test('counts only established accounts and their newest result, unless one account suffices', () => {
    const { facts } = entry()
    const youngest = voter({ young: true, weight: 100_000, valid: false })
    const voters = [...times(3, voter), youngest, youngest]
    const young = entry({ voters, contributors: 5, facts: { ...facts, route: 'null_mx' }, establishedFacts: facts })
    const ask = (minContributors: number) => toPoolAnswer(young, { ...query, minContributors })
    expect(ask(3)).toEqual(toPoolAnswer(entry(), { ...query, minContributors: 3 }))
    expect(ask(3)).toBeDefined()
    expect([ask(4), ask(5), ask(1)]).toEqual([undefined, undefined, undefined])
  })

  test('is a miss for one of as many established accounts as it needs, also if its newest vote is young', () => {
    const own = { account: 'ada', joined: true }
    const ask = (differs: Partial<Voter>) =>
      toPoolAnswer(entry({ voters: [voter({ ...own, ...differs }), ...times(2, voter)] }), {
        ...query,
        account: 'ada',
        minContributors: 3,
      })
    expect([ask({}), ask({ young: true })]).toEqual([undefined, undefined])
  })

  test('answers an account that is not among the established ones, whatever it voted', () => {
    for (const young of [true, false]) {
      const voters = [voter({ account: 'ada', joined: false, young }), ...times(3, voter)]
      expect(toPoolAnswer(entry({ voters }), { ...query, account: 'ada', minContributors: 3 })).toBeDefined()
    }
  })

  test("in an organisation's own pool needs no other account", () =>
    expect(
      toPoolAnswer(entry({ contributors: 1, established: 0 }), { ...query, pool: 'an account', minContributors: 4 }),
    ).toBeDefined())
})
