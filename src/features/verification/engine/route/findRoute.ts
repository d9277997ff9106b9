import type { FairSemaphore } from '../../../../kernel/concurrency/fairSemaphore.js'
import type { MailRoute } from '../route.js'
import { type Failed, failure, type Lookups, type Reach, reachOf } from './reach.js'
import { exchangesOf, isMailHostName, isNullMx } from './targets.js'

/** A route, with the smallest TTL in seconds of the answers it is based on; undefined for a temporary route. */
export interface FoundRoute {
  readonly route: MailRoute
  readonly ttl: number | undefined
}

/** Maximum number of targets checked: a zone may name hundreds, and each takes one or two queries. */
const MAX_TARGETS = 16

/** Permits for a domain's lookups beyond its first one in flight. */
export type SpareLookups = Pick<FairSemaphore, 'tryAcquire' | 'release'>

/** Determines a domain's mail route with as few DNS queries as possible. Rejects only if `lookups` reject. */
export async function findRoute(lookups: Lookups, domain: string, spare: SpareLookups): Promise<FoundRoute> {
  const mx = await lookups.mx(domain)
  switch (mx.outcome) {
    case 'found':
      if (isNullMx(mx.records)) return { route: { kind: 'null_mx' }, ttl: mx.ttl }
      return explicitRoute({ lookups, domain, spare }, exchangesOf(mx.records), mx.ttl)
    case 'no_data':
      return implicitRoute(await reachOf(lookups, domain), mx.ttl)
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
function implicitRoute(reach: Reach, mxTtl: number): FoundRoute {
  switch (reach.state) {
    case 'public':
      return { route: { kind: 'implicit' }, ttl: Math.min(mxTtl, reach.ttl) }
    case 'not_public':
      return { route: { kind: 'not_public', exchanges: [] }, ttl: Math.min(mxTtl, reach.ttl) }
    case 'none':
      return { route: { kind: 'no_records', nameExists: true }, ttl: Math.min(mxTtl, reach.ttl) }
    case 'failed':
      return temporary('address', reach, [])
  }
}

interface Search {
  readonly lookups: Lookups
  readonly domain: string
  readonly spare: SpareLookups
}

/** One target with a public address is enough; failed targets matter only if none has one. */
async function explicitRoute(search: Search, exchanges: readonly string[], mxTtl: number): Promise<FoundRoute> {
  const reaches = await reachTargets(search, exchanges.filter(isMailHostName).slice(0, MAX_TARGETS))
  let ttl = mxTtl
  let failed: Failed | undefined
  let anyAddress = false
  for (const reach of reaches) {
    if (reach.state === 'failed') {
      failed ??= reach
      continue
    }
    if (reach.state === 'public') return { route: { kind: 'explicit', exchanges }, ttl: Math.min(mxTtl, reach.ttl) }
    anyAddress ||= reach.state === 'not_public'
    ttl = Math.min(ttl, reach.ttl)
  }
  if (failed) return temporary('address', failed, exchanges)
  return { route: { kind: anyAddress ? 'not_public' : 'no_target', exchanges }, ttl }
}

/**
 * Checks targets one after the other until one is public. After the first failure, the rest are queried concurrently if
 * there are enough permits, so that the timeouts of several dead name servers do not add up.
 */
async function reachTargets({ lookups, domain, spare }: Search, targets: readonly string[]): Promise<readonly Reach[]> {
  const reaches: Reach[] = []
  for (let index = 0; index < targets.length; index++) {
    const reach = await reachOf(lookups, targets[index]!)
    reaches.push(reach)
    if (reach.state === 'public') break
    const left = targets.length - index - 1
    if (reach.state === 'failed' && left > 0 && spare.tryAcquire(domain, left)) {
      const rest = targets.slice(index + 1).map((other) => reachOf(lookups, other))
      void Promise.allSettled(rest).then(() => spare.release(domain, left))
      return [...reaches, ...(await untilPublic(rest))]
    }
  }
  return reaches
}

/** Resolves with all reaches, or early with a single public one. */
function untilPublic(reaches: readonly Promise<Reach>[]): Promise<readonly Reach[]> {
  return new Promise((resolve, reject) => {
    for (const each of reaches) each.then((reach) => reach.state === 'public' && resolve([reach]), reject)
    Promise.all(reaches).then(resolve, reject)
  })
}

function temporary(failed: 'mx' | 'address', { how, code }: Failed, exchanges: readonly string[]): FoundRoute {
  const route: MailRoute = { kind: 'temporary', failed, how, exchanges, ...(code === undefined ? {} : { code }) }
  return { route, ttl: undefined }
}
