// Knows which accounts report outcomes, at next to no cost for those that do not.
import type { Eventing } from '../../eventing/eventing.js'
import { createAnswerCache } from '../../kernel/answerCache.js'
import type { Clock } from '../../kernel/clock.js'
import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
import { outcomeAccounts } from './projections/outcomeAccounts.js'

/** Lifetime of what is cached about an account: its first outcome may reach another process. */
const CACHE_TTL_MS = 1_000
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

  async function ask(account: string): Promise<Known> {
    const since = (await model.get(account))?.document.since
    return { since: since === undefined ? undefined : Date.parse(since) }
  }

  const known = createAnswerCache({ ask, maxEntries: CACHE_SIZE, ttlMs: CACHE_TTL_MS, clock })
  return {
    since: (account) => mapMaybePromise(known.of(account), sinceOf),
    changed: known.forget,
  }
}

interface Known {
  readonly since: number | undefined
}

const sinceOf = ({ since }: Known) => since
