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
/** Bits of an IPv6 address that one subscriber gets as a whole. */
const IPV6_SUBSCRIBER_BITS = 64

const WHAT_IS_LIMITED = {
  minute: 'Requests of your account are limited to',
  hour: 'Accounts made from one address are limited to',
}

export interface GateDependencies {
  readonly accounts: Accounts
  readonly limiter: Limiter
  readonly clock: Clock
  readonly creationsPerHour: number
}

export type Gate = ReturnType<typeof createGate>

/** Who comes in, and how often. */
export function createGate({ accounts, limiter, clock, creationsPerHour }: GateDependencies) {
  /** @throws Failure MISSING_API_KEY, INVALID_API_KEY */
  function authenticate(request: Request): Caller | Promise<Caller> {
    const key = request.headers['x-api-key']
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

  /** Counts the call, and says in the headers what is left. @throws RateLimited */
  async function limit(
    kind: OperationContract['limit'],
    request: Request,
    caller: Caller | undefined,
    headers: Headers,
  ) {
    switch (kind) {
      case 'verify': {
        const { account, perMinute, sandbox } = caller!
        const window = limiter.hit(`${sandbox ? 'sandbox' : 'verify'}:${account}`, perMinute, MINUTE_MS)
        return pass(window instanceof Promise ? await window : window, perMinute, 'minute', headers)
      }
      case 'account_creation': {
        const window = limiter.hit(`create:${subscriberOf(request.ip ?? '')}`, creationsPerHour, HOUR_MS)
        return pass(await window, creationsPerHour, 'hour', headers)
      }
      case undefined:
        return
    }
  }

  function pass(
    { allowed, remaining, resetsAt }: Window,
    limit: number,
    scope: 'minute' | 'hour',
    headers: Headers,
  ): void {
    const reset = Math.ceil(resetsAt / 1_000)
    headers['X-RateLimit-Limit'] = String(limit)
    headers['X-RateLimit-Remaining'] = String(remaining)
    headers['X-RateLimit-Reset'] = String(reset)
    if (allowed) return
    const retryAfter = Math.max(1, Math.ceil((resetsAt - clock.now()) / 1_000))
    const message = `${WHAT_IS_LIMITED[scope]} ${limit} a${scope === 'hour' ? 'n' : ''} ${scope}. Try again in ${retryAfter} s.`
    throw new RateLimited(message, { limit, scope, retryAfter, reset })
  }

  return { authenticate, limit }
}

/** One name for all addresses that are one subscriber's: an IPv4 address, or an IPv6 network. */
export function subscriberOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_SUBSCRIBER_BITS}`).toString()
}
