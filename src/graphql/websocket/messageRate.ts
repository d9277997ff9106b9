import { LRUCache } from 'lru-cache'
import { createTokenBucket, type TokenBucket } from '../../kernel/concurrency/tokenBucket.js'

/** Messages and control frames of all connections of one client address: burst size and rate per second. */
const MESSAGES = { capacity: 2_000, perSecond: 200 }
/** The same for bytes of messages. */
const BYTES = { capacity: 8 * 1_048_576, perSecond: 1_048_576 }
/** Client addresses whose buckets are kept. An evicted one starts with full buckets again. */
const MAX_CLIENTS = 10_000

export interface MessageRate {
  /** Counts a message of the given size, or a control frame (0 bytes). @returns false if the rate is exceeded */
  allows(bytes: number): boolean
}

/**
 * Rate limit for messages, per client address over all of its connections. Applies to every message, because parsing costs
 * time whether or not the message is an operation; operations have further limits.
 */
export function createMessageRates(): (client: string) => MessageRate {
  const clients = new LRUCache<string, { readonly messages: TokenBucket; readonly bytes: TokenBucket }>({
    max: MAX_CLIENTS,
  })
  return (client) => {
    let buckets = clients.get(client)
    if (!buckets) {
      buckets = { messages: createTokenBucket(MESSAGES), bytes: createTokenBucket(BYTES) }
      clients.set(client, buckets)
    }
    const { messages, bytes } = buckets
    return { allows: (count) => messages.tryTake(1) && bytes.tryTake(count) }
  }
}
