import type { Request } from 'express'
import { type Accounts, type Caller, UnknownKey } from '../features/accounts/index.js'
import type { Clock } from '../kernel/clock.js'
import { Failure, RateLimited } from '../kernel/failure.js'
import type { Limiter, LocalLimiter, Window } from '../kernel/ports/limiter.js'
import { clientNetworkOf, clientWindowsOf } from '../web/clientNetwork.js'
import type { Headers } from '../web/send.js'
import type { OperationContract } from './contract/contract.js'
import { createFailedKeys } from './failedKeys.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const WHAT_IS_LIMITED = {
  account: 'Requests of your account are limited to',
  anonymous: 'Requests without a valid key from one address are limited to',
  write: 'Writes of your account are limited to',
  creations: 'Accounts made from one address are limited to',
  siteCreations: 'Accounts made from one network are limited to',
  unknownKeys: 'API keys that nobody has are limited to',
}

const COMMON = { limit: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' }
/** Agents share the window of the other verifications, and read of it in headers of their own. */
const HEADERS = {
  verify: COMMON,
  anonymous: COMMON,
  account_creation: COMMON,
  write: COMMON,
  agent: {
    limit: 'X-Agent-RateLimit-Limit',
    remaining: 'X-Agent-RateLimit-Remaining',
    reset: 'X-Agent-RateLimit-Reset',
  },
}

export interface GateDependencies {
  readonly accounts: Accounts
  readonly limiter: Limiter
  /** Counts failed authentications of this process. */
  readonly failures: LocalLimiter
  readonly clock: Clock
  readonly creationsPerHour: number
  readonly anonymousPerMinute: number
  /** What an account may change that is not charged. */
  readonly writesPerMinute: number
  readonly writesPerDay: number
}

type Scope = 'minute' | 'hour' | 'day'

/** A limit, and what is said when it is reached. */
interface Reached {
  readonly limit: number
  readonly scope: Scope
  readonly what: keyof typeof WHAT_IS_LIMITED
}

/** Beside what the contract limits: requests of nobody, by their client address. */
type Kind = NonNullable<OperationContract['limit']> | 'anonymous'

export type Gate = ReturnType<typeof createGate>

/** Who comes in, and how often. */
export function createGate(dependencies: GateDependencies) {
  const { accounts, limiter, failures, clock, creationsPerHour, anonymousPerMinute, writesPerMinute, writesPerDay } =
    dependencies
  const failedKeys = createFailedKeys(failures)

  /** @throws Failure MISSING_API_KEY, INVALID_API_KEY; RateLimited, and then says so in the headers */
  const authenticate = (request: Request, headers?: Headers): Caller | Promise<Caller> =>
    identify(request.headers['x-api-key'], request, headers)

  /**
   * Whose key it is. After 60 keys in a minute that nobody has, further ones from the same client address are answered
   * 429; a key that works is never refused.
   * @param request whose client address unknown keys are counted for; of the service itself there is none
   * @throws Failure MISSING_API_KEY, INVALID_API_KEY; RateLimited
   */
  function identify(key: unknown, request?: Request, headers: Headers = {}): Caller | Promise<Caller> {
    if (typeof key !== 'string' || key === '') {
      throw new Failure(
        'MISSING_API_KEY',
        'Send your API key in the header X-API-Key. POST /v1/accounts/create gives you one.',
      )
    }
    try {
      const caller = accounts.authenticate(key, request && (() => failedKeys.requesterOf(request)))
      if (!(caller instanceof Promise)) return use(caller)
      return caller.then(use, (error: unknown) => refuse(error, request, headers))
    } catch (error) {
      return refuse(error, request, headers)
    }
  }

  function refuse(error: unknown, request: Request | undefined, headers: Headers): never {
    const exceeded = error instanceof UnknownKey && request ? failedKeys.count(request) : undefined
    if (exceeded)
      pass('verify', exceeded.window, { limit: exceeded.limit, scope: 'minute', what: 'unknownKeys' }, headers)
    throw error
  }

  function use(caller: Caller): Caller {
    accounts.keyUsed(caller.key)
    return caller
  }

  /** @throws Failure INVALID_API_KEY; RateLimited; without any key there is nobody */
  const authenticateIfPresent = (request: Request, headers?: Headers): Caller | undefined | Promise<Caller> =>
    request.headers['x-api-key'] === undefined ? undefined : authenticate(request, headers)

  /** Counts the call, or as many at once as `calls` says, and says in the headers what is left. @throws RateLimited */
  function limit(
    kind: Kind | undefined,
    request: Request,
    caller: Caller | undefined,
    headers: Headers,
    calls = 1,
  ): void | Promise<void> {
    switch (kind) {
      case 'verify':
      case 'agent': {
        const { account, perMinute, sandbox } = caller!
        const window = limiter.hit(`${sandbox ? 'sandbox' : 'verify'}:${account}`, perMinute, MINUTE_MS, calls)
        return whenKnown(kind, window, { limit: perMinute, scope: 'minute', what: 'account' }, headers)
      }
      case 'anonymous': {
        const window = limiter.hit(
          `anonymous:${clientNetworkOf(request.ip ?? '')}`,
          anonymousPerMinute,
          MINUTE_MS,
          calls,
        )
        return whenKnown(kind, window, { limit: anonymousPerMinute, scope: 'minute', what: 'anonymous' }, headers)
      }
      case 'write':
        return limitWrites(caller!, headers, calls)
      case 'account_creation':
        return limitCreations(request.ip ?? '', headers, calls)
      case undefined:
        return
    }
  }

  /** A sandbox key, which may stand in test code, uses up nothing of what the account's own keys may write. */
  function limitWrites({ account, sandbox }: Caller, headers: Headers, calls: number): void | Promise<void> {
    const key = `${sandbox ? 'sandbox_write' : 'write'}:${account}`
    const window = limiter.hit(key, writesPerMinute, MINUTE_MS, calls)
    const minute = whenKnown('write', window, { limit: writesPerMinute, scope: 'minute', what: 'write' }, headers)
    return minute ? minute.then(countDay) : countDay()

    /** Of the day is told only when it refuses. */
    function countDay(): void | Promise<void> {
      const day = limiter.hit(key, writesPerDay, DAY_MS, calls)
      return day instanceof Promise ? day.then(passDay) : passDay(day)
    }

    function passDay(day: Window): void {
      if (!day.allowed) pass('write', day, { limit: writesPerDay, scope: 'day', what: 'write' }, headers)
    }
  }

  /** The own window first: calls that it refuses are not counted for the site, whose other subscribers go on. */
  function limitCreations(ip: string, headers: Headers, calls: number): void | Promise<void> {
    const [own, site] = clientWindowsOf(ip)
    const window = limiter.hit(`create:${own.name}`, creationsPerHour, HOUR_MS, calls)
    const reached: Reached = { limit: creationsPerHour, scope: 'hour', what: 'creations' }
    const known = whenKnown('account_creation', window, reached, headers)
    if (!site) return known
    const limit = creationsPerHour * site.times
    return Promise.resolve(known)
      .then(() => limiter.hit(`create:${site.name}`, limit, HOUR_MS, calls))
      .then((all) => {
        if (!all.allowed) pass('account_creation', all, { limit, scope: 'hour', what: 'siteCreations' }, headers)
      })
  }

  const whenKnown = (kind: Kind, window: Window | Promise<Window>, reached: Reached, headers: Headers) =>
    window instanceof Promise
      ? window.then((known) => pass(kind, known, reached, headers))
      : pass(kind, window, reached, headers)

  function pass(
    kind: Kind,
    { allowed, remaining, resetsAt }: Window,
    { limit, scope, what }: Reached,
    headers: Headers,
  ): void {
    const reset = Math.ceil(resetsAt / 1_000)
    const names = HEADERS[kind]
    headers[names.limit] = String(limit)
    headers[names.remaining] = String(remaining)
    headers[names.reset] = String(reset)
    if (allowed) return
    const retryAfter = Math.max(1, Math.ceil((resetsAt - clock.now()) / 1_000))
    const message = `${WHAT_IS_LIMITED[what]} ${limit} a${scope === 'hour' ? 'n' : ''} ${scope}. Try again in ${retryAfter} s.`
    throw new RateLimited(message, { limit, scope, retryAfter, reset })
  }

  return { authenticate, identify, authenticateIfPresent, limit }
}
