// Counts requests against their limits per minute, hour and day, and writes the headers that report them.
import type { Request } from 'express'
import { type Caller, isPublishable } from '../features/accounts/index.js'
import { clientWindowsOf } from '../httpMessages/clientNetwork.js'
import type { Headers } from '../httpMessages/send.js'
import type { Clock } from '../kernel/clock.js'
import { mapMaybePromise } from '../kernel/concurrency/mapMaybePromise.js'
import { RateLimited } from '../kernel/failure.js'
import { perAccount, perClient, type WindowName, windowKey } from '../kernel/limits.js'
import type { Limiter, LocalLimiter, Window } from '../kernel/ports/limiter.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.js'
import type { OperationContract } from './contract/contract.js'

/** Who is limited, and in what; for the 429 message. */
const SUBJECTS = {
  account: ['Your account', 'requests'],
  graphql: ['Your account', 'GraphQL requests'],
  mcp: ['Your account', 'MCP messages'],
  anonymous: ['Your IP address', 'requests without a valid key'],
  publicReads: ['Your IP address', 'public reads'],
  sitePublicReads: ['Your network', 'public reads'],
  siteAnonymous: ['Your network', 'requests without a valid key'],
  write: ['Your account', 'writes'],
  sender: ['Your account', 'requests with events of senders'],
  creations: ['Your IP address', 'new accounts'],
  siteCreations: ['Your network', 'new accounts'],
  unknownKeys: ['Your IP address', 'requests with unknown API keys'],
  publishable: ['The use of publishable keys here', 'requests'],
  visitor: ['Your IP address', 'requests with publishable keys'],
  siteVisitor: ['Your network', 'requests with publishable keys'],
} as const

