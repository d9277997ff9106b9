import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
import { entryLimit } from '../../kernel/entryLimit.js'
import { monotonicTtl } from '../../kernel/monotonicTtl.js'
import type { WebhookEventKind } from '../webhooks/events.js'
import { subscribers } from './projections/subscribers.js'

/** Lifetime of a cached subscription: a webhook created by another process takes effect within it. */
const CACHE_TTL_MS = 1_000
const CACHE_SIZE = 50_000

type Kinds = ReadonlySet<WebhookEventKind>

const NO_KINDS: Kinds = new Set()

export type Subscribers = ReturnType<typeof createSubscribers>

/** Returns which event kinds an account's webhooks subscribe to; synchronous when cached. */
export function createSubscribers({ eventing, clock }: { readonly eventing: Eventing; readonly clock: Clock }) {
  const model = eventing.read(subscribers)
  const cache = new LRUCache<string, Kinds | Promise<Kinds>>({
    ...entryLimit(CACHE_SIZE),
    ...monotonicTtl(CACHE_TTL_MS, clock),
  })

  async function lookUp(account: string): Promise<Kinds> {
    const webhooks = (await model.get(account))?.document.webhooks ?? []
    return webhooks.length === 0
      ? NO_KINDS
      : new Set(webhooks.flatMap(({ events, enabled }) => (enabled ? events : [])))
  }

  function kindsOf(account: string): Kinds | Promise<Kinds> {
    const known = cache.get(account)
    if (known) return known
    const found = lookUp(account)
    cache.set(account, found)
    // If the entry was invalidated during the lookup, the result is not cached.
    const cacheKinds = (kinds: Kinds | undefined) => {
      if (cache.peek(account) !== found) return
      if (kinds) cache.set(account, kinds)
      else cache.delete(account)
    }
    found.then(cacheKinds, () => cacheKinds(undefined))
    return found
  }

  return {
    /** Whether an enabled webhook of the account subscribes to a kind of event. */
    isSubscribed(account: string, kind: WebhookEventKind): boolean | Promise<boolean> {
      return mapMaybePromise(kindsOf(account), (kinds) => kinds.has(kind))
    },
    /** Invalidates the cache. To be called after the read model has processed a change of the account's webhooks. */
    changed: (account: string): void => void cache.delete(account),
  }
}
