import { LRUCache } from 'lru-cache'
import { getDomain } from 'tldts'
import type { Clock } from '../../../../kernel/clock.js'
import { createTokenBucket, type TokenBucket } from '../../../../kernel/concurrency/tokenBucket.js'
import { entryLimit } from '../../../../kernel/entryLimit.js'

/**
 * Bounds, over all verifications of the process, how many further mail hosts are looked up in one zone: whoever verifies
 * many domains that name many hosts there must not flood its name servers.
 */
export interface ZoneAllowance {
  /** Takes one lookup from what the host's zone, its registrable domain, has left. @returns whether there was one */
  tryTake(host: string): boolean
}

/** Maximum number of zones that are remembered; they are full again after ten seconds anyway. */
const MAX_ZONES = 10_000
/** Lists have domains that moved away from their provider, each with two or three hosts of its own there. */
const BURST = 100
const PER_SECOND = 10

export function createZoneAllowance(clock: Clock): ZoneAllowance {
  const buckets = new LRUCache<string, TokenBucket>(entryLimit(MAX_ZONES))

  return {
    tryTake(host) {
      const zone = getDomain(host, { validateHostname: false }) ?? host
      let bucket = buckets.get(zone)
      if (!bucket) {
        bucket = createTokenBucket({ capacity: BURST, perSecond: PER_SECOND, now: clock.now })
        buckets.set(zone, bucket)
      }
      return bucket.tryTake(1)
    },
  }
}
