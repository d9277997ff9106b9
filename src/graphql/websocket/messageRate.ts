import { LRUCache } from 'lru-cache'
import { createTokenBucket, type TokenBucket } from '../../kernel/concurrency/tokenBucket.js'

/** Messages and control frames of all connections of one client address: at once, and a second. */
const MESSAGES = { capacity: 2_000, perSecond: 200 }
/** Bytes of messages, likewise. */
const BYTES = { capacity: 8 * 1_048_576, perSecond: 1_048_576 }
/** Client addresses whose rate is remembered. One that is forgotten begins with full buckets. */
const MAX_CLIENTS = 10_000

export interface MessageRate {
  /** Counts a message of so many bytes, or a control frame. @returns false when it is one too many */
  allows(bytes: number): boolean
}

/**
 * How fast client addresses may send, whether or not what they send is an operation: each message costs its parsing,
 * and operations alone are counted otherwise. Opening another connection does not help.
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
