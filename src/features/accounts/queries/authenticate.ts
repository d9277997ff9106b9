import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { createFairSemaphore } from '../../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../../kernel/failure.js'
import { monotonicTtl } from '../../../kernel/monotonicTtl.js'
import { digestOf, isWellFormed } from '../apiKey.js'
import type { Caller } from '../caller.js'
import { limitsOf } from '../plans.js'
import { accounts } from '../projections/accounts.js'
import { type ApiKeyDocument, apiKeys } from '../projections/apiKeys.js'
import { account, isActive, issuedKey } from '../state.js'

/** What is known of a key is trusted for this long: a revoked key, or a plan that changed, takes effect within it. */
const TRUST_MS = 1_000
const CACHE_SIZE = 50_000
/** Keys that nobody has: enough to answer one that is sent again and again, too few for a flood to fill memory. */
const UNKNOWN_CACHE_SIZE = 1_000
/** Keys that are looked up in the stores at once. */
const LOOK_UPS = 256
/** Keys that this process ended, remembered until the read models have surely seen it. */
const ENDED_KEYS = 10_000

type Found = { readonly caller: Caller; readonly key: Pick<ApiKeyDocument, 'expiresAt' | 'revokedAt'> }

/** Who presents a key that must be looked up. */
export interface Requester {
  /** Look-ups are shared fairly between clients. */
  readonly client: string
  /** Whether so many unknown keys came from this client that only read models are asked for another one, not the log. */
  readonly throttled: boolean
}

/** The service itself, or a command of the operator. */
const INSIDER: Requester = { client: '', throttled: false }

const INVALID =
  'This API key is not valid: it is mistyped, expired or revoked. Generate another one with a key that works.'

/** A well-formed key that nobody has. */
export class UnknownKey extends Failure {
  constructor() {
    super('INVALID_API_KEY', INVALID)
  }
}

/** Made once: the stack of each would be most of what a flood of them costs. */
const UNKNOWN = new UnknownKey()

/** Told of a key that will not work any more from an instant on (ISO 8601). */
export type Ended = (key: { readonly digest: string; readonly effectiveAt: string }) => void

/** Finds out whose key it is: without waiting when it was asked a moment ago. */
export function createAuthenticate({ eventing, clock }: { eventing: Eventing; clock: Clock }) {
  const keyModel = eventing.read(apiKeys)
  const accountModel = eventing.read(accounts)
  const cache = new LRUCache<string, Found>({ max: CACHE_SIZE, ...monotonicTtl(TRUST_MS, clock) })
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_CACHE_SIZE, ...monotonicTtl(TRUST_MS, clock) })
  const lookUps = createFairSemaphore({ permits: LOOK_UPS })

  /** Of good keys given in this second, so that a busy one is not hashed each time. Keys are not kept longer. */
  const digests = new Map<string, string>()
  let digestsSince = 0

  const ends = new LRUCache<string, string>({ max: ENDED_KEYS })

  /**
   * @param requesterOf asked only where the stores must be
   * @throws UnknownKey; Failure INVALID_API_KEY
   */
  function authenticate(key: string, requesterOf?: () => Requester): Caller | Promise<Caller> {
    const digest = digestOfGiven(key)
    const known = cache.get(digest)
    if (known) return callerOf(known)
    digests.delete(key)
    if (unknown.has(digest)) throw UNKNOWN
    return lookUp(digest, requesterOf?.() ?? INSIDER).then(callerOf)
  }

  function digestOfGiven(key: string): string {
    const now = clock.now()
    if (Math.abs(now - digestsSince) >= TRUST_MS) {
      digests.clear()
      digestsSince = now
    }
    const known = digests.get(key)
    if (known !== undefined) return known
    if (!isWellFormed(key)) throw invalid()
    const digest = digestOf(key)
    digests.set(key, digest)
    return digest
  }

  function callerOf({ key, caller }: Found): Caller {
    if (!isOpen(key)) throw invalid()
    return caller
  }

  /** Most keys have no end, and need no clock. */
  const isOpen = (key: Pick<ApiKeyDocument, 'expiresAt' | 'revokedAt'>): boolean =>
    (key.expiresAt === null && key.revokedAt === null) || isActive(key, iso(clock.now()))

  async function lookUp(digest: string, { client, throttled }: Requester): Promise<Found> {
    const turn = lookUps.acquire(client)
    if (turn) await turn
    try {
      const found = (await fromModels(digest)) ?? (throttled ? undefined : await fromLog(digest))
      if (!found) {
        // A key so new that only the log has it may come from somebody else in a moment.
        if (!throttled) unknown.set(digest, true)
        throw UNKNOWN
      }
      const end = ends.get(digest)
      const known = end ? { ...found, key: { ...found.key, revokedAt: end } } : found
      cache.set(digest, known)
      return known
    } finally {
      lookUps.release(client)
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

  /** A key so new that no projection has seen it. */
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

  /** A key that this process ended: at once, however far behind the read models are. */
  const ended: Ended = ({ digest, effectiveAt }) => {
    ends.set(digest, effectiveAt)
    cache.delete(digest)
  }

  return { authenticate, ended }
}

const invalid = () => new Failure('INVALID_API_KEY', INVALID)