const COMMON_HEADERS = { limit: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' }
/** Agent calls share the window of the other verifications but report it in separate headers. */
const HEADERS = {
  verify: COMMON_HEADERS,
  graphql: COMMON_HEADERS,
  mcp: COMMON_HEADERS,
  anonymous: COMMON_HEADERS,
  public_read: COMMON_HEADERS,
  account_creation: COMMON_HEADERS,
  write: COMMON_HEADERS,
  sender: COMMON_HEADERS,
  agent: {
    limit: 'X-Agent-RateLimit-Limit',
    remaining: 'X-Agent-RateLimit-Remaining',
    reset: 'X-Agent-RateLimit-Reset',
  },
}

interface RateLimiterDependencies {
  readonly limiter: Limiter
  /** Counts public reads, in this process: they must not need a store. */
  readonly localLimiter: LocalLimiter
  readonly clock: Clock
  readonly creationsPerHour: number
  readonly anonymousPerMinute: number
  /** Limits for operations that change something and are not charged. */
  readonly writesPerMinute: number
  readonly writesPerDay: number
}

/** A limit and how to report it once it is exceeded. */
interface Limit {
  readonly limit: number
  readonly scope: 'minute' | 'hour' | 'day'
  readonly subject: keyof typeof SUBJECTS
}

/**
 * The contract's `x-limit` values, plus those of GraphQL requests (`graphql` of an account, `anonymous` without a key, counted by
 * client address) and of MCP messages.
 */
type Kind = NonNullable<OperationContract['limit']> | 'graphql' | 'anonymous' | 'mcp'

/** A limit of a client address and, with a multiple of it, of its IPv6 site. */
interface ClientLimit {
  readonly kind: Kind
  readonly window: WindowName
  readonly scope: Limit['scope']
  readonly windowMs: number
  readonly subject: Limit['subject']
  readonly siteSubject: Limit['subject']
}

const ANONYMOUS: ClientLimit = {
  kind: 'anonymous',
  window: 'anonymous',
  scope: 'minute',
  windowMs: MINUTE_MS,
  subject: 'anonymous',
  siteSubject: 'siteAnonymous',
}
const PUBLIC_READS: ClientLimit = {
  kind: 'public_read',
  window: 'read',
  scope: 'minute',
  windowMs: MINUTE_MS,
  subject: 'publicReads',
  siteSubject: 'sitePublicReads',
}
const CREATIONS: ClientLimit = {
  kind: 'account_creation',
  window: 'create',
  scope: 'hour',
  windowMs: HOUR_MS,
  subject: 'creations',
  siteSubject: 'siteCreations',
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** Rate limits per account and per client address. */
export function createRateLimiter(dependencies: RateLimiterDependencies) {
  const { limiter, localLimiter, clock, creationsPerHour, anonymousPerMinute, writesPerMinute, writesPerDay } =
    dependencies
  const readsPerMinute = perClient.publicReads.perAnonymousRequest * anonymousPerMinute

  /** Counts `calls` calls and sets the rate limit headers. @throws RateLimited */
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
        if (isPublishable(caller!)) return limitPublishable(request.ip ?? '', caller!, headers)
        const { account, perMinute, sandbox } = caller!
        const window = limiter.hit(windowKey(sandbox ? 'sandbox' : 'verify', account), perMinute, MINUTE_MS, calls)
        return enforceWhenKnown(kind, window, { limit: perMinute, scope: 'minute', subject: 'account' }, headers)
      }
      case 'graphql':
      case 'mcp': {
        const { account, perMinute, sandbox } = caller!
        // A key never allows less than none.
        const requests = Math.max(perMinute, anonymousPerMinute)
        const window = limiter.hit(windowKey(sandbox ? `sandbox_${kind}` : kind, account), requests, MINUTE_MS, calls)
        return enforceWhenKnown(kind, window, { limit: requests, scope: 'minute', subject: kind }, headers)
      }
      case 'anonymous':
        return limitClient(request.ip ?? '', ANONYMOUS, anonymousPerMinute, headers, calls)
      case 'public_read':
        return limitClient(request.ip ?? '', PUBLIC_READS, readsPerMinute, headers, calls, localLimiter)
      case 'write':
        return limitWrites(caller!, headers, calls)
      case 'sender': {
        const { account, perMinute, sandbox } = caller!
        const requests = Math.max(perMinute, perAccount.senderRequests.minPerMinute)
        const window = limiter.hit(
          windowKey(sandbox ? 'sandbox_sender_events' : 'sender_events', account),
          requests,
          MINUTE_MS,
          calls,
        )
        return enforceWhenKnown(kind, window, { limit: requests, scope: 'minute', subject: 'sender' }, headers)
      }
      case 'account_creation':
        return limitClient(request.ip ?? '', CREATIONS, creationsPerHour, headers, calls)
      case undefined:
        return
    }
  }

  /**
   * Requests with publishable keys: those of the visitor first, in this process, then those of all visitors. The headers
   * describe the visitor's minute, unless another limit is exceeded.
   */
  function limitPublishable(ip: string, caller: Caller, headers: Headers): void | Promise<void> {
    const { account, sandbox, perMinute, perMonth } = caller
    const { minuteShare, dayDivisor, minPerDay } = perAccount.publishable
    const ofAll: Limit = { limit: Math.ceil(perMinute * minuteShare), scope: 'minute', subject: 'publishable' }
    const ofDay: Limit = {
      limit: Math.max(minPerDay, Math.ceil(perMonth / dayDivisor)),
      scope: 'day',
      subject: 'publishable',
    }
    limitVisitor(ip, account, ofDay.limit, headers)
    const key = windowKey('publishable', sandbox ? `sandbox:${account}` : account)
    const minute = mapMaybePromise(limiter.hit(key, ofAll.limit, MINUTE_MS), (window) => enforceIfFull(window, ofAll))
    return minute ? minute.then(countDay) : countDay()

    function countDay(): void | Promise<void> {
      return mapMaybePromise(limiter.hit(key, ofDay.limit, DAY_MS), (window) => enforceIfFull(window, ofDay))
    }

    function enforceIfFull(window: Window, limit: Limit): void {
      if (!window.allowed) enforce('verify', window, limit, headers)
    }
  }

  /** @param perDay requests of all visitors together */
  function limitVisitor(ip: string, account: string, perDay: number, headers: Headers): void {
    const { perMinute, dayDivisor, minPerDay } = perClient.publishable
    const day = Math.max(minPerDay, Math.ceil(perDay / dayDivisor))
    for (const { name, times } of clientWindowsOf(ip)) {
      const subject = times === 1 ? 'visitor' : 'siteVisitor'
      const key = windowKey('visitor', `${account}:${name}`)
      const windows = [
        { scope: 'minute', limit: perMinute * times, ms: MINUTE_MS },
        { scope: 'day', limit: day * times, ms: DAY_MS },
      ] as const
      for (const { scope, limit, ms } of windows) {
        const window = localLimiter.hit(key, limit, ms)
        if (!window.allowed || (scope === 'minute' && times === 1))
          enforce('verify', window, { limit, scope, subject }, headers)
      }
    }
  }

  /** Sandbox keys, which may be embedded in test code, have write limits separate from the account's live keys. */
  function limitWrites({ account, sandbox }: Caller, headers: Headers, calls: number): void | Promise<void> {
    const key = windowKey(sandbox ? 'sandbox_write' : 'write', account)
    const window = limiter.hit(key, writesPerMinute, MINUTE_MS, calls)
    const perMinute: Limit = { limit: writesPerMinute, scope: 'minute', subject: 'write' }
    const minute = enforceWhenKnown('write', window, perMinute, headers)
    return minute ? minute.then(countDay) : countDay()

    function countDay(): void | Promise<void> {
      return mapMaybePromise(limiter.hit(key, writesPerDay, DAY_MS, calls), enforceDay)
    }

    /** The headers describe the minute, unless the day's limit is exceeded. */
    function enforceDay(day: Window): void {
      if (!day.allowed) enforce('write', day, { limit: writesPerDay, scope: 'day', subject: 'write' }, headers)
    }
  }

  /** The client's own window first: calls that it refuses do not count against other subscribers of the same site. */
  function limitClient(
    ip: string,
    { kind, window, scope, windowMs, subject, siteSubject }: ClientLimit,
    limit: number,
    headers: Headers,
    calls: number,
    counters: Limiter = limiter,
  ): void | Promise<void> {
    const [own, site] = clientWindowsOf(ip)
    const counted = counters.hit(windowKey(window, own.name), limit, windowMs, calls)
    const enforced = enforceWhenKnown(kind, counted, { limit, scope, subject }, headers)
    if (!site) return enforced
    const ofSite: Limit = { limit: limit * site.times, scope, subject: siteSubject }
    return enforced ? enforced.then(countSite) : countSite()

    function countSite(): void | Promise<void> {
      return mapMaybePromise(counters.hit(windowKey(window, site!.name), ofSite.limit, windowMs, calls), enforceSite)
    }

    /** The headers describe the client's own window, unless the site's limit is exceeded. */
    function enforceSite(all: Window): void {
      if (!all.allowed) enforce(kind, all, ofSite, headers)
    }
  }

  const enforceWhenKnown = (kind: Kind, window: Window | Promise<Window>, limit: Limit, headers: Headers) =>
    mapMaybePromise(window, (known) => enforce(kind, known, limit, headers))

  const enforce = (kind: Kind, window: Window, limit: Limit, headers: Headers) =>
    enforceAt(clock.now(), kind, window, limit, headers)

  return { limit, enforce, reportSimulated }
}

