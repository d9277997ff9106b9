// Fills the public pool with contributions.
import { setTimeout as sleep } from 'node:timers/promises'
import { newEvents } from '../../../src/eventing/newEvents.js'
import { contribute } from '../../../src/features/pool/decide.js'
import { PUBLIC_POOL } from '../../../src/features/pool/events.js'
import { addressFor } from '../../../src/features/pool/state.js'
import { iso } from '../../../src/kernel/clock.js'
import { newId } from '../../../src/kernel/ids.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { client } from '../../../testbed/callers/client.js'
import { addressNamed } from '../../../testbed/given/poolEvents.js'
import { runConcurrently, skewedIndex } from './distribution.js'

/** Concurrent appends, as in a busy service. */
const CONCURRENT_APPENDS = 500
const DOMAINS = 400
const POLL_MS = 20
const SIXTY_DAYS_MS = 60 * 24 * 60 * 60_000

/**
 * Fills the public pool as contributors would have done, one contribution per address, with skewed distributions: every
 * account contributes, a tenth of the accounts makes nearly half of them, and a few domains have most of the addresses.
 */
export async function writePool(store: EventStore, contributions: number, accounts: number): Promise<void> {
  const ids = Array.from({ length: accounts }, newId)
  const indices = Array.from({ length: contributions }, (_, index) => index)
  await runConcurrently(CONCURRENT_APPENDS, indices, contributeAddress)

  function contributeAddress(index: number) {
    const account = ids[index < accounts ? index : skewedIndex(index, accounts)]!
    const address = addressNamed(String(index))
    const cause = newId()
    const now = Date.now()
    const { stream, initial } = addressFor({ pool: PUBLIC_POOL, address, account, cause })
    const decided = contribute(initial, {
      account,
      pool: PUBLIC_POOL,
      result: {
        address,
        domain: `d${skewedIndex(index * 7, DOMAINS)}.example.net`,
        route: 'explicit',
        provider: null,
        valid: index % 7 !== 0,
        disposable: false,
        role: false,
        checkedAt: iso(now),
        ttl: 3_600,
      },
      source: 'single',
      cause,
      group: null,
      standing: { age: SIXTY_DAYS_MS, maturity: SIXTY_DAYS_MS },
      quorum: 1,
      newDomain: index < DOMAINS,
      credited: true,
      now,
    })
    const actor = { id: account, correlationId: cause, commandId: cause }
    return store.append(stream, newEvents(stream, decided, actor), { expected: 'no_stream' })
  }
}

/** Waits until the read models contain this many contributions. @param url of the service */
export async function untilFolded(url: string, contributions: number): Promise<void> {
  const { request, close } = client(url)
  while ((await request('GET', '/v1/pool/stats')).body.total_validations !== contributions) await sleep(POLL_MS)
  close()
}
