// Whether a key may be used: here, and for this.
import type { Request } from 'express'
import { type Caller, isPublishable, SCOPES, type Scope } from '../features/accounts/index.js'
import { Failure } from '../kernel/failure.js'
import { isWithin } from '../kernel/net/networks.js'

/** What an operation asks of a key. */
interface Needs {
  /** Undefined: nothing. */
  readonly scope: Scope | undefined
  readonly publishable: boolean
}

/**
 * Requires that a key may be used from where the request comes: from its networks and, if it is publishable, by pages of
 * its origins. Programs may claim any origin; browsers do not let pages do so.
 * @throws Failure NETWORK_NOT_ALLOWED, ORIGIN_NOT_ALLOWED
 */
export function requirePlace({ restrictions }: Caller, { ip = '', headers: { origin } }: Request): void {
  if (!restrictions) return
  const { networks, publishable, origins } = restrictions
  if (networks.length > 0 && !isWithin(networks, ip)) throw foreignNetwork(ip)
  if (publishable && (origin === undefined || !origins.includes(origin))) throw foreignOrigin(origin)
}

/** Requires that a key has the scope of an operation. @throws Failure INSUFFICIENT_SCOPE */
export function requireScope(caller: Caller, { scope, publishable }: Needs): void {
  const { restrictions } = caller
  if (!restrictions || scope === undefined) return
  if (!publishable) refusePublishable(caller)
  if (!restrictions.scopes.includes(scope)) throw insufficientScope(scope, restrictions.scopes)
}

/**
 * Requires that a key that came in a URL can do no more than report outcomes, because proxies log URLs.
 * @throws Failure INSUFFICIENT_SCOPE
 */
export function requireForUrl(caller: Caller): Caller {
  const scopes = caller.restrictions?.scopes ?? SCOPES
  if (scopes.length === 1 && scopes[0] === 'outcomes') return caller
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    `A key in a URL may have the scope outcomes only, because URLs are logged; yours has ${scopes.join(', ')}. Generate another one.`,
    { required: 'outcomes', scopes },
  )
}

/** A publishable key is for one operation of REST. @throws Failure INSUFFICIENT_SCOPE */
export function refusePublishable(caller: Caller): void {
  if (isPublishable(caller)) throw onlyForPages()
}

const insufficientScope = (scope: Scope, scopes: readonly Scope[]): Failure =>
  new Failure(
    'INSUFFICIENT_SCOPE',
    `This needs a key with the scope ${scope}; yours has ${scopes.join(', ')}. Use another key, or generate one that has it.`,
    { required: scope, scopes },
  )

const onlyForPages = (): Failure =>
  new Failure('INSUFFICIENT_SCOPE', 'A publishable key can only call POST /v1/check. Use a secret key, on a server.')

const foreignNetwork = (ip: string): Failure =>
  new Failure(
    'NETWORK_NOT_ALLOWED',
    `This key may only be used from certain networks, and ${ip || 'your address'} is in none of them.`,
    { address: ip },
  )

const foreignOrigin = (origin: string | undefined): Failure =>
  origin === undefined
    ? new Failure(
        'ORIGIN_NOT_ALLOWED',
        'A publishable key is for pages: the request lacks the header Origin, which browsers send. Use a secret key, on a server.',
      )
    : new Failure(
        'ORIGIN_NOT_ALLOWED',
        'This publishable key is for pages of other origins. Generate one with the origin of your page.',
      )
