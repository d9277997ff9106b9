// Which account an API key belongs to, with a cache.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { Failure } from '../../../kernel/failure.js'
import { monotonicTtl } from '../../../kernel/monotonicTtl.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { isWellFormedKey } from '../apiKey.js'
import type { Caller } from '../caller.js'
import { isActive } from '../events.js'
import { createFindKey, type FoundKey } from '../internal/findKey.js'
import { createRecentDigests } from '../internal/recentDigests.js'

/** Lifetime of a cached key: a revocation or change of plan in another process takes effect within it. */
const CACHE_TTL_MS = 1_000
const CACHE_SIZE = 50_000
/** Cached unknown keys: enough to answer one that is sent repeatedly, too few for a flood to fill memory. */
const UNKNOWN_CACHE_SIZE = 1_000
/** Maximum number of concurrent key lookups in the stores. */
const MAX_CONCURRENT_LOOKUPS = 256
/** Keys that this process has ended, cached until the read models have certainly caught up. */
const MAX_ENDED_KEYS = 10_000

/** The client that presents a key which must be looked up. */
export interface KeyLookupClient {
  /** The client's site. Lookups are shared fairly between sites. */
  readonly client: string
  /** True after too many unknown keys from this client: its lookups then read only the read models, not the log. */
  readonly throttled: boolean
}

/** The service itself, or an operator command. */
const INTERNAL: KeyLookupClient = { client: '', throttled: false }

/** Responses say where the key was sent, and what to do (`src/api/auth.ts`). */
const INVALID = 'The API key is not valid.'

/** A well-formed key that belongs to no account. */
export class UnknownKey extends Failure {
  constructor() {
    super('INVALID_API_KEY', INVALID)
  }
}

/** A shared instance: capturing a stack trace would be most of the cost of rejecting a flood of unknown keys. */
const UNKNOWN = new UnknownKey()

/** Called when this process ends a key. `effectiveAt`: when the key stops working, ISO 8601. */
export type OnKeyEnded = (key: { readonly digest: string; readonly effectiveAt: string }) => void

/**
 * Resolves an API key to its caller; synchronously when the key is cached.
 * @param lookupClientOf called only if the key must be looked up in the stores
 */
export type Authenticate = (key: string, lookupClientOf?: () => KeyLookupClient) => Caller | Promise<Caller>

interface Authentication {
  readonly authenticate: Authenticate
  /** Takes effect immediately in this process, however far the read models lag. */
  readonly onKeyEnded: OnKeyEnded
  /** Called when the read models have a change of an account by this process: its keys are looked up anew. */
  readonly onAccountChanged: (account: string) => void
}

interface AuthenticateDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly clock: Clock
}

export function createAuthenticate({ eventing, vault, clock }: AuthenticateDependencies): Authentication {
  const findKey = createFindKey(eventing, vault)
  const digests = createRecentDigests(clock, CACHE_TTL_MS)
  const cache = new LRUCache<string, FoundKey>({ ...entryLimit(CACHE_SIZE), ...monotonicTtl(CACHE_TTL_MS, clock) })
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_CACHE_SIZE, ...monotonicTtl(CACHE_TTL_MS, clock) })
  const lookups = createFairSemaphore({ permits: MAX_CONCURRENT_LOOKUPS })

  const ends = new LRUCache<string, string>({ ...entryLimit(MAX_ENDED_KEYS) })

  const authenticate: Authenticate = (key, lookupClientOf) => {
    const digest = digests.digestOf(key, requireWellFormed)
    const known = cache.get(digest)
    if (known) return callerOf(known)
    digests.forget(key)
    if (unknown.has(digest)) throw UNKNOWN
    return lookUp(digest, lookupClientOf?.() ?? INTERNAL).then(callerOf)
  }

  function callerOf({ key, caller }: FoundKey): Caller {
    if (!isUsable(key)) throw invalid()
    return caller
  }

  /** Most keys never expire, so the clock is not read for them. */
  const isUsable = (key: FoundKey['key']): boolean =>
    (key.expiresAt === null && key.revokedAt === null) || isActive(key, iso(clock.now()))

  const lookUp = (digest: string, { client, throttled }: KeyLookupClient): Promise<FoundKey> =>
    lookups.run(client, {}, async () => {
      const found = (await findKey.inModels(digest)) ?? (throttled ? undefined : await findKey.inLog(digest))
      if (!found) {
        // A throttled client skips the log. Caching its miss would lock out the owner of a key that only the log has
        // yet.
        if (!throttled) unknown.set(digest, true)
        throw UNKNOWN
      }
      const revokedAt = earlier(found.key.revokedAt, ends.get(digest))
      const known = { ...found, key: { ...found.key, revokedAt } }
      cache.set(digest, known)
      return known
    })

  const onKeyEnded: OnKeyEnded = ({ digest, effectiveAt }) => {
    ends.set(digest, earlier(effectiveAt, ends.get(digest)))
    cache.delete(digest)
  }

  function onAccountChanged(account: string): void {
    for (const [digest, { caller }] of cache.entries()) if (caller.account === account) cache.delete(digest)
  }

  return { authenticate, onKeyEnded, onAccountChanged }
}

/** An end only ever moves to an earlier time, whichever process moved it. */
const earlier = <T extends string | null>(end: T, other: string | undefined): T | string =>
  other !== undefined && (end === null || other < end) ? other : end

const invalid = () => new Failure('INVALID_API_KEY', INVALID)

function requireWellFormed(key: string): void {
  if (!isWellFormedKey(key)) throw invalid()
}
