// Deciders of accounts: registering, changing the plan or the limits, and keeping addresses.
import { describe, test } from '@jest/globals'
import { changePlan, keepAddresses, overrideLimits, registerAccount } from '../../src/features/accounts/decide.js'
import { account } from '../../src/features/accounts/state.js'
import {
  ada,
  addressesKept,
  generated,
  keepingId,
  limitsOverridden,
  newKey,
  planChanged,
  registered,
} from '../../testbed/given/accountEvents.js'
import { createGiven } from '../../testbed/given/given.js'

const given = createGiven(account(ada))

describe('registering an account', () => {
  const registering = { account: ada, email: 'c2VhbGVkIGVtYWls', name: 'bmFtZQ', key: newKey('first') }

  test('creates it on the free plan, with one key', () =>
    given([])
      .when((state) => registerAccount(state, registering))
      .then([
        { type: 'AccountRegistered', data: { account: ada, email: 'c2VhbGVkIGVtYWls', name: 'bmFtZQ', plan: 'free' } },
        generated('first'),
      ]))

  test('may leave out the name', () =>
    given([])
      .when((state) => registerAccount(state, { ...registering, name: null }))
      .then([registered(), generated('first')]))

  test('twice changes nothing', () =>
    given([registered(), generated('first')])
      .when((state) => registerAccount(state, { ...registering, key: newKey('second') }))
      .then([]))
})

describe('changing the plan', () => {
  test('puts the account on the new plan', () =>
    given([registered()])
      .when((state) => changePlan(state, 'growth'))
      .then([planChanged('growth')]))

  test('to the current plan changes nothing', () =>
    given([registered(), planChanged('growth')])
      .when((state) => changePlan(state, 'growth'))
      .then([]))

  test('allows a lower plan as well as a higher one', () =>
    given([registered(), planChanged('enterprise')])
      .when((state) => changePlan(state, 'free'))
      .then([planChanged('free')]))

  test('fails for an unknown account', () =>
    given([])
      .when((state) => changePlan(state, 'growth'))
      .fails('NOT_FOUND'))
})

describe('overriding limits', () => {
  test('sets requests per minute and addresses per month together', () =>
    given([registered()])
      .when((state) => overrideLimits(state, { perMinute: 5, perMonth: 70 }))
      .then([limitsOverridden(5, 70)]))

  test('leaves a limit that is not given unchanged', () =>
    given([registered(), limitsOverridden(5, 70)])
      .when((state) => overrideLimits(state, { perMonth: 80 }))
      .then([limitsOverridden(5, 80)]))

  test('treats an undefined member like a missing one', () =>
    given([registered(), limitsOverridden(5, 70)])
      .when((state) => overrideLimits(state, { perMinute: 6, perMonth: undefined }))
      .then([limitsOverridden(6, 70)]))

  test('removes an override with null', () =>
    given([registered(), limitsOverridden(5, 70)])
      .when((state) => overrideLimits(state, { perMinute: null }))
      .then([limitsOverridden(null, 70)]))

  test.each([
    ['nothing', {}],
    ['what is so already', { perMinute: 5, perMonth: 70 }],
  ])('to %s changes nothing', (_, change) =>
    given([registered(), limitsOverridden(5, 70)])
      .when((state) => overrideLimits(state, change))
      .then([]),
  )

  test('to null where none was set changes nothing', () =>
    given([registered()])
      .when((state) => overrideLimits(state, { perMinute: null, perMonth: null }))
      .then([]))

  test('survives a change of plan', () =>
    given([registered(), limitsOverridden(5, 70), planChanged('growth')])
      .when((state) => overrideLimits(state, { perMinute: 5, perMonth: 70 }))
      .then([]))

  test.each([0, 1.5, 2 ** 31])('to what is no limit that can be shown fails: %d', (perMonth) =>
    given([registered()])
      .when((state) => overrideLimits(state, { perMonth }))
      .fails('VALIDATION_ERROR'),
  )

  test('fails for an unknown account', () =>
    given([])
      .when((state) => overrideLimits(state, { perMinute: 5 }))
      .fails('NOT_FOUND'))
})

describe('keeping addresses', () => {
  test('begins with a data key of its own', () =>
    given([registered()])
      .when((state) => keepAddresses(state, { days: 30, begun: keepingId('first') }))
      .then([addressesKept(30, 'first')]))

  test('for another time keeps the data key', () =>
    given([registered(), addressesKept(30, 'first')])
      .when((state) => keepAddresses(state, { days: 7, begun: keepingId('second') }))
      .then([addressesKept(7, 'first')]))

  test('ends with the data key that it began with', () =>
    given([registered(), addressesKept(30, 'first')])
      .when((state) => keepAddresses(state, { days: 0, begun: keepingId('second') }))
      .then([addressesKept(0, 'first')]))

  test('begins again with another data key', () =>
    given([registered(), addressesKept(30, 'first'), addressesKept(0, 'first')])
      .when((state) => keepAddresses(state, { days: 30, begun: keepingId('second') }))
      .then([addressesKept(30, 'second')]))

  test.each([
    ['none, as before', [], 0],
    ['none again', [addressesKept(30), addressesKept(0)], 0],
    ['for the same time', [addressesKept(30)], 30],
  ])('%s changes nothing', (_, before, days) =>
    given([registered(), ...before])
      .when((state) => keepAddresses(state, { days, begun: keepingId('second') }))
      .then([]),
  )
})
