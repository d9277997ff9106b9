import type { Eventing } from '../../eventing/eventing.js'
import { createAnswerCache } from '../../kernel/answerCache.js'
import type { Clock } from '../../kernel/clock.js'
import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
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
  async function lookUp(account: string): Promise<Kinds> {
    const webhooks = (await model.get(account))?.document.webhooks ?? []
    return webhooks.length === 0
      ? NO_KINDS
      : new Set(webhooks.flatMap(({ events, enabled }) => (enabled ? events : [])))
  }

  const kinds = createAnswerCache({ ask: lookUp, maxEntries: CACHE_SIZE, ttlMs: CACHE_TTL_MS, clock })

  return {
    /** Whether an enabled webhook of the account subscribes to a kind of event. */
    isSubscribed(account: string, kind: WebhookEventKind): boolean | Promise<boolean> {
      return mapMaybePromise(kinds.of(account), (known) => known.has(kind))
    },
    /** Invalidates the cache. To be called after the read model has processed a change of the account's webhooks. */
    changed: kinds.forget,
  }
}
