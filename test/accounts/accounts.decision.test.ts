import { describe, test } from '@jest/globals'
import { changePlan, overrideLimits, registerAccount } from '../../src/features/accounts/decide.js'
import { account } from '../../src/features/accounts/state.js'
import { ada, generated, limitsOverridden, newKey, planChanged, registered } from '../support/accountEvents.js'
import { createGiven } from '../support/given.js'

const given = createGiven(account(ada))

describe('registering', () => {
  const registering = { account: ada, email: 'c2VhbGVkIGVtYWls', name: 'bmFtZQ', key: newKey('first') }

  test('makes an account on the free plan, with one key', () =>
    given([])
      .when((state) => registerAccount(state, registering))
      .then([
        { type: 'AccountRegistered', data: { account: ada, email: 'c2VhbGVkIGVtYWls', name: 'bmFtZQ', plan: 'free' } },
        generated('first'),
      ]))

  test('needs no name', () =>
    given([])
      .when((state) => registerAccount(state, { ...registering, name: null }))
      .then([registered(), generated('first')]))

  test('again changes nothing', () =>
    given([registered(), generated('first')])
      .when((state) => registerAccount(state, { ...registering, key: newKey('second') }))
      .then([]))
})

describe('changing the plan', () => {
  test('says so', () =>
    given([registered()])
      .when((state) => changePlan(state, 'growth'))
      .then([planChanged('growth')]))

  test('to the one it is on changes nothing', () =>
    given([registered(), planChanged('growth')])
      .when((state) => changePlan(state, 'growth'))
      .then([]))

  test('goes down as well as up', () =>
    given([registered(), planChanged('enterprise')])
      .when((state) => changePlan(state, 'free'))
      .then([planChanged('free')]))

  test('of an account that never was fails', () =>
    given([])
      .when((state) => changePlan(state, 'growth'))
      .fails('NOT_FOUND'))
})

describe('overriding limits', () => {
  test('sets both', () =>
    given([registered()])
      .when((state) => overrideLimits(state, { perMinute: 5, perMonth: 70 }))
      .then([limitsOverridden(5, 70)]))

  test('leaves the one that is not given as it is', () =>
    given([registered(), limitsOverridden(5, 70)])
      .when((state) => overrideLimits(state, { perMonth: 80 }))
      .then([limitsOverridden(5, 80)]))

  test('takes a member that is there and undefined for one that is not given', () =>
    given([registered(), limitsOverridden(5, 70)])
      .when((state) => overrideLimits(state, { perMinute: 6, perMonth: undefined }))
      .then([limitsOverridden(6, 70)]))

  test('takes an override back with null', () =>
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

  test('taking back what was never set changes nothing', () =>
    given([registered()])
      .when((state) => overrideLimits(state, { perMinute: null, perMonth: null }))
      .then([]))

  test('outlives a change of plan', () =>
    given([registered(), limitsOverridden(5, 70), planChanged('growth')])
      .when((state) => overrideLimits(state, { perMinute: 5, perMonth: 70 }))
      .then([]))

  test('of an account that never was fails', () =>
    given([])
      .when((state) => overrideLimits(state, { perMinute: 5 }))
      .fails('NOT_FOUND'))
})