/** Sets the rate limit headers from a window that has been counted. @throws RateLimited when it is exceeded */
function enforceAt(
  now: number,
  kind: Kind,
  { allowed, remaining, resetsAt }: Window,
  { limit, scope, subject }: Limit,
  headers: Headers,
): void {
  // Public reads are cached, also by proxies that serve others.
  if (allowed && kind === 'public_read') return
  const reset = Math.ceil(resetsAt / 1_000)
  setHeaders(kind, { limit, remaining, reset }, headers)
  if (allowed) return
  const [who, what] = SUBJECTS[subject]
  throw new RateLimited(`${who} is limited to ${limit} ${what} per ${scope}.`, {
    limit,
    scope,
    resetsAt,
    now,
  })
}

/** Makes the headers agree with a rate limit error that a sandbox key has asked for. */
function reportSimulated(kind: Kind | undefined, error: unknown, headers: Headers): void {
  if (kind === undefined || !(error instanceof RateLimited) || !error.reached.simulated) return
  setHeaders(kind, { ...error.reached, remaining: 0 }, headers)
}

interface Figures {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly reset: number
}

function setHeaders(kind: Kind, { limit, remaining, reset }: Figures, headers: Headers): void {
  const names = HEADERS[kind]
  headers[names.limit] = String(limit)
  headers[names.remaining] = String(remaining)
  headers[names.reset] = String(reset)
}
