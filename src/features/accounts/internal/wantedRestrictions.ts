// The restrictions that a new key is to have, from what its creator asks for.
import { Failure } from '../../../kernel/failure.js'
import { type Network, parseNetwork } from '../../../kernel/net/networks.js'
import type { Scope } from '../events.js'
import { hasEveryScope, isCovered, type KeyRestrictions } from '../restrictions.js'
import { inOrder, SCOPES } from '../scopes.js'

/** As a caller gives them; members that are left out are those of the calling key. */
export interface WantedRestrictions {
  /** At least one. */
  readonly scopes?: readonly Scope[]
  /** In CIDR notation, or single addresses. */
  readonly networks?: readonly string[]
  readonly publishable?: boolean
  readonly origins?: readonly string[]
}

/**
 * Undefined for a key with every right. A key never hands out more than it has: neither scopes nor networks.
 * @param own those of the key that creates it
 * @throws Failure VALIDATION_ERROR
 */
export function wantedRestrictions(
  { scopes, networks, publishable = false, origins }: WantedRestrictions,
  own: KeyRestrictions | undefined,
): KeyRestrictions | undefined {
  const wanted: KeyRestrictions = {
    scopes: publishable ? publishableScopes(scopes) : inOrder(scopes ?? own?.scopes ?? SCOPES),
    networks: networks?.map(networkAt) ?? own?.networks ?? [],
    publishable,
    origins: publishable ? publishableOrigins(origins) : noOrigins(origins),
  }
  const missing = wanted.scopes.filter((scope) => own && !own.scopes.includes(scope))
  if (missing.length > 0)
    throw invalid('scopes', `must not have ${missing.join(', ')}, which your own key does not have`)
  if (own && !isCovered(wanted.networks, own.networks))
    throw invalid(
      'networks',
      `must be within those of your own key: ${own.networks.map(({ text }) => text).join(', ')}`,
    )
  return !publishable && hasEveryScope(wanted) && wanted.networks.length === 0 ? undefined : wanted
}

function publishableScopes(scopes: readonly Scope[] | undefined): readonly Scope[] {
  if (scopes?.some((scope) => scope !== 'verify'))
    throw invalid('scopes', 'must be ["verify"], or left out: a publishable key can only verify')
  return ['verify']
}

function publishableOrigins(origins: readonly string[] = []): readonly string[] {
  if (origins.length > 0) return [...new Set(origins.map(originAt))]
  throw invalid(
    'origins',
    'must name the origins of the pages that a publishable key is for, such as https://shop.example',
  )
}

function noOrigins(origins: readonly string[] = []): readonly string[] {
  if (origins.length === 0) return []
  throw invalid('origins', 'is for publishable keys: set `publishable` too')
}

function networkAt(text: string, index: number): Network {
  const network = parseNetwork(text)
  if ('problem' in network) throw invalid(`networks/${index}`, network.problem)
  return network
}

/** As browsers send it in the header Origin (RFC 6454 section 6.2). */
function originAt(text: string, index: number): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid(`origins/${index}`, 'is not an origin such as https://shop.example')
  const { origin, username, password, pathname, search, hash } = url
  if (`${username}${password}${search}${hash}` === '' && pathname === '/') return origin
  throw invalid(`origins/${index}`, `must be an origin without a path: did you mean ${origin}?`)
}

function invalid(path: string, problem: string): Failure {
  const message = `\`${path.replace(/\/(\d+)$/, '[$1]')}\` ${problem}`
  const sentence = message.endsWith('?') ? message : `${message}.`
  return new Failure('VALIDATION_ERROR', sentence, { problems: [{ path: `/${path}`, message }] })
}
