import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { type Clock, stopwatch } from '../../kernel/clock.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { outcomeAccounts } from './projections/outcomeAccounts.js'

/** Lifetime of the cached fact that an account reports no outcomes: its first one may reach another process. */
const SILENT_TTL_MS = 1_000
const CACHE_SIZE = 50_000

/** Which accounts report outcomes, so that those that do not cost nothing. */
export interface Reporters {
  /**
   * Since when the account reports outcomes, milliseconds since the epoch; undefined if it does not. Synchronous when cached; a second
   * late for the first outcome that another process records.
   */
  since(account: string): number | undefined | Promise<number | undefined>
  /** To be called after the read model has the account's first outcome. */
  changed(account: string): void
}

export function createReporters({
  eventing,
  clock,
}: {
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
}): Reporters {
  const model = eventing.read(outcomeAccounts)
  const elapsed = stopwatch(clock)
  const cache = new LRUCache<string, Known>(entryLimit(CACHE_SIZE))

  async function ask(account: string): Promise<number | undefined> {
    const since = (await model.get(account))?.document.since
    const known = since === undefined ? undefined : Date.parse(since)
    cache.set(account, {
      since: known,
      until: known === undefined ? elapsed() + SILENT_TTL_MS : Number.POSITIVE_INFINITY,
    })
    return known
  }

  return {
    since(account) {
      const known = cache.get(account)
      if (known instanceof Promise) return known
      // An account that reports never stops: the clock is not asked.
      if (known && (known.since !== undefined || elapsed() < known.until)) return known.since
      const asked = ask(account)
      cache.set(account, asked)
      asked.catch(() => {
        if (cache.peek(account) === asked) cache.delete(account)
      })
      return asked
    },
    changed: (account) => void cache.delete(account),
  }
}

/** What is known about an account, or the question, while it is asked. */
type Known = { readonly since: number | undefined; readonly until: number } | Promise<number | undefined>
