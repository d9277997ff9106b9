// Fills a log with accounts and single verifications.
import { newEvents } from '../../../src/eventing/newEvents.js'
import type { AccountEvent } from '../../../src/features/accounts/events.js'
import type { AddressVerified } from '../../../src/features/verification/events.js'
import { newId, sha256 } from '../../../src/kernel/ids.js'
import { monthOf } from '../../../src/kernel/months.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { streamName } from '../../../src/kernel/stream.js'
import { runConcurrently, skewedIndex } from './distribution.js'

/** Concurrent appends, as in a busy service. */
const CONCURRENT_APPENDS = 1_000

/**
 * Fills a log as a service would have done: accounts with one key each, then single verifications with a skewed
 * distribution, in which a tenth of the accounts makes nearly half.
 */
export async function writeLog(store: EventStore, events: number, accounts: number): Promise<void> {
  const ids = Array.from({ length: accounts }, newId)
  await runConcurrently(CONCURRENT_APPENDS, ids, (account) =>
    append(streamName('account', account), account, registered(account)),
  )
  const month = monthOf(Date.now())
  const verifications = Array.from({ length: events - 2 * accounts }, (_, index) => index)
  await runConcurrently(CONCURRENT_APPENDS, verifications, (index) => {
    const account = ids[skewedIndex(index, accounts)]!
    return append(streamName('usage', `${account}.${month}`), account, [verified(account, index)])
  })

  function append(stream: string, account: string, decided: readonly (AccountEvent | AddressVerified)[]) {
    const id = newId()
    const actor = { id: account, correlationId: id, commandId: id }
    return store.append(stream, newEvents(stream, decided, actor), { expected: 'any' })
  }
}

/** Placeholder with the length of a sealed address. */
const SEALED = 'x'.repeat(90)

const registered = (account: string): AccountEvent[] => [
  { type: 'AccountRegistered', data: { account, email: SEALED, name: null, plan: 'free' } },
  {
    type: 'ApiKeyGenerated',
    data: {
      account,
      key: newId(),
      digest: sha256(account),
      masked: 'mpk_abcd…',
      name: null,
      sandbox: false,
      expiresAt: null,
    },
  },
]

const verified = (account: string, index: number): AddressVerified => ({
  type: 'AddressVerified',
  data: {
    account,
    api: 'v1',
    status: index % 7 === 0 ? 'invalid' : 'valid',
    valid: index % 7 !== 0,
    reason: index % 7 === 0 ? 'mx' : null,
    disposable: index % 11 === 0,
    role: index % 13 === 0,
    free: index % 2 === 0,
    domain: `d${index % 500}.example.net`,
    provider: null,
    durationUs: 150 + (index % 400),
    charged: 1,
    decision: index % 7 === 0 ? 'deny' : 'allow',
    ...(index % 7 === 0 && { reasons: ['mx_absent'], route: 'no_target' }),
    lists: 'v2026-11-26-3fa91c04d2b7',
    address: index,
    key: 2_588,
  },
})
