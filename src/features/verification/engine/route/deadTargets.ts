// A cache of mail hosts that cannot be reached, shared by all searches of a process.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../kernel/clock.js'
import { entryLimit } from '../../../../kernel/entryLimit.js'
import { sharedWork } from '../../../../kernel/limits.js'
import type { Reach } from './reach.js'

/** Saves the domains that name a dead host another lookup of it. */
export interface DeadTargets {
  /** What was found of a host, with the seconds that are left of it; undefined when it has to be looked up. */
  find(host: string): Reach | undefined
  /** @param reach the outcome of a lookup that just ended */
  record(host: string, reach: Reach): void
}

interface Entry {
  readonly reach: Reach
  /** Milliseconds since the epoch. */
  readonly until: number
  /** From its lookup until then. */
  readonly seconds: number
  /** Consecutive lookups that failed. */
  readonly failures: number
}

/** Maximum number of remembered hosts: about 4 MB when full. */
const MAX_HOSTS = 10_000
/** Seconds; bounds of an answer's TTL: zero would make each verification look the host up (maximum: RFC 2308 section 5). */
const MIN_TTL = 5
const MAX_TTL = 10_800
/**
 * Seconds after which a failed lookup is repeated, doubled by each further failure (RFC 9520 section 3.2: at least one second,
 * at most five minutes, with back-off). The maximum is short, because an outage of the service's own resolver fails all lookups.
 */
const FIRST_PAUSE = sharedWork.failedMailHosts.firstPauseMs / 1_000
const MAX_PAUSE = sharedWork.failedMailHosts.maxPauseMs / 1_000

export function createDeadTargets(clock: Clock): DeadTargets {
  const entries = new LRUCache<string, Entry>(entryLimit(MAX_HOSTS))

  return {
    find(host) {
      const entry = entries.get(host)
      const left = entry ? Math.ceil((entry.until - clock.now()) / 1_000) : 0
      // More is left than there was if the clock was set back.
      if (!entry || left <= 0 || left > entry.seconds) return undefined
      return entry.reach.state === 'failed' ? entry.reach : { ...entry.reach, ttl: left }
    },

    record(host, reach) {
      if (reach.state === 'public') return void entries.delete(host)
      const failures = reach.state === 'failed' ? (entries.get(host)?.failures ?? 0) + 1 : 0
      const seconds =
        reach.state === 'failed'
          ? Math.min(FIRST_PAUSE * 2 ** (failures - 1), MAX_PAUSE)
          : Math.min(Math.max(reach.ttl, MIN_TTL), MAX_TTL)
      entries.set(host, { reach, until: clock.now() + seconds * 1_000, seconds, failures })
    },
  }
}
