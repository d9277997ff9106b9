import { type Clock, systemClock } from '../../kernel/clock.js'
import type { Ledger, Prime } from '../../kernel/ports/ledger.js'

/** Nothing stays in flight this long: an account's month that did not change since can be primed again. */
const IDLE_MS = 60 * 60_000
/** An entry that changes moves to the end of the line at most this often. */
const MOVE_MS = 60_000

interface Entry {
  used: number
  changed: number
  /** Set until the log has said how the month stands. */
  priming?: Promise<void>
}

/** The ledger of a single process. Entries idle for an hour are forgotten, and primed anew when asked for. */
export function createMemoryLedger({ clock = systemClock }: { readonly clock?: Clock } = {}): Ledger {
  /** In the order of their last change, give or take a minute. */
  const entries = new Map<string, Entry>()
  const keyOf = (account: string, month: string) => `${month} ${account}`

  function touch(key: string, entry: Entry): void {
    const now = clock.now()
    if (now - entry.changed < MOVE_MS) return
    entry.changed = now
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest, { changed, priming }] of entries) {
      if (priming || now - changed < IDLE_MS) break
      entries.delete(oldest)
    }
  }

  function begin(key: string, prime: Prime): Entry {
    const entry: Entry = { used: 0, changed: clock.now() }
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
      if (!(amount >= 0)) throw new RangeError('an amount cannot be negative')
      const key = keyOf(account, month)
      const entry = entries.get(key) ?? begin(key, prime)
      if (entry.priming) await entry.priming
      touch(key, entry)
      const taken = entry.used + amount <= limit
      if (taken) entry.used += amount
      return { taken, used: entry.used }
    },
    async giveBack(account, month, amount) {
      if (!(amount >= 0)) throw new RangeError('an amount cannot be negative')
      const key = keyOf(account, month)
      const entry = entries.get(key)
      // Nothing was taken here yet: what is given back is in the log, and the prime reads it there.
      if (!entry || entry.priming) return
      touch(key, entry)
      entry.used = Math.max(0, entry.used - amount)
    },
  }
}
