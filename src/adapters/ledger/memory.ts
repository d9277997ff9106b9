// The quota ledger of a single process, in memory.
import { type Clock, systemClock } from '../../kernel/clock.js'
import type { Ledger, Prime } from '../../kernel/ports/ledger.js'
import { checkAmount } from './amount.js'

/** Longer than any amount stays in flight: an entry that is unchanged for this long can be read from the log again. */
const IDLE_MS = 60 * 60_000
/** Minimum interval between moves of a changed entry to the end of the eviction order. */
const REORDER_INTERVAL_MS = 60_000

interface Entry {
  used: number
  changedAt: number
  /** Set until the usage has been read from the log. */
  priming?: Promise<void>
}

/** Ledger of a single process. An entry that is idle for an hour is evicted; its next use primes it again. */
export function createMemoryLedger({ clock = systemClock }: { readonly clock?: Clock } = {}): Ledger {
  /** In order of their last change, to the minute. */
  const entries = new Map<string, Entry>()
  const keyOf = (account: string, month: string) => `${month} ${account}`

  /** Marks an entry as changed, and evicts idle ones. */
  function touch(key: string, entry: Entry): void {
    const now = clock.now()
    if (now - entry.changedAt < REORDER_INTERVAL_MS) return
    entry.changedAt = now
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest, { changedAt, priming }] of entries) {
      if (priming || now - changedAt < IDLE_MS) break
      entries.delete(oldest)
    }
  }

  function create(key: string, prime: Prime): Entry {
    const entry: Entry = { used: 0, changedAt: clock.now() }
    entry.priming = Promise.resolve()
      .then(prime)
      .then(
        (used) => {
          entry.used = used
          delete entry.priming
        },
        (error: unknown) => {
          entries.delete(key)
          throw error
        },
      )
    entries.set(key, entry)
    return entry
  }

  return {
    async take(account, month, amount, limit, prime) {
      checkAmount(amount)
      const key = keyOf(account, month)
      const entry = entries.get(key) ?? create(key, prime)
      if (entry.priming) await entry.priming
      touch(key, entry)
      const taken = entry.used + amount <= limit
      if (taken) entry.used += amount
      return { taken, used: entry.used }
    },
    async giveBack(account, month, amount) {
      checkAmount(amount)
      const key = keyOf(account, month)
      const entry = entries.get(key)
      // Nothing was taken from this entry yet: the release is in the log, where `prime` reads it.
      if (!entry || entry.priming) return
      touch(key, entry)
      entry.used = Math.max(0, entry.used - amount)
    },
  }
}
