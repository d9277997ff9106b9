import { newEvents } from '../../src/eventing/newEvents.js'
import { contribute } from '../../src/features/pool/decide.js'
import { PUBLIC_POOL } from '../../src/features/pool/events.js'
import { addressFor } from '../../src/features/pool/state.js'
import { iso } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { addressNamed } from '../../test/support/poolEvents.js'

/** Concurrent appends, as in a busy service. */
const AT_ONCE = 500
const DOMAINS = 400
const SIXTY_DAYS_MS = 60 * 24 * 60 * 60_000

/**
 * Fills the public pool as accounts would have, address by address: every account contributes, a tenth of them makes
 * most, and a few domains have most of the addresses.
 */
export async function writePool(store: EventStore, contributions: number, accounts: number): Promise<void> {
  const ids = Array.from({ length: accounts }, newId)
  let next = 0
  const worker = async () => {
    while (next < contributions) await write(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))

  function write(index: number) {
    const account = ids[index < accounts ? index : skewed(index, accounts)]!
    const address = addressNamed(String(index))
    const cause = newId()
    const now = Date.now()
    const { stream, initial } = addressFor({ pool: PUBLIC_POOL, address, account, cause })
    const decided = contribute(initial, {
      account,
      pool: PUBLIC_POOL,
      result: {
        address,
        domain: `d${skewed(index * 7, DOMAINS)}.example.net`,
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
      age: SIXTY_DAYS_MS,
      quorum: 1,
      newDomain: index < DOMAINS,
      credited: true,
      now,
    })
    const actor = { id: account, correlationId: cause, commandId: cause }
    return store.append(stream, newEvents(stream, decided, actor), { expected: 'no_stream' })
  }
}

/** Spread evenly by the golden ratio, then pressed towards zero. */
const skewed = (index: number, count: number): number => Math.floor(count * ((index * 0.618_034) % 1) ** 3)
