// The budget of lookups that each zone of mail hosts gets from all verifications of a process.
import { LRUCache } from 'lru-cache'
import { getDomain } from 'tldts'
import type { Clock } from '../../../../kernel/clock.js'
import { createTokenBucket, type TokenBucket } from '../../../../kernel/concurrency/tokenBucket.js'
import { entryLimit } from '../../../../kernel/entryLimit.js'
import { sharedWork } from '../../../../kernel/limits.js'

/** Protects the name servers of a zone from verifications of many domains that name many hosts there. */
export interface ZoneAllowance {
  /** Takes one lookup from what the host's zone, its registrable domain, has left. @returns whether there was one */
  tryTake(host: string): boolean
}

/** Maximum number of zones that are remembered; a budget is full again after ten seconds anyway. */
const MAX_ZONES = 10_000
export function createZoneAllowance(clock: Clock): ZoneAllowance {
  const buckets = new LRUCache<string, TokenBucket>(entryLimit(MAX_ZONES))

  return {
    tryTake(host) {
      const zone = getDomain(host, { validateHostname: false }) ?? host
      let bucket = buckets.get(zone)
      if (!bucket) {
        bucket = createTokenBucket({ ...sharedWork.mailHostZones, now: clock.now })
        buckets.set(zone, bucket)
      }
      return bucket.tryTake(1)
    },
  }
}
