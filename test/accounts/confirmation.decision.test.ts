// Deciders of the confirmation of an owner's address.
import { describe, expect, test } from '@jest/globals'
import { isWellFormedConfirmation, isWellFormedKey, newConfirmationToken } from '../../src/features/accounts/apiKey.js'
import {
  confirmEmail,
  outcomeOfLink,
  registerAccount,
  requestConfirmation,
} from '../../src/features/accounts/decide.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import { account, evolve } from '../../src/features/accounts/state.js'
import { sha256 } from '../../src/kernel/ids.js'
import {
  ada,
  confirmationRequested,
  emailConfirmed,
  generated,
  newKey,
  registered,
} from '../../testbed/given/accountEvents.js'
import { createGiven } from '../../testbed/given/given.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const given = createGiven(account(ada))
const before = '2026-11-27T23:59:59.999Z'
const after = '2026-11-28T00:00:00.000Z'
const { account: _, ...link } = confirmationRequested('first').data
const followed = (name: string, now = before) => ({ digest: sha256(name), now })

describe('registering an account', () => {
  const registering = { account: ada, email: 'c2VhbGVkIGVtYWls', name: null, key: newKey('first') }

  test('asks for a link, where the installation sends mail', () =>
    given([])
      .when((state) => registerAccount(state, { ...registering, confirmation: link }))
      .then([registered(), generated('first'), confirmationRequested('first')]))
})

describe('asking for a link', () => {
  test('replaces the one before', () =>
    given([registered(), confirmationRequested('before')])
      .when((state) => requestConfirmation(state, link))
      .then([confirmationRequested('first')]))

  test('does nothing once the address is confirmed', () =>
    given([registered(), confirmationRequested('before'), emailConfirmed()])
      .when((state) => requestConfirmation(state, link))
      .then([]))

  test('fails for an unknown account', () =>
    given([])
      .when((state) => requestConfirmation(state, link))
      .fails('NOT_FOUND'))
})

describe('following a link', () => {
  test.each<[string, AccountEvent[], ReturnType<typeof followed>, AccountEvent[], string]>([
    ['confirms', [registered(), confirmationRequested('first')], followed('first'), [emailConfirmed()], 'confirmed'],
    [
      'again does nothing',
      [registered(), confirmationRequested('first'), emailConfirmed()],
      followed('first', after),
      [],
      'confirmed',
    ],
    [
      'that has expired does not',
      [registered(), confirmationRequested('first')],
      followed('first', after),
      [],
      'expired',
    ],
    ['that was replaced does not', [registered(), confirmationRequested('first')], followed('other'), [], 'unknown'],
    [
      'that was replaced before the address was confirmed is not known',
      [registered(), confirmationRequested('first'), emailConfirmed()],
      followed('other'),
      [],
      'unknown',
    ],
    ['of an account without one does not', [registered()], followed('first'), [], 'unknown'],
    ['of no account does not', [], followed('first'), [], 'unknown'],
  ])('%s', (_, history, link, events, outcome) => {
    given(history)
      .when((state) => confirmEmail(state, link))
      .then(events)
    const state = createRecordedLog()
      .append(`account-${ada}`, ...history)
      .reduce(evolve, account(ada).initial)
    expect(outcomeOfLink(state, link)).toBe(outcome)
  })
})

test('the token of a link is no key', () => {
  const token = newConfirmationToken('a'.repeat(32))
  expect([isWellFormedConfirmation(token), isWellFormedKey(token)]).toEqual([true, false])
  expect(isWellFormedConfirmation(token.replace('mpc_', 'mpk_'))).toBe(false)
})
