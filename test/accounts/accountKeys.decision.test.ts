// Deciders of API keys: generating, expiring and revoking them, and the limits on their number.
import { describe, test } from '@jest/globals'
import { generateKey, MAX_ACTIVE_KEYS, type NewKey, revokeKey } from '../../src/features/accounts/decide.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import type { Scope } from '../../src/features/accounts/index.js'
import { type AccountState, account } from '../../src/features/accounts/state.js'
import { ada, generated, keyId, newKey, registered, restricted, revoked } from '../../testbed/given/accountEvents.js'
import { createGiven } from '../../testbed/given/given.js'

const given = createGiven(account(ada))

const before = '2026-11-21T08:59:59.999Z'
const now = '2026-11-21T09:00:00.000Z'
const after = '2026-11-21T09:00:00.001Z'
const tomorrow = '2026-11-22T09:00:00.000Z'
const nextWeek = '2026-11-28T09:00:00.000Z'

const sandbox = { sandbox: true, masked: 'mpt_Ab12…' }
const tenOfTen = { active: 10, limit: MAX_ACTIVE_KEYS }
const several = (count: number, differs: Partial<NewKey> = {}) =>
  Array.from({ length: count }, (_, index) =>
    (differs.restrictions ? restricted : generated)(`other ${index}`, differs),
  )

