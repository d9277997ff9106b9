import type { FairSemaphore } from '../../../../kernel/concurrency/fairSemaphore.js'
import type { MailRoute } from '../route.js'
import { type Failed, failure, type Lookups, type Reach, reachOf } from './reach.js'
import { exchangesOf, isHostName, isNullMx } from './targets.js'

/** A route, and the smallest TTL in seconds of the answers that decided it; none where DNS could not say. */
export interface FoundRoute {
  readonly route: MailRoute
  readonly ttl: number | undefined
}

/** Targets that are looked at: a zone may name hundreds, and each is a query or two. */
const MOST_TARGETS = 16

/** Look-ups that routes may have under way beside their first, by domain. */
export type SpareLookups = Pick<FairSemaphore, 'tryAcquire' | 'release'>

/** Asks DNS how mail reaches a domain, with the fewest queries that decide it. Rejects only as `lookups` do. */
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

/** Without MX records the domain's own address counts, but only after a clean "none" (RFC 5321 section 5.1). */
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

/** One target with a public address is enough; that some may not resolve matters only when none does. */
async function explicitRoute(search: Search, exchanges: readonly string[], mxTtl: number): Promise<FoundRoute> {
  const reaches = await reachTargets(search, exchanges.filter(isHostName).slice(0, MOST_TARGETS))
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
 * Looks at targets in turn until one is public. Once one could not be told, the rest is asked all at once where there is
 * room for so many look-ups, so that several dead name servers do not add up.
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

/** All of them; or as soon as one is public, that one. */
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
