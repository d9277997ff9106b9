import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { monotonicTtl } from '../../kernel/monotonicTtl.js'
import type { WebhookEventKind } from '../webhooks/events.js'
import { subscribers } from './projections/subscribers.js'

/** What is known of an account is trusted for this long: a webhook made by another process is heard within it. */
const TRUST_MS = 1_000
const CACHE_SIZE = 50_000

type Kinds = ReadonlySet<WebhookEventKind>

const NOBODY: Kinds = new Set()

export type Subscribers = ReturnType<typeof createSubscribers>

/** Whom to tell: without waiting when it was asked a moment ago. */
export function createSubscribers({ eventing, clock }: { readonly eventing: Eventing; readonly clock: Clock }) {
  const model = eventing.read(subscribers)
  const cache = new LRUCache<string, Kinds | Promise<Kinds>>({
    max: CACHE_SIZE,
    ...monotonicTtl(TRUST_MS, clock),
  })

  async function lookUp(account: string): Promise<Kinds> {
    const webhooks = Object.values((await model.get(account))?.document.webhooks ?? {})
    return webhooks.length === 0 ? NOBODY : new Set(webhooks.flatMap(({ events, enabled }) => (enabled ? events : [])))
  }

  function kindsOf(account: string): Kinds | Promise<Kinds> {
    const known = cache.get(account)
    if (known) return known
    const found = lookUp(account)
    cache.set(account, found)
    // What was forgotten while it was looked up is not remembered after all.
    const remember = (kinds: Kinds | undefined) => {
      if (cache.peek(account) !== found) return
      if (kinds) cache.set(account, kinds)
      else cache.delete(account)
    }
    found.then(remember, () => remember(undefined))
    return found
  }

  return {
    /** Whether an enabled webhook of the account listens for events of a kind. */
    hear(account: string, kind: WebhookEventKind): boolean | Promise<boolean> {
      const kinds = kindsOf(account)
      return kinds instanceof Promise ? kinds.then((found) => found.has(kind)) : kinds.has(kind)
    },
    /** An account's webhooks have changed, and the read model has seen it. */
    changed: (account: string): void => void cache.delete(account),
  }
}
