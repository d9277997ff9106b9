import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import { type Clock, stopwatch } from '../../kernel/clock.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { outcomeAccounts } from './projections/outcomeAccounts.js'

/** Lifetime of the cached fact that an account reports no outcomes: its first one may reach another process. */
export const SILENT_TTL_MS = 1_000
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
  /** Accounts that report, which never stop. */
  const reporting = new LRUCache<string, number>(entryLimit(CACHE_SIZE))
  /** Of the others, when to ask again, by the stopwatch; or the question, while it is asked. */
  const silent = new LRUCache<string, number | Promise<number | undefined>>(entryLimit(CACHE_SIZE))

  async function ask(account: string): Promise<number | undefined> {
    const since = (await model.get(account))?.document.since
    if (since === undefined) silent.set(account, elapsed() + SILENT_TTL_MS)
    else reporting.set(account, Date.parse(since))
    return since === undefined ? undefined : Date.parse(since)
  }

  return {
    since(account) {
      const known = reporting.get(account)
      if (known !== undefined) return known
      const pending = silent.get(account)
      if (pending instanceof Promise) return pending
      if (pending !== undefined && elapsed() < pending) return undefined
      const asked = ask(account)
      silent.set(account, asked)
      asked.catch(() => {
        if (silent.peek(account) === asked) silent.delete(account)
      })
      return asked
    },
    changed: (account) => void silent.delete(account),
  }
}
