// Deciders of contributions: votes, credits and caps.
import { describe, expect, test } from '@jest/globals'
import { contribute, creditsFor, voteOf, weightOf } from '../../src/features/pool/decide.js'
import { type AddressEvent, countsAsFirst, type ValidationContributed } from '../../src/features/pool/events.js'
import { addressFor, UNKNOWN_ADDRESS } from '../../src/features/pool/state.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { DAY_MS } from '../../src/kernel/time.js'
import fc from '../../testbed/fastCheck.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { createGiven } from '../../testbed/given/given.js'
import { causeId, contributed, contribution, sharedResult } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const { address } = sharedResult()
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
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY_MS - 1 })))
      .then([]))

  test("a day after the account's last vote replaces it, and earns nothing", () =>
    given([contributed()])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + DAY_MS })))
      .then([contributed({ cause: again, unique: false, first: false, credits: 0 })]))

  test('waits a day after the last vote, not the first', () => {
    const { stream, initial, evolve } = addressFor({ pool: 'public', address, account: ada, cause: again })
    const log = createRecordedLog()
    log.append(stream, contributed())
    log.wait(DAY_MS)
    const last = log.now()
    log.append(stream, contributed({ unique: false, first: false, cause: causeId('second') }))
    const state = (log.events as readonly Recorded<AddressEvent>[]).reduce(evolve, initial)
    const countedAt = (now: number) => contribute(state, contribution({ cause: again, now })).length
    expect([last + DAY_MS - 1, last + DAY_MS].map(countedAt)).toEqual([0, 1])
  })

  test('again for the same cause does not count, however long ago it was and whatever has happened since', () =>
    given([contributed({ cause: again }), contributed({ unique: false, first: false, credits: 0 })])
      .when((state) => contribute(state, contribution({ cause: again, now: recorded + 400 * DAY_MS })))
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
      .when((state) => contribute(state, contribution({ standing: { age: 15 * DAY_MS, maturity: 30 * DAY_MS } })))
      .then([contributed({ weight: 550_000, young: true })]))

  test('by an account that is thirty days old has full weight', () =>
    given([])
      .when((state) => contribute(state, contribution({ standing: { age: 30 * DAY_MS, maturity: 30 * DAY_MS } })))
      .then([contributed()]))

  test('reports a new domain', () =>
    given([])
      .when((state) => contribute(state, contribution({ newDomain: true })))
      .then([contributed({ newDomain: true })]))

  test('records its source', () => {
    const origin = { source: 'batch', cause: again, group: causeId('batch') } as const
    given([])
      .when((state) => contribute(state, contribution(origin)))
      .then([contributed(origin)])
  })

  test("records only what the event's schema has", () => {
    const events = contribute(UNKNOWN_ADDRESS, contribution())
    expect(Object.keys(events[0]!.data).sort()).toEqual(Object.keys(contributed().data).sort())
  })
})

describe('the weight of a vote', () => {
  const weightAt = (age: number) => weightOf({ age, maturity: 30 * DAY_MS })

  test.each([
    [0, 100_000],
    [1, 130_000],
    [15, 550_000],
    [29.99, 999_700],
    [30, 1_000_000],
    [4_000, 1_000_000],
    [-1, 100_000],
  ])('of an account that is %d days old is %d millionths', (days, weight) =>
    expect(weightAt(days * DAY_MS)).toBe(weight),
  )

  test('never falls with age, and is an integer from a tenth to one', () =>
    fc.assert(
      fc.property(fc.nat({ max: 60 * DAY_MS }), fc.nat({ max: 60 * DAY_MS }), (a, b) => {
        const [younger, older] = [weightAt(Math.min(a, b)), weightAt(Math.max(a, b))]
        expect(younger).toBeLessThanOrEqual(older)
        for (const weight of [younger, older]) {
          expect(Number.isInteger(weight) && weight >= 100_000 && weight <= 1_000_000).toBe(true)
        }
      }),
    ))

  test('is full at once where no age is required', () => expect(weightOf({ age: 0, maturity: 0 })).toBe(1_000_000))
})

test('the value of a vote in all cases', () => {
  const plain = { disposable: false, role: false, route: 'explicit' } as const
  const table = [true, false].flatMap((unique) => [true, false].map((first) => creditsFor({ unique, first }, plain)))
  expect(table).toEqual([2, 0, 1, 0])
})

