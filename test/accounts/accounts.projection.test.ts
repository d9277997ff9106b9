// The read model of accounts and their keys.
import { describe, expect, test } from '@jest/globals'
import { accounts } from '../../src/features/accounts/projections/accounts.js'
import { iso } from '../../src/kernel/clock.js'
import { DAY_MS } from '../../src/kernel/time.js'
import {
  ada,
  addressesKept,
  bob,
  generated,
  keepingId,
  keyId,
  limitsOverridden,
  newKey,
  planChanged,
  registered,
  restricted,
  revoked,
} from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressesVerified, addressVerified, usageLimitReached } from '../../testbed/given/verificationEvents.js'

const stream = `account-${ada}`
const tomorrow = '2026-11-22T09:00:00.000Z'
const nextWeek = '2026-11-28T09:00:00.000Z'

const history = () => {
  const log = createRecordedLog()
  return { log, of: () => documentsOf(accounts, log.events) }
}

/** The given second, counted from the start of the log. */
const at = (second: number) => `2026-11-21T09:00:0${second}.000Z`

const justRegistered = {
  owner: ada,
  email: 'c2VhbGVkIGVtYWls',
  name: null,
  plan: 'free',
  overrides: { perMinute: null, perMonth: null },
  createdAt: at(0),
  updatedAt: at(0),
  keys: [],
}

/** A key as the account shows it. */
const shown = (name: string, createdAt: string, differs = {}) => ({
  ...newKey(name),
  createdAt,
  revokedAt: null,
  ...differs,
})

describe('an account', () => {
  test('starts on its plan, without overrides', () => {
    const { log, of } = history()
    log.append(stream, registered())
    expect(of()).toStrictEqual({ [ada]: justRegistered })
  })

  test('lists keys with restrictions, with those', () => {
    const { log, of } = history()
    const restrictions = { scopes: ['verify'], publishable: true, networks: null, origins: 'c2VhbGVk' } as const
    log.append(stream, registered(), restricted('page', { restrictions }))
    const { updatedAt, keys } = (of() as Record<string, typeof justRegistered>)[ada]!
    expect({ updatedAt, keys }).toStrictEqual({ updatedAt: at(0), keys: [shown('page', at(0), { restrictions })] })
  })

  test('lists its keys in order of creation, with everything but the key itself', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'))
    log.append(
      stream,
      generated('second', { name: 'c2VydmVy', sandbox: true, masked: 'mpt_Zz99…', expiresAt: tomorrow }),
    )
    expect(of()[ada]).toStrictEqual({
      ...justRegistered,
      updatedAt: at(1),
      keys: [
        shown('first', at(0)),
        shown('second', at(1), { name: 'c2VydmVy', sandbox: true, masked: 'mpt_Zz99…', expiresAt: tomorrow }),
      ],
    })
  })

  test('keeps revoked keys in place, with their end', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'), generated('second'))
    log.append(stream, revoked('first', tomorrow))
    expect(of()[ada]).toStrictEqual({
      ...justRegistered,
      updatedAt: at(1),
      keys: [shown('first', at(0), { revokedAt: tomorrow }), shown('second', at(0))],
    })
  })

  test('stays small, however many keys come and go', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'))
    for (let key = 0; key < 2_000; key++) {
      log.append(stream, generated(`key ${key}`))
      log.append(stream, revoked(`key ${key}`, iso(log.now())))
    }
    expect(of()[ada]!.keys.map(({ id }) => id)).toEqual([keyId('first'), keyId('key 1999')])
  })

  test('shows a replaced key until its end, beside the one that replaces it', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'))
    log.append(stream, generated('second'), revoked('first', tomorrow))
    log.append(stream, generated('third'))
    expect(of()[ada]!.keys).toHaveLength(3)
    log.wait(2 * DAY_MS)
    log.append(stream, generated('fourth'))
    expect(of()[ada]!.keys.map(({ id }) => id)).toEqual(['second', 'third', 'fourth'].map(keyId))
  })

  test('shows the latest end of a key', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'), generated('second'))
    log.append(stream, revoked('first', nextWeek))
    log.append(stream, revoked('first', tomorrow))
    expect(of()[ada]!.keys[0]).toStrictEqual(shown('first', at(0), { revokedAt: tomorrow }))
  })

  test('ignores the end of an unknown key', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'))
    log.append(stream, revoked('another', tomorrow))
    expect(of()[ada]!.keys).toStrictEqual([shown('first', at(0))])
  })

  test('keeps addresses as was chosen last', () => {
    const { log, of } = history()
    log.append(stream, registered())
    log.append(stream, addressesKept(30))
    log.append(stream, addressesKept(0))
    expect(of()[ada]).toStrictEqual({
      ...justRegistered,
      updatedAt: at(2),
      addressKeeping: { keeping: keepingId('first'), days: 0 },
    })
  })

  test('is on the plan that was set last', () => {
    const { log, of } = history()
    log.append(stream, registered())
    log.append(stream, planChanged('growth'))
    log.append(stream, planChanged('starter'))
    expect(of()[ada]).toStrictEqual({ ...justRegistered, updatedAt: at(2), plan: 'starter' })
  })

  test('has the limits that were set last, both of them', () => {
    const { log, of } = history()
    log.append(stream, registered())
    log.append(stream, limitsOverridden(5, 70))
    log.append(stream, limitsOverridden(null, 80))
    expect(of()[ada]).toStrictEqual({
      ...justRegistered,
      updatedAt: at(2),
      overrides: { perMinute: null, perMonth: 80 },
    })
  })

  test('is a document of its own', () => {
    const { log, of } = history()
    log.append(stream, registered(), generated('first'))
    log.append(`account-${bob}`, registered(bob), generated("bob's", {}, bob))
    log.append(`account-${bob}`, planChanged('growth', bob))
    expect(Object.keys(of()).sort()).toEqual([ada, bob].sort())
    expect(of()[ada]).toStrictEqual({ ...justRegistered, keys: [shown('first', at(0))] })
    expect(of()[bob]).toMatchObject({ owner: bob, plan: 'growth', keys: [{ id: keyId("bob's") }] })
  })

  test('is not created by events of an unknown account', () => {
    const { log, of } = history()
    log.append(stream, generated('first'), revoked('first', tomorrow), planChanged('growth'), limitsOverridden(1, 2))
    expect(of()).toEqual({})
  })

  test('is not changed by its verifications', () => {
    const log = createRecordedLog()
    log.append(`usage-${ada}.2026-11`, addressVerified(), addressesVerified({ valid: 2 }))
    log.append(`limit-${ada}.2026-11.month`, usageLimitReached('2026-11'))
    log.append(`key-${'ab'.repeat(32)}`, { type: 'ApiKeyIssued', data: { account: ada, key: keyId('first') } })
    expect(log.events.flatMap((event) => accounts.keys(event as never))).toEqual([])
  })
})
