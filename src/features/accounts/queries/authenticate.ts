import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'
import { monotonicTtl } from '../../../kernel/monotonicTtl.js'
import { digestOf, isWellFormedKey } from '../apiKey.js'
import type { Caller } from '../caller.js'
import { limitsOf } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { type ApiKeyDocument, apiKeys } from '../projections/apiKeys.js'
import { account, isActive, issuedKey } from '../state.js'

/** Lifetime of a cached key: a revocation or change of plan in another process takes effect within it. */
const CACHE_TTL_MS = 1_000
const CACHE_SIZE = 50_000
/** Cached unknown keys: enough to answer one that is sent repeatedly, too few for a flood to fill memory. */
const UNKNOWN_CACHE_SIZE = 1_000
/** Maximum number of concurrent key lookups in the stores. */
const MAX_CONCURRENT_LOOKUPS = 256
/** Keys that this process has ended, remembered until the read models have certainly caught up. */
const MAX_ENDED_KEYS = 10_000

type Found = { readonly caller: Caller; readonly key: Pick<ApiKeyDocument, 'expiresAt' | 'revokedAt'> }

/** The client that presents a key which must be looked up. */
export interface KeyLookupClient {
  /** The client's site. Lookups are shared fairly between sites. */
  readonly client: string
  /** True after too many unknown keys from this client: its lookups then read only the read models, not the log. */
  readonly throttled: boolean
}

/** The service itself, or an operator command. */
const INTERNAL: KeyLookupClient = { client: '', throttled: false }

const INVALID =
  'This API key is not valid: it is mistyped, expired or revoked. Generate another one with a key that works.'

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

/** Resolves an API key to its caller; synchronously when the key is cached. */
export function createAuthenticate({ eventing, clock }: { eventing: Eventing; clock: Clock }) {
  const keyModel = eventing.read(apiKeys)
  const accountModel = eventing.read(accounts)
  const cache = new LRUCache<string, Found>({ max: CACHE_SIZE, ...monotonicTtl(CACHE_TTL_MS, clock) })
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_CACHE_SIZE, ...monotonicTtl(CACHE_TTL_MS, clock) })
  const lookups = createFairSemaphore({ permits: MAX_CONCURRENT_LOOKUPS })

  /**
   * Digests of the valid keys seen in the last second, so that a busy key is not hashed for each request. Plain keys
   * are kept no longer than that.
   */
  const digests = new Map<string, string>()
  let digestsSince = 0

  const ends = new LRUCache<string, string>({ max: MAX_ENDED_KEYS })

  /**
   * @param requesterOf called only if the key must be looked up in the stores
   * @throws UnknownKey; Failure INVALID_API_KEY
   */
  function authenticate(key: string, requesterOf?: () => KeyLookupClient): Caller | Promise<Caller> {
    const digest = cachedDigestOf(key)
    const known = cache.get(digest)
    if (known) return callerOf(known)
    digests.delete(key)
    if (unknown.has(digest)) throw UNKNOWN
    return lookUp(digest, requesterOf?.() ?? INTERNAL).then(callerOf)
  }

  function cachedDigestOf(key: string): string {
    const now = clock.now()
    if (Math.abs(now - digestsSince) >= CACHE_TTL_MS) {
      digests.clear()
      digestsSince = now
    }
    const known = digests.get(key)
    if (known !== undefined) return known
    if (!isWellFormedKey(key)) throw invalid()
    const digest = digestOf(key)
    digests.set(key, digest)
    return digest
  }

  function callerOf({ key, caller }: Found): Caller {
    if (!isOpen(key)) throw invalid()
    return caller
  }

  /** Most keys never expire, so the clock is not read for them. */
  const isOpen = (key: Pick<ApiKeyDocument, 'expiresAt' | 'revokedAt'>): boolean =>
    (key.expiresAt === null && key.revokedAt === null) || isActive(key, iso(clock.now()))

  async function lookUp(digest: string, { client, throttled }: KeyLookupClient): Promise<Found> {
    const permit = lookups.acquire(client)
    if (permit) await permit
    try {
      const found = (await fromModels(digest)) ?? (throttled ? undefined : await fromLog(digest))
      if (!found) {
        // A throttled client skips the log. Caching its miss would lock out the owner of a key that only the log has
        // yet.
        if (!throttled) unknown.set(digest, true)
        throw UNKNOWN
      }
      const end = ends.get(digest)
      const known = end ? { ...found, key: { ...found.key, revokedAt: end } } : found
      cache.set(digest, known)
      return known
    } finally {
      lookups.release(client)
    }
  }

  async function fromModels(digest: string): Promise<Found | undefined> {
    const key = (await keyModel.get(digest))?.document
    const owner = key && (await accountModel.get(key.owner))?.document
    if (!key || !owner) return undefined
    const { plan, overrides } = owner
    return {
      key,
      caller: { account: key.owner, key: key.key, sandbox: key.sandbox, plan, ...limitsOf(plan, overrides) },
    }
  }

  /** Finds a key that no projection has processed yet. */
  async function fromLog(digest: string): Promise<Found | undefined> {
    const { state: issued } = await eventing.load(issuedKey(digest))
    if (!issued) return undefined
    const { state } = await eventing.load(account(issued.account))
    const key = state.status === 'active' && state.keys.find(({ id }) => id === issued.key)
    if (state.status !== 'active' || !key) return undefined
    const { plan, overrides } = state
    return {
      key,
      caller: { account: issued.account, key: key.id, sandbox: key.sandbox, plan, ...limitsOf(plan, overrides) },
    }
  }

  /** Takes effect immediately in this process, however far behind the read models are. */
  const onKeyEnded: OnKeyEnded = ({ digest, effectiveAt }) => {
    ends.set(digest, effectiveAt)
    cache.delete(digest)
  }

  return { authenticate, onKeyEnded }
}

const invalid = () => new Failure('INVALID_API_KEY', INVALID)
