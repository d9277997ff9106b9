// Determines where mail for a domain goes (RFC 5321 section 5.1).
import { sharedWork } from '../../../../kernel/limits.js'
import type { MailRoute } from '../route.js'
import { type Failed, failure, type Reach, reachOf } from './reach.js'
import { NOT_LOOKED_UP, reachTargets, type Search } from './reachTargets.js'
import { exchangesOf, isMailHostName, isNullMx } from './targets.js'
import { isBlackHole, isParked } from './unreadHosts.js'

/** A route, with the smallest TTL in seconds of the answers it is based on; undefined for a temporary route. */
interface FoundRoute {
  readonly route: MailRoute
  readonly ttl: number | undefined
}

/** Determines a domain's mail route with as few DNS queries as possible. Rejects only if `lookups` reject. */
export async function findRoute(search: Search): Promise<FoundRoute> {
  const { lookups, domain } = search
  const mx = await lookups.mx(domain)
  switch (mx.outcome) {
    case 'found':
      if (isNullMx(mx.records)) return { route: { kind: 'null_mx' }, ttl: mx.ttl }
      return explicitRoute(search, exchangesOf(mx.records), mx.ttl)
    case 'no_data':
      return implicitRoute(domain, await reachOf(lookups, domain, false), mx.ttl)
    case 'no_name':
      return { route: { kind: 'no_records', nameExists: false }, ttl: mx.ttl }
    default:
      return temporary('mx', failure(mx), [])
  }
}

/**
 * Without MX records the domain's own address counts, but only if DNS has answered that they do not exist (RFC 5321
 * section 5.1).
 */
function implicitRoute(domain: string, reach: Reach, mxTtl: number): FoundRoute {
  switch (reach.state) {
    case 'public':
      return {
        route: { kind: 'implicit', ...(isParked(domain, reach.addresses) && { parked: true }) },
        ttl: Math.min(mxTtl, reach.ttl),
      }
    case 'not_public':
      return { route: { kind: 'not_public', exchanges: [] }, ttl: Math.min(mxTtl, reach.ttl) }
    case 'none':
      return { route: { kind: 'no_records', nameExists: true }, ttl: Math.min(mxTtl, reach.ttl) }
    case 'failed':
      return temporary('address', reach, [])
  }
}

/**
 * One target with a public address is enough; failed targets, and those beyond the number that is looked at, matter only
 * if none has one.
 */
async function explicitRoute(search: Search, exchanges: readonly string[], mxTtl: number): Promise<FoundRoute> {
  const targets = exchanges.filter(isMailHostName)
  const reaches = await reachTargets(search, targets.slice(0, sharedWork.mailRoutes.targets))
  let ttl = mxTtl
  let failed: Failed | undefined
  let anyAddress = false
  for (const reach of reaches) {
    if (reach.state === 'failed') {
      failed ??= reach
      continue
    }
    if (reach.state === 'public') {
      const blackHole = exchanges.length === 1 && isBlackHole(exchanges[0]!)
      return {
        route: { kind: 'explicit', exchanges, ...(blackHole && { blackHole }) },
        ttl: Math.min(mxTtl, reach.ttl),
      }
    }
    anyAddress ||= reach.state === 'not_public'
    ttl = Math.min(ttl, reach.ttl)
  }
  if (targets.length > sharedWork.mailRoutes.targets) failed ??= NOT_LOOKED_UP
  if (failed) return temporary('address', failed, exchanges)
  return { route: { kind: anyAddress ? 'not_public' : 'no_target', exchanges }, ttl }
}

function temporary(failed: 'mx' | 'address', { how, code }: Failed, exchanges: readonly string[]): FoundRoute {
  const route: MailRoute = { kind: 'temporary', failed, how, exchanges, ...(code === undefined ? {} : { code }) }
  return { route, ttl: undefined }
}
