import { newEvents } from '../../src/eventing/newEvents.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import { monthOf } from '../../src/kernel/clock.js'
import { newId, sha256 } from '../../src/kernel/ids.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { streamName } from '../../src/kernel/stream.js'

/** Concurrent appends, as in a busy service. */
const AT_ONCE = 1_000

/**
 * Fills a log as a service would have: accounts with a key each, then single verifications, of which a tenth of the
 * accounts makes most.
 */
export async function writeLog(store: EventStore, events: number, accounts: number): Promise<void> {
  const ids = Array.from({ length: accounts }, newId)
  await each(ids, (account) => append(streamName('account', account), account, registered(account)))
  const month = monthOf(Date.now())
  const verifications = Array.from({ length: events - 2 * accounts }, (_, index) => index)
  await each(verifications, (index) => {
    const account = ids[Math.floor(accounts * ((index * 0.618_034) % 1) ** 3)]!
    return append(streamName('usage', `${account}.${month}`), account, [verified(account, index)])
  })

  function append(stream: string, account: string, decided: readonly (AccountEvent | AddressVerified)[]) {
    const id = newId()
    const actor = { id: account, correlationId: id, commandId: id }
    return store.append(stream, newEvents(stream, decided, actor), { expected: 'any' })
  }
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Text of the length of sealed text. */
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
  },
})