test('a vote is the first of its account although others voted, and not the first of its address', () =>
  expect(voteOf({ ...UNKNOWN_ADDRESS, known: true, voters: 1, established: 1 }, recorded, 1)).toEqual({
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
  function votes(count: number, quorum = 3, past: readonly ValidationContributed[] = []) {
    const made = [...past]
    for (const [index, account] of accounts.slice(0, count).entries()) {
      const cause = causeId(`${index}`)
      made.push(...contribute(stateOf(account, cause, made), contribution({ account, cause, quorum })))
    }
    return made.slice(past.length).map(({ data }) => data)
  }
  const young = { standing: { age: 30 * DAY_MS - 1, maturity: 30 * DAY_MS } }
  const youngVotes = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      contributed({ account: causeId(`young ${index}`), cause: causeId(`young cause ${index}`), young: true }),
    )
  const creditsOf = (data: ValidationContributed['data']) => ({ credits: data.credits, unique: countsAsFirst(data) })

  test('each of them earns what the first one does, and later ones confirm', () => {
    const first = { credits: 2, unique: true }
    expect(votes(4).map(creditsOf)).toEqual([first, first, first, { credits: 1, unique: false }])
    expect(votes(4, 1).map(creditsOf)).toEqual([first, ...Array(3).fill({ credits: 1, unique: false })])
  })

  test('the log records who was first, and which vote made the address public', () => {
    const seen = votes(4).map(({ unique, asFirst, publishes }) => ({ unique, asFirst, publishes }))
    expect(seen).toEqual([
      { unique: true },
      { unique: false, asFirst: true },
      { unique: false, asFirst: true, publishes: true },
      { unique: false },
    ])
    expect(votes(4, 1).every((data) => !('publishes' in data || 'asFirst' in data))).toBe(true)
  })

  test('an address that two accounts shared while one sufficed becomes public with the third', () => {
    const past = votes(2, 1).map((data): ValidationContributed => ({ type: 'ValidationContributed', data }))
    const own = { account: accounts[2]!, cause: causeId('third') }
    const [third] = contribute(stateOf(own.account, own.cause, past), contribution({ ...own, quorum: 3 }))
    expect(third!.data).toMatchObject({ publishes: true })
  })

  test('young accounts, however many, do not count', () => {
    const first = { credits: 2, unique: true }
    expect(votes(4, 3, youngVotes(5)).map(creditsOf)).toEqual([first, first, first, { credits: 1, unique: false }])
    const published = votes(4, 3, youngVotes(5)).map(({ publishes }) => publishes)
    expect(published).toEqual([undefined, undefined, true, undefined])
    const own = { account: accounts[3]!, cause: again, quorum: 3 }
    const past = [...youngVotes(5), ...votes(2).map((data) => ({ type: 'ValidationContributed', data }) as const)]
    const [last] = contribute(stateOf(own.account, again, past), contribution({ ...own, ...young }))
    expect(last!.data).toMatchObject({ young: true, asFirst: true, credits: 2 })
    expect(last!.data).not.toHaveProperty('publishes')
  })

  test('an account counts from its first vote on that is not young, once, and without more credits', () => {
    const own = { account: accounts[3]!, quorum: 3 }
    const past = votes(2).map((data): ValidationContributed => ({ type: 'ValidationContributed', data }))
    const vote = (cause: string, day: number, differs: object = {}) => {
      const now = recorded + day * DAY_MS
      const state = stateOf(own.account, causeId(cause), past)
      past.push(...contribute(state, contribution({ ...own, cause: causeId(cause), now, ...differs })))
      return past.at(-1)!.data
    }
    expect(vote('young', 1, young)).not.toHaveProperty('joins')
    expect(vote('established', 3)).toMatchObject({ first: false, joins: true, publishes: true, credits: 0 })
    const later = vote('again', 5)
    for (const member of ['joins', 'publishes', 'asFirst']) expect(later).not.toHaveProperty(member)
  })

  test("a vote that replaces the account's own reveals nothing of the others", () => {
    const own = contributed()
    const others = accounts.map((account, index) => contributed({ account, cause: causeId(`${index}`), unique: false }))
    const replaced = (past: readonly ValidationContributed[]) =>
      contribute(stateOf(ada, again, past), contribution({ cause: again, now: recorded + DAY_MS, quorum: 3 }))
    expect(replaced([own, ...others.slice(0, 1)])).toEqual(replaced([own]))
    expect(replaced([own, ...others])).toEqual(replaced([own]))
  })
})
