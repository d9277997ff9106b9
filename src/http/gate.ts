import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import type { Accounts, Caller } from '../features/accounts/index.js'
import type { Clock } from '../kernel/clock.js'
import { Failure, RateLimited } from '../kernel/failure.js'
import type { Limiter, Window } from '../kernel/ports/limiter.js'
import type { OperationContract } from './contract/contract.js'
import type { Headers } from './send.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Bits of an IPv6 address that one subscriber gets as a whole. */
const IPV6_SUBSCRIBER_BITS = 64

type Scope = 'minute' | 'hour' | 'day'

const REQUESTS = 'Requests of your account are limited to'
const WHAT_IS_LIMITED = {
  verify: REQUESTS,
  agent: REQUESTS,
  write: 'Writes of your account are limited to',
  account_creation: 'Accounts made from one address are limited to',
}

const COMMON = { limit: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' }
/** Agents share the window of the other verifications, and read of it in headers of their own. */
const HEADERS = {
  verify: COMMON,
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
  readonly clock: Clock
  readonly creationsPerHour: number
  /** What an account may change that is not charged. */
  readonly writesPerMinute: number
  readonly writesPerDay: number
}

type Kind = NonNullable<OperationContract['limit']>

export type Gate = ReturnType<typeof createGate>

/** Who comes in, and how often. */
export function createGate(dependencies: GateDependencies) {
  const { accounts, limiter, clock, creationsPerHour, writesPerMinute, writesPerDay } = dependencies

  /** @throws Failure MISSING_API_KEY, INVALID_API_KEY */
  const authenticate = (request: Request): Caller | Promise<Caller> => identify(request.headers['x-api-key'])

  /** Whose key it is. @throws Failure MISSING_API_KEY, INVALID_API_KEY */
  function identify(key: unknown): Caller | Promise<Caller> {
    if (typeof key !== 'string' || key === '') {
      throw new Failure(
        'MISSING_API_KEY',
        'Send your API key in the header X-API-Key. POST /v1/accounts/create gives you one.',
      )
    }
    const caller = accounts.authenticate(key)
    return caller instanceof Promise ? caller.then(use) : use(caller)
  }

  function use(caller: Caller): Caller {
    accounts.keyUsed(caller.key)
    return caller
  }

  /** @throws Failure INVALID_API_KEY; without any key there is nobody */
  const recognise = (request: Request): Caller | undefined | Promise<Caller> =>
    request.headers['x-api-key'] === undefined ? undefined : authenticate(request)

  /** Counts the call, or as many at once as `calls` says, and says in the headers what is left. @throws RateLimited */
  function limit(
    kind: OperationContract['limit'],
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
        return whenKnown(kind, window, perMinute, 'minute', headers)
      }
      case 'write':
        return limitWrites(caller!, headers, calls)
      case 'account_creation': {
        const window = limiter.hit(`create:${subscriberOf(request.ip ?? '')}`, creationsPerHour, HOUR_MS, calls)
        return whenKnown(kind, window, creationsPerHour, 'hour', headers)
      }
      case undefined:
        return
    }
  }

  /** A sandbox key, which may stand in test code, uses up nothing of what the account's own keys may write. */
  function limitWrites({ account, sandbox }: Caller, headers: Headers, calls: number): void | Promise<void> {
    const key = `${sandbox ? 'sandbox_write' : 'write'}:${account}`
    const minute = whenKnown(
      'write',
      limiter.hit(key, writesPerMinute, MINUTE_MS, calls),
      writesPerMinute,
      'minute',
      headers,
    )
    return minute ? minute.then(countDay) : countDay()

    /** Of the day is told only when it refuses. */
    function countDay(): void | Promise<void> {
      const day = limiter.hit(key, writesPerDay, DAY_MS, calls)
      return day instanceof Promise ? day.then(passDay) : passDay(day)
    }

    function passDay(day: Window): void {
      if (!day.allowed) pass('write', day, writesPerDay, 'day', headers)
    }
  }

  const whenKnown = (kind: Kind, window: Window | Promise<Window>, limit: number, scope: Scope, headers: Headers) =>
    window instanceof Promise
      ? window.then((known) => pass(kind, known, limit, scope, headers))
      : pass(kind, window, limit, scope, headers)

  function pass(
    kind: Kind,
    { allowed, remaining, resetsAt }: Window,
    limit: number,
    scope: Scope,
    headers: Headers,
  ): void {
    const reset = Math.ceil(resetsAt / 1_000)
    const names = HEADERS[kind]
    headers[names.limit] = String(limit)
    headers[names.remaining] = String(remaining)
    headers[names.reset] = String(reset)
    if (allowed) return
    const retryAfter = Math.max(1, Math.ceil((resetsAt - clock.now()) / 1_000))
    const message = `${WHAT_IS_LIMITED[kind]} ${limit} a${scope === 'hour' ? 'n' : ''} ${scope}. Try again in ${retryAfter} s.`
    throw new RateLimited(message, { limit, scope, retryAfter, reset })
  }

  return { authenticate, identify, recognise, limit }
}

/** One name for all addresses that are one subscriber's: an IPv4 address, or an IPv6 network. */
export function subscriberOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_SUBSCRIBER_BITS}`).toString()
}