describe('generating a key', () => {
  test('adds it to the existing keys', () =>
    given([registered(), generated('first')])
      .when((state) => generateKey(state, { key: newKey('second', { name: 'c2VydmVy', expiresAt: tomorrow }), now }))
      .then([generated('second', { name: 'c2VydmVy', expiresAt: tomorrow })]))

  test('fails for an unknown account', () =>
    given([])
      .when((state) => generateKey(state, { key: newKey('first'), now }))
      .fails('NOT_FOUND'))

  test('succeeds with nine active keys', () =>
    given([registered(), ...several(9)])
      .when((state) => generateKey(state, { key: newKey('tenth'), now }))
      .then([generated('tenth')]))

  test('fails with ten active keys, and reports how many there are', () =>
    given([registered(), ...several(10)])
      .when((state) => generateKey(state, { key: newKey('eleventh'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen))

  test('counts sandbox keys separately: they never use up the limit of live keys', () => {
    given([registered(), generated('first'), ...several(10, sandbox)])
      .when((state) => generateKey(state, { key: newKey('eleventh', sandbox), now }))
      .fails('TOO_MANY_KEYS', tenOfTen)
    given([registered(), generated('first'), ...several(10, sandbox)])
      .when((state) => generateKey(state, { key: newKey('second'), now }))
      .then([generated('second')])
  })

  test('does not count expired keys; a key is expired from the instant of its expiry', () =>
    given([registered(), ...several(9), generated('expired', { expiresAt: now })])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .then([generated('next')]))

  test('counts a key that expires in a millisecond', () =>
    given([registered(), ...several(9), generated('expiring', { expiresAt: after })])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen))

  test('does not count revoked keys', () =>
    given([registered(), ...several(9), generated('revoked'), revoked('revoked', now)])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .then([generated('next')]))

  test('counts a key whose expiry is in the future', () =>
    given([registered(), ...several(9), generated('replaced'), revoked('replaced', after)])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen))
})

describe('replacing a key', () => {
  test('issues the new key before it sets the expiry of the old one', () =>
    given([registered(), generated('old')])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: tomorrow } }),
      )
      .then([generated('new'), revoked('old', tomorrow)]))

  test('without a grace period succeeds with ten active keys: the old one frees its slot', () =>
    given([registered(), generated('old'), ...several(9)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new'), revoked('old', now)]))

  test('with a grace period needs a free slot until the period is over', () =>
    given([registered(), generated('old'), ...several(9)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: after } }),
      )
      .fails('TOO_MANY_KEYS', tenOfTen))

  test('brings forward an expiry that was set before', () =>
    given([registered(), generated('old'), generated('second'), revoked('old', nextWeek)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: tomorrow } }),
      )
      .then([generated('new'), revoked('old', tomorrow)]))

  test.each([
    ['an earlier end', tomorrow],
    ['the same end', nextWeek],
  ])('never postpones an expiry: %s stays', (_, end) =>
    given([registered(), generated('old'), generated('second'), revoked('old', end)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: nextWeek } }),
      )
      .then([generated('new')]),
  )

  test('sets no expiry on a key that the account does not have', () =>
    given([registered(), generated('first')])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId("someone else's"), effectiveAt: now } }),
      )
      .then([generated('new')]))

  test('leaves other keys unchanged', () =>
    given([registered(), generated('old'), generated('other'), generated('test', sandbox)])
      .when((state) =>
        generateKey(state, { key: newKey('new'), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new'), revoked('old', now)]))

  test('of the sandbox by another sandbox key is not limited by any of this', () =>
    given([registered(), generated('first'), generated('old', sandbox)])
      .when((state) =>
        generateKey(state, { key: newKey('new', sandbox), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new', sandbox), revoked('old', now)]))

  test('that is live by a sandbox key is allowed while another live key remains', () =>
    given([registered(), generated('old'), generated('other')])
      .when((state) =>
        generateKey(state, { key: newKey('new', sandbox), now, replaces: { key: keyId('old'), effectiveAt: now } }),
      )
      .then([generated('new', sandbox), revoked('old', now)]))

  test.each([
    ['at once', now],
    ['after a grace', tomorrow],
  ])('that is the last live one by a sandbox key fails, %s: no key could open the account', (_, effectiveAt) =>
    given([registered(), generated('old'), generated('test', sandbox)])
      .when((state) =>
        generateKey(state, { key: newKey('new', sandbox), now, replaces: { key: keyId('old'), effectiveAt } }),
      )
      .fails('LAST_KEY'),
  )
})

describe('revoking a key', () => {
  const revoking = (name: string) => (state: AccountState) => revokeKey(state, { key: keyId(name), now })

  test('ends it immediately', () =>
    given([registered(), generated('first'), generated('second')])
      .when(revoking('first'))
      .then([revoked('first', now)]))

  test('fails for an unknown account', () => given([]).when(revoking('first')).fails('NOT_FOUND'))

  test('fails if the account does not have it', () =>
    given([registered(), generated('first')])
      .when(revoking("someone else's"))
      .fails('NOT_FOUND'))

  test('twice changes nothing', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', before)])
      .when(revoking('first'))
      .then([]))

  test('at the very instant of its end changes nothing', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', now)])
      .when(revoking('first'))
      .then([]))

  test('that has expired changes nothing', () =>
    given([registered(), generated('first', { expiresAt: now }), generated('second')])
      .when(revoking('first'))
      .then([]))

  test('whose end is in the future ends it now', () =>
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

  test('whose end is in the future fails too, when no other key remains', () =>
    given([registered(), generated('first'), generated('second'), revoked('first', tomorrow), revoked('second', now)])
      .when(revoking('first'))
      .fails('LAST_KEY'))

  test('is allowed while another key that expires later remains', () =>
    given([registered(), generated('first'), generated('second', { expiresAt: nextWeek })])
      .when(revoking('first'))
      .then([revoked('first', now)]))

  test('is always allowed for a sandbox key', () =>
    given([registered(), generated('first'), generated('test', sandbox)])
      .when(revoking('test'))
      .then([revoked('test', now)]))
})

describe('keys with restrictions', () => {
  const only = (...scopes: Scope[]): Partial<NewKey> => ({
    restrictions: { scopes, publishable: false, networks: null, origins: null },
  })
  const page: Partial<NewKey> = {
    masked: 'pk_mp_Ab12…',
    restrictions: { scopes: ['verify'], publishable: true, networks: null, origins: 'c2VhbGVk' },
  }

  test('have an event of their own, so that older programs do not take them for keys with every right', () =>
    given([registered(), generated('first')])
      .when((state) => generateKey(state, { key: newKey('second', page), now }))
      .then([restricted('second', page)]))

  test('count with the others of their kind; publishable keys by themselves', () => {
    given([registered(), generated('first'), ...several(9, only('verify'))])
      .when((state) => generateKey(state, { key: newKey('next'), now }))
      .fails('TOO_MANY_KEYS', tenOfTen)
    given([registered(), generated('first'), ...several(10, page)])
      .when((state) => generateKey(state, { key: newKey('next', page), now }))
      .fails('TOO_MANY_KEYS', tenOfTen)
    given([registered(), generated('first'), ...several(10, page)])
      .when((state) => generateKey(state, { key: newKey('next', only('read')), now }))
      .then([restricted('next', only('read'))])
  })

  test('without the scope admin do not replace the last key that has it', () => {
    const replaces = { key: keyId('first'), effectiveAt: tomorrow }
    for (const differs of [only('verify', 'bulk', 'read', 'webhooks', 'rules'), page]) {
      given([registered(), generated('first')])
        .when((state) => generateKey(state, { key: newKey('second', differs), now, replaces }))
        .fails('LAST_KEY')
    }
    given([registered(), generated('first')])
      .when((state) => generateKey(state, { key: newKey('second', only('admin')), now, replaces }))
      .then([restricted('second', only('admin')), revoked('first', tomorrow)])
  })

  test('of which none has the scope admin leave the last that has it irrevocable, and can all be revoked', () => {
    const events = [registered(), generated('first'), restricted('reader', only('read')), restricted('page', page)]
    given(events)
      .when((state) => revokeKey(state, { key: keyId('first'), now }))
      .fails('LAST_KEY')
    for (const name of ['reader', 'page']) {
      given(events)
        .when((state) => revokeKey(state, { key: keyId(name), now }))
        .then([revoked(name, now)])
    }
  })
})
