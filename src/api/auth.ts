// Authenticates requests by their API key.
import type { Request } from 'express'
import { type Accounts, type Caller, UnknownKey } from '../features/accounts/index.js'
import type { Headers } from '../httpMessages/send.js'
import { mapMaybePromise } from '../kernel/concurrency/mapMaybePromise.js'
import { Failure } from '../kernel/failure.js'
import type { LocalLimiter } from '../kernel/ports/limiter.js'
import { type Credentials, credentialsOf, hasCredentials, keyInUrl } from './credentials.js'
import { createFailedKeys } from './failedKeys.js'
import { requireForUrl, requirePlace } from './permission.js'
import type { RateLimiter } from './rateLimit.js'

interface AuthDependencies {
  readonly accounts: Accounts
  /** Counts the failed authentications of this process. */
  readonly failures: LocalLimiter
  readonly rateLimiter: Pick<RateLimiter, 'enforce'>
}

export type Auth = ReturnType<typeof createAuth>

/** Authenticates requests by their API key. */
export function createAuth({ accounts, failures, rateLimiter }: AuthDependencies) {
  const failedKeys = createFailedKeys(failures)

  /**
   * @throws Failure MISSING_API_KEY, INVALID_API_KEY, NETWORK_NOT_ALLOWED, ORIGIN_NOT_ALLOWED; RateLimited, after setting
   * the rate limit headers
   */
  const authenticate = (request: Request, headers?: Headers): Caller | Promise<Caller> =>
    identify(credentialsOf(request.headers), request, headers)

  /** Undefined if the request has no key. @throws Failure MISSING_API_KEY, INVALID_API_KEY; RateLimited */
  const authenticateIfPresent = (request: Request, headers?: Headers): Caller | undefined | Promise<Caller> =>
    hasCredentials(request.headers) ? authenticate(request, headers) : undefined

  /**
   * The same where callers may be able to keep nothing but a URL: the key may be its parameter `key`, if it can only report outcomes.
   * @throws Failure INSUFFICIENT_SCOPE too, for a key in the URL that can do more
   */
  function authenticateByUrl(request: Request, headers?: Headers): Caller | Promise<Caller> {
    const key = hasCredentials(request.headers) ? undefined : keyInUrl(request.url)
    if (key === undefined) return authenticate(request, headers)
    return mapMaybePromise(identify({ key, place: 'the URL' }, request, headers), requireForUrl)
  }

  /**
   * Resolves an API key to its caller. After 60 unknown keys within a minute, further unknown keys from the same client
   * address are answered 429; a valid key is never refused.
   * @param request whose client address unknown keys are counted for, and whose place is checked; omit it for the service's
   * own checks
   * @throws Failure INVALID_API_KEY, NETWORK_NOT_ALLOWED, ORIGIN_NOT_ALLOWED; RateLimited
   */
  function identify({ key, place }: Credentials, request?: Request, headers: Headers = {}): Caller | Promise<Caller> {
    try {
      const caller = accounts.authenticate(key, request && (() => failedKeys.lookupClientOf(request)))
      if (!(caller instanceof Promise)) return admit(caller, request)
      return caller.then(
        (known) => admit(known, request),
        (error: unknown) => refuseKey(error, place, request, headers),
      )
    } catch (error) {
      return refuseKey(error, place, request, headers)
    }
  }

  /** Counts a secret that is not known. @throws RateLimited after 60 from the same client address within a minute */
  function countFailure(request: Request, headers: Headers): void {
    const exceeded = failedKeys.count(request)
    if (!exceeded) return
    const { window, limit } = exceeded
    rateLimiter.enforce('verify', window, { limit, scope: 'minute', subject: 'unknownKeys' }, headers)
  }

  function refuseKey(error: unknown, place: string, request: Request | undefined, headers: Headers): never {
    if (error instanceof UnknownKey && request) countFailure(request, headers)
    throw error instanceof Failure && error.code === 'INVALID_API_KEY' ? invalidKey(place) : error
  }

  function admit(caller: Caller, request: Request | undefined): Caller {
    if (caller.restrictions && request) requirePlace(caller, request)
    accounts.keyUsed(caller.key)
    return caller
  }

  return { authenticate, authenticateByUrl, authenticateIfPresent, identify, countFailure }
}

/** Shared instances: capturing a stack trace would be most of the cost of rejecting a flood of unknown keys. */
const INVALID_KEYS = new Map<string, Failure>()

function invalidKey(place: string): Failure {
  const known = INVALID_KEYS.get(place)
  if (known) return known
  const failure = new Failure(
    'INVALID_API_KEY',
    `The API key in ${place} is not valid: it is mistyped, expired or revoked. Generate another one with a key that works.`,
  )
  INVALID_KEYS.set(place, failure)
  return failure
}
