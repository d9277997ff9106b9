import { describe, expect, test } from '@jest/globals'
import { contribute, voteOf, weightOf, worthOf } from '../../src/features/pool/decide.js'
import { addressFor } from '../../src/features/pool/state.js'
import { ada, bob } from '../support/accountEvents.js'
import fc from '../support/fastCheck.js'
import { createGiven } from '../support/given.js'
import { causeId, contributed, contribution, sharedResult } from '../support/poolEvents.js'

const { address } = sharedResult()
const DAY = 24 * 3_600_000
/** When `given` says that the past was recorded. */
const recorded = Date.UTC(2026, 10, 21, 9)
const again = causeId('again')

const seenBy = (account: string, cause = again) => createGiven(addressFor({ pool: 'public', address, account, cause }))
const given = seenBy(ada)

describe('contributing', () => {
  test('an address that nobody knows is unique, and earns two credits', () =>
    given([])
      .when((state) => contribute(state, contribution()))
      .then([contributed()]))

  test('an address that others know confirms it, and earns one', () =>
    seenBy(bob)([contributed()])
      .when((state) => contribute(state, contribution({ account: bob, cause: again })))
      .then([contributed({ account: bob, cause: again, unique: false, credits: 1 })]))

  test('within a day of the own last vote is no vote', () =>
    given([contributed()])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY - 1 })))
      .then([]))

  test('a day after the own last vote replaces it, and earns nothing', () =>
    given([contributed()])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY })))
      .then([contributed({ cause: again, unique: false, first: false, credits: 0 })]))

  test('waits a day after the last vote, not the first', () => {
    const votes = [contributed(), contributed({ unique: false, first: false, cause: causeId('second') })]
    given(votes)
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY - 1 })))
      .then([])
  })

  test('what this cause contributed already is no vote, however long ago and whatever came since', () =>
    given([contributed({ cause: again }), contributed({ unique: false, first: false, credits: 0 })])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + 400 * DAY })))
      .then([]))

  test('is not kept from it by the votes of others', () =>
    given([contributed({ account: bob })])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + 1 })))
      .then([contributed({ cause: again, unique: false, credits: 1 })]))

  test('earns nothing once a cap is reached, and counts all the same', () =>
    given([])
      .when((state) => contribute(state, contribution({ credited: false })))
      .then([contributed({ credits: 0 })]))

  test.each([
    ['role', { role: true }],
    ['disposable', { disposable: true }],
  ])('a %s address earns nothing, and counts all the same', (_, differs) =>
    given([])
      .when((state) => contribute(state, contribution({ result: sharedResult(differs) })))
      .then([contributed({ ...differs, credits: 0 })]),
  )

  test('of a young account weighs what its age says, and says that it is young', () =>
    given([])
      .when((state) => contribute(state, contribution({ age: 15 * DAY })))
      .then([contributed({ weight: 550_000, young: true })]))

  test('of an account that is thirty days old weighs all it can', () =>
    given([])
      .when((state) => contribute(state, contribution({ age: 30 * DAY })))
      .then([contributed()]))

  test('tells of a new domain only with a new address', () => {
    given([])
      .when((state) => contribute(state, contribution({ newDomain: true })))
      .then([contributed({ newDomain: true })])
    seenBy(bob)([contributed()])
      .when((state) => contribute(state, contribution({ account: bob, cause: again, newDomain: true })))
      .then([contributed({ account: bob, cause: again, unique: false, credits: 1 })])
  })

  test('keeps where it comes from', () => {
    const origin = { source: 'batch', cause: again, group: causeId('batch') } as const
    given([])
      .when((state) => contribute(state, contribution(origin)))
      .then([contributed(origin)])
  })

  test('says nothing but what the event has a place for', () => {
    const events = contribute({ known: false, votedAt: undefined, done: undefined }, contribution())
    expect(Object.keys(events[0]!.data).sort()).toEqual(Object.keys(contributed().data).sort())
  })
})

describe('the weight of a vote', () => {
  test.each([
    [0, 100_000],
    [1, 130_000],
    [15, 550_000],
    [29.99, 999_700],
    [30, 1_000_000],
    [4_000, 1_000_000],
    [-1, 100_000],
  ])('of an account that is %d days old is %d millionths', (days, weight) => expect(weightOf(days * DAY)).toBe(weight))

  test('never falls with age, and is a whole number from a tenth to one', () =>
    fc.assert(
      fc.property(fc.nat({ max: 60 * DAY }), fc.nat({ max: 60 * DAY }), (a, b) => {
        const [younger, older] = [weightOf(Math.min(a, b)), weightOf(Math.max(a, b))]
        expect(younger).toBeLessThanOrEqual(older)
        for (const weight of [younger, older]) {
          expect(Number.isInteger(weight) && weight >= 100_000 && weight <= 1_000_000).toBe(true)
        }
      }),
    ))
})

test('what a vote is worth, in all cases', () => {
  const plain = { disposable: false, role: false }
  const table = [true, false].flatMap((unique) => [true, false].map((first) => worthOf({ unique, first }, plain)))
  expect(table).toEqual([2, 0, 1, 0])
})

test('a vote is the first of its account although others voted, and not the first of its address', () =>
  expect(voteOf({ known: true, votedAt: undefined, done: undefined }, recorded)).toEqual({
    unique: false,
    first: true,
  }))
