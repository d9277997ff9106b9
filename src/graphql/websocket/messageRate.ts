import { LRUCache } from 'lru-cache'
import { createTokenBucket, type TokenBucket } from '../../kernel/concurrency/tokenBucket.js'
import { perClient } from '../../kernel/limits.js'

/** Client addresses whose buckets are kept. An evicted one starts with full buckets again. */
const MAX_CLIENTS = 10_000

export interface MessageRate {
  /** Counts frames and bytes that have arrived. @returns false if the rate is exceeded */
  allows(frames: number, bytes: number): boolean
}

/**
 * Rate limit for messages, per client address over all of its connections. Applies to every frame as it arrives, because it
 * costs time whether or not it completes an operation; operations have further limits.
 */
export function createMessageRates(): (client: string) => MessageRate {
  const clients = new LRUCache<string, { readonly frames: TokenBucket; readonly bytes: TokenBucket }>({
    max: MAX_CLIENTS,
  })
  return (client) => {
    let buckets = clients.get(client)
    if (!buckets) {
      buckets = {
        frames: createTokenBucket(perClient.socketMessages.frames),
        bytes: createTokenBucket(perClient.socketMessages.bytes),
      }
      clients.set(client, buckets)
    }
    const { frames, bytes } = buckets
    return { allows: (arrived, size) => frames.tryTake(arrived) && bytes.tryTake(size) }
  }
}
