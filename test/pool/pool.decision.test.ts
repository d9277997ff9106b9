import { describe, expect, test } from '@jest/globals'
import { contribute, creditsFor, voteOf, weightOf } from '../../src/features/pool/decide.js'
import {
  type AddressEvent,
  addressesAdded,
  countsAsFirst,
  type ValidationContributed,
} from '../../src/features/pool/events.js'
import { addressFor } from '../../src/features/pool/state.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { ada, bob } from '../support/accountEvents.js'
import fc from '../support/fastCheck.js'
import { createGiven } from '../support/given.js'
import { causeId, contributed, contribution, sharedResult } from '../support/poolEvents.js'
import { createRecordedLog } from '../support/recordedLog.js'

const { address } = sharedResult()
const DAY = 24 * 3_600_000
/** The recording time of the history in `given`. */
const recorded = Date.UTC(2026, 10, 21, 9)
const again = causeId('again')

const seenBy = (account: string, cause = again) => createGiven(addressFor({ pool: 'public', address, account, cause }))
const given = seenBy(ada)

describe('contributing', () => {
  test('an unknown address is unique, and earns two credits', () =>
    given([])
      .when((state) => contribute(state, contribution()))
      .then([contributed()]))

  test('a known address confirms it, and earns one', () =>
    seenBy(bob)([contributed()])
      .when((state) => contribute(state, contribution({ account: bob, cause: again })))
      .then([contributed({ account: bob, cause: again, unique: false, credits: 1 })]))

  test("within a day of the account's last vote does not count", () =>
    given([contributed()])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY - 1 })))
      .then([]))

  test("a day after the account's last vote replaces it, and earns nothing", () =>
    given([contributed()])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY })))
      .then([contributed({ cause: again, unique: false, first: false, credits: 0 })]))

  test('waits a day after the last vote, not the first', () => {
    const votes = [contributed(), contributed({ unique: false, first: false, cause: causeId('second') })]
    given(votes)
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY - 1 })))
      .then([])
  })

  test('again for the same cause does not count, however long ago it was and whatever has happened since', () =>
    given([contributed({ cause: again }), contributed({ unique: false, first: false, credits: 0 })])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + 400 * DAY })))
      .then([]))

  test('is not blocked by votes of others', () =>
    given([contributed({ account: bob })])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + 1 })))
      .then([contributed({ cause: again, unique: false, credits: 1 })]))

  test('beyond a cap earns nothing, but counts as a vote', () =>
    given([])
      .when((state) => contribute(state, contribution({ credited: false })))
      .then([contributed({ credits: 0 })]))

  test.each([
    ['role', { role: true }],
    ['disposable', { disposable: true }],
    ['non-existent', { route: 'no_name', valid: false }],
  ] as const)('a %s address earns nothing, but counts as a vote', (_, differs) =>
    given([])
      .when((state) => contribute(state, contribution({ result: sharedResult(differs) })))
      .then([contributed({ ...differs, credits: 0 })]),
  )

  test('by a young account has the weight of its age, and is marked as such', () =>
    given([])
      .when((state) => contribute(state, contribution({ age: 15 * DAY })))
      .then([contributed({ weight: 550_000, young: true })]))

  test('by an account that is thirty days old has full weight', () =>
    given([])
      .when((state) => contribute(state, contribution({ age: 30 * DAY })))
      .then([contributed()]))

  test('reports a new domain only with a new address', () => {
    given([])
      .when((state) => contribute(state, contribution({ newDomain: true })))
      .then([contributed({ newDomain: true })])
    seenBy(bob)([contributed()])
      .when((state) => contribute(state, contribution({ account: bob, cause: again, newDomain: true })))
      .then([contributed({ account: bob, cause: again, unique: false, credits: 1 })])
  })

  test('records its source', () => {
    const origin = { source: 'batch', cause: again, group: causeId('batch') } as const
    given([])
      .when((state) => contribute(state, contribution(origin)))
      .then([contributed(origin)])
  })

  test("records only what the event's schema has", () => {
    const events = contribute(
      { known: false, voters: 0, counted: 0, votedAt: undefined, done: undefined },
      contribution(),
    )
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

  test('never falls with age, and is an integer from a tenth to one', () =>
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

test('the value of a vote in all cases', () => {
  const plain = { disposable: false, role: false, route: 'explicit' } as const
  const table = [true, false].flatMap((unique) => [true, false].map((first) => creditsFor({ unique, first }, plain)))
  expect(table).toEqual([2, 0, 1, 0])
})

test('a vote is the first of its account although others voted, and not the first of its address', () =>
  expect(voteOf({ known: true, voters: 1, counted: 1, votedAt: undefined, done: undefined }, recorded, 1)).toEqual({
    unique: false,
    first: true,
  }))

describe('where three accounts must confirm an address', () => {
  const accounts = ['a', 'b', 'c', 'd'].map((name) => causeId(`account ${name}`))
  function stateOf(account: string, cause: string, past: readonly ValidationContributed[]) {
    const { stream, initial, evolve } = addressFor({ pool: 'public', address, account, cause })
    const history = createRecordedLog().append(stream, ...past) as readonly Recorded<AddressEvent>[]
    return history.reduce(evolve, initial)
  }
  /** The contributions of each, in order. */
  function votes(count: number, quorum = 3) {
    const made: ValidationContributed[] = []
    for (const [index, account] of accounts.slice(0, count).entries()) {
      const cause = causeId(`${index}`)
      made.push(...contribute(stateOf(account, cause, made), contribution({ account, cause, quorum, newDomain: true })))
    }
    return made.map(({ data }) => data)
  }
  const told = (data: ValidationContributed['data']) => ({
    credits: data.credits,
    unique: countsAsFirst(data),
    newDomain: data.newDomain,
  })

  test('each of them earns what the first one does, and later ones confirm', () => {
    const first = { credits: 2, unique: true, newDomain: true }
    expect(votes(4).map(told)).toEqual([first, first, first, { credits: 1, unique: false, newDomain: false }])
    expect(votes(4, 1).map(told)).toEqual([first, ...Array(3).fill({ credits: 1, unique: false, newDomain: false })])
  })

  test('the log records who was first, and how many came before', () => {
    const seen = votes(4).map(({ unique, counted, publishes }) => ({ unique, counted, publishes }))
    expect(seen).toEqual([
      { unique: true },
      { unique: false, counted: 1 },
      { unique: false, counted: 2, publishes: true },
      { unique: false },
    ])
  })

  test('statistics grow with each account until the pool answers, and count the address once from then on', () => {
    const added = votes(4).map(addressesAdded)
    expect(added).toEqual([1, 1, -1, 0])
    expect(votes(4, 2).map(addressesAdded)).toEqual([1, 0, 0, 0])
    expect(votes(4, 1).map(addressesAdded)).toEqual([1, 0, 0, 0])
  })

  test('statistics count an address once if two accounts shared it before the quorum existed', () => {
    const before = votes(2, 1)
    expect(before.map(addressesAdded)).toEqual([1, 0])
    const past = before.map((data): ValidationContributed => ({ type: 'ValidationContributed', data }))
    const own = { account: accounts[2]!, cause: causeId('third') }
    const [third] = contribute(stateOf(own.account, own.cause, past), contribution({ ...own, quorum: 3 }))
    expect(third!.data).toMatchObject({ counted: 1, publishes: true })
    expect(addressesAdded(third!.data)).toBe(0)
  })

  test("a vote that replaces the account's own reveals nothing of the others", () => {
    const own = contributed()
    const others = accounts.map((account, index) => contributed({ account, cause: causeId(`${index}`), unique: false }))
    const replaced = (past: readonly ValidationContributed[]) =>
      contribute(stateOf(ada, again, past), contribution({ cause: again, now: recorded + DAY, quorum: 3 }))
    expect(replaced([own, ...others.slice(0, 1)])).toEqual(replaced([own]))
    expect(replaced([own, ...others])).toEqual(replaced([own]))
  })
})
