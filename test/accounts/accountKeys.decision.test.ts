import { describe, test } from '@jest/globals'
import { generateKey, MAX_ACTIVE_KEYS, type NewKey, revokeKey } from '../../src/features/accounts/decide.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import { type AccountState, account } from '../../src/features/accounts/state.js'
import { ada, generated, keyId, newKey, registered, revoked } from '../support/accountEvents.js'
import { createGiven } from '../support/given.js'

const given = createGiven(account(ada))

const before = '2026-11-21T08:59:59.999Z'
const now = '2026-11-21T09:00:00.000Z'
const after = '2026-11-21T09:00:00.001Z'
const tomorrow = '2026-11-22T09:00:00.000Z'
const nextWeek = '2026-11-28T09:00:00.000Z'

const sandbox = { sandbox: true, masked: 'mpt_Ab12…' }
const tenOfTen = { active: 10, limit: MAX_ACTIVE_KEYS }
const several = (count: number, differs: Partial<NewKey> = {}) =>
  Array.from({ length: count }, (_, index) => generated(`other ${index}`, differs))

describe('generating a key', () => {
  test('adds it to those that are there', () =>
    given([registered(), generated('first')])
      .when((state) => generateKey(state, { key: newKey('second', { name: 'c2VydmVy', expiresAt: tomorrow }), now }))
      .then([generated('second', { name: 'c2VydmVy', expiresAt: tomorrow })]))

  test('for an account that never was fails', () =>
    given([])
      .when((state) => generateKey(state, { key: newKey('first'), now }))
      .fails('NOT_FOUND'))

  test('is still possible with nine active ones', () =>
    given([registered(), ...several(9)])
      .when((state) => generateKey(state, { key: newKey('tenth'), now }))
      .then([generated('tenth')]))

  test('with ten active ones fails, and says how many there are', () =>
    given([registered(), ...several(10)])
      .when((state) => generateKey(state, { key: newKey('eleventh'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen))

  test('counts sandbox keys by themselves: they never take a live key its place', () => {
    given([registered(), generated('first'), ...several(10, sandbox)])
      .when((state) => generateKey(state, { key: newKey('eleventh', sandbox), now }))
      .fails('TOO_MANY_KEYS', tenOfTen)
    given([registered(), generated('first'), ...several(10, sandbox)])
      .when((state) => generateKey(state, { key: newKey('second'), now }))
      .then([generated('second')])
  })

  test('does not count expired keys; at the very instant of its expiry a key is expired', () =>
    given([registered(), ...several(9), generated('expired', { expiresAt: now })])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .then([generated('next')]))

  test('counts a key that has a millisecond left', () =>
    given([registered(), ...several(9), generated('expiring', { expiresAt: after })])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen))

  test('does not count revoked keys', () =>
    given([registered(), ...several(9), generated('revoked'), revoked('revoked', now)])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .then([generated('next')]))

  test('counts a key whose end lies ahead', () =>
    given([registered(), ...several(9), generated('replaced'), revoked('replaced', after)])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen))
})

describe('replacing a key', () => {
  test('gives the old one its end, after the new one is there', () =>
    given([registered(), generated('old')])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: tomorrow } }),
      )
      .then([generated('new'), revoked('old', tomorrow)]))

  test('at once is possible with ten active ones: its place is free', () =>
    given([registered(), generated('old'), ...several(9)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new'), revoked('old', now)]))

  test('with a grace needs a place of its own until the grace is over', () =>
    given([registered(), generated('old'), ...several(9)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: after } }),
      )
      .fails('TOO_MANY_KEYS', tenOfTen))

  test('brings nearer an end that was set before', () =>
    given([registered(), generated('old'), generated('second'), revoked('old', nextWeek)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: tomorrow } }),
      )
      .then([generated('new'), revoked('old', tomorrow)]))

  test.each([
    ['an earlier end', tomorrow],
    ['the same end', nextWeek],
  ])('never puts off an end: %s stays', (_, end) =>
    given([registered(), generated('old'), generated('second'), revoked('old', end)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: nextWeek } }),
      )
      .then([generated('new')]),
  )

  test('gives no end to a key that the account does not have', () =>
    given([registered(), generated('first')])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId("someone else's"), effectiveAt: now } }),
      )
      .then([generated('new')]))

  test('leaves other keys alone', () =>
    given([registered(), generated('old'), generated('other'), generated('test', sandbox)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new'), revoked('old', now)]))

  test('of a sandbox key by another is free of all this', () =>
    given([registered(), generated('first'), generated('old', sandbox)])
      .when((state) =>
        generateKey(state, { key: newKey('new', sandbox), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new', sandbox), revoked('old', now)]))

  test('a live one by a sandbox key is possible while another live one stays', () =>
    given([registered(), generated('old'), generated('other')])
      .when((state) =>
        generateKey(state, { key: newKey('new', sandbox), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new', sandbox), revoked('old', now)]))

  test.each([
    ['at once', now],
    ['after a grace', tomorrow],
  ])('the last live one by a sandbox key fails, %s: nothing would open the account', (_, effectiveAt) =>
    given([registered(), generated('old'), generated('test', sandbox)])
      .when((state) =>
        generateKey(state, { key: newKey('new', sandbox), now, replaces: { key: keyId('old'), effectiveAt } }),
      )
      .fails('LAST_KEY'),
  )
})

describe('revoking a key', () => {
  const revoking = (name: string) => (state: AccountState) => revokeKey(state, { key: keyId(name), now })

  test('ends it at once', () =>
    given([registered(), generated('first'), generated('second')])
      .when(revoking('first'))
      .then([revoked('first', now)]))

  test('of an account that never was fails', () => given([]).when(revoking('first')).fails('NOT_FOUND'))

  test('that the account does not have fails', () =>
    given([registered(), generated('first')])
      .when(revoking("someone else's"))
      .fails('NOT_FOUND'))

  test('twice changes nothing', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', before)])
      .when(revoking('first'))
      .then([]))

  test('in the very instant of its end changes nothing', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', now)])
      .when(revoking('first'))
      .then([]))

  test('that expired changes nothing', () =>
    given([registered(), generated('first', { expiresAt: now }), generated('second')])
      .when(revoking('first'))
      .then([]))

  test('whose end lies ahead ends it now', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', tomorrow)])
      .when(revoking('first'))
      .then([revoked('first', now)]))

  test('that is the only one fails', () =>
    given([registered(), generated('first')])
      .when(revoking('first'))
      .fails('LAST_KEY'))

  test.each<[string, AccountEvent[]]>([
    ['sandbox keys', [generated('second', sandbox), generated('third', sandbox)]],
    ['expired ones', [generated('second', { expiresAt: now })]],
    ['revoked ones', [generated('second'), revoked('second', before)]],
    ['ones that are being replaced', [generated('second'), revoked('second', tomorrow)]],
  ])('that is the only live one besides %s fails', (_, others) =>
    given([registered(), generated('first'), ...others])
      .when(revoking('first'))
      .fails('LAST_KEY'),
  )

  test('whose end lies ahead fails, too, when no other stays', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', tomorrow), revoked('second', now)])
      .when(revoking('first'))
      .fails('LAST_KEY'))

  test('is possible beside one that will expire some day', () =>
    given([registered(), generated('first'), generated('second', { expiresAt: nextWeek })])
      .when(revoking('first'))
      .then([revoked('first', now)]))

  test('of the sandbox is always possible', () =>
    given([registered(), generated('first'), generated('test', sandbox)])
      .when(revoking('test'))
      .then([revoked('test', now)]))
})
