// The read model that finds a key by its digest.
import { describe, expect, test } from '@jest/globals'
import { apiKeys } from '../../src/features/accounts/projections/apiKeys.js'
import { sha256 } from '../../src/kernel/ids.js'
import {
  ada,
  bob,
  generated,
  keyId,
  limitsOverridden,
  planChanged,
  registered,
  restricted,
  revoked,
} from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'

const stream = `account-${ada}`
const tomorrow = '2026-11-22T09:00:00.000Z'
const nextWeek = '2026-11-28T09:00:00.000Z'

const live = (name: string, owner = ada) => ({
  owner,
  key: keyId(name),
  sandbox: false,
  expiresAt: null,
  revokedAt: null,
})

describe('a key is found by its digest', () => {
  const log = createRecordedLog()
  log.append(stream, registered(), generated('first'))
  log.append(stream, generated('second', { name: 'c2VydmVy', sandbox: true, expiresAt: tomorrow }))
  log.append(stream, revoked('first', nextWeek))
  log.append(stream, revoked('first', tomorrow))
  log.append(`account-${bob}`, registered(bob), generated("bob's", {}, bob))

  test('with its account, its kind and its expiry, and nothing else', () =>
    expect(documentsOf(apiKeys, log.events)).toStrictEqual({
      [sha256('first')]: { ...live('first'), revokedAt: tomorrow },
      [sha256('second')]: { ...live('second'), sandbox: true, expiresAt: tomorrow },
      [sha256("bob's")]: live("bob's", bob),
    }))
})

test('a key with restrictions is found with them', () => {
  const restrictions = { scopes: ['read'], publishable: false, networks: 'c2VhbGVk', origins: null } as const
  const log = createRecordedLog()
  log.append(stream, registered(), restricted('reader', { restrictions }))
  log.append(stream, revoked('reader', tomorrow))
  expect(documentsOf(apiKeys, log.events)).toStrictEqual({
    [sha256('reader')]: { ...live('reader'), revokedAt: tomorrow, restrictions },
  })
})

describe('key lookups', () => {
  const touched = (...events: Parameters<ReturnType<typeof createRecordedLog>['append']>[1][]) =>
    createRecordedLog()
      .append(stream, ...events)
      .flatMap((event) => apiKeys.keys(event as never))

  test('are not changed by events of the account', () =>
    expect(touched(registered(), planChanged('growth'), limitsOverridden(1, 2), addressVerified())).toEqual([]))

  test('are not created by the end of an unknown key', () => {
    const log = createRecordedLog()
    log.append(stream, revoked('first', tomorrow))
    expect(documentsOf(apiKeys, log.events)).toEqual({})
  })
})
