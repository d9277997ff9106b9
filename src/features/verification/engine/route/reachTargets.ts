// Which of a domain's mail hosts are looked up, and in what order, until one can be reached.
import type { FairSemaphore } from '../../../../kernel/concurrency/fairSemaphore.js'
import { sharedWork } from '../../../../kernel/limits.js'
import type { DeadTargets } from './deadTargets.js'
import { type Failed, type Lookups, type Reach, reachOf } from './reach.js'
import type { ZoneAllowance } from './zoneAllowance.js'

/**
 * Maximum number of hosts that one search looks up, each with one or two queries. MX records can name hosts of third parties,
 * or aliases of them, whose name servers then get the queries (Afek, Bremler-Barr and Shafir, "NXNSAttack", USENIX Security
 * 2020: resolve few names per response). Dead hosts are remembered, so the next search continues after them.
 */
const MAX_LOOKED_UP = sharedWork.mailRoutes.lookedUp
/** The outcome of hosts that may not be looked up now. */
export const NOT_LOOKED_UP: Failed = { state: 'failed', how: 'error', code: 'TOO_MANY_TARGETS' }

export interface Search {
  readonly domain: string
  readonly lookups: Lookups & {
    /** Whether lookups end because the time is up. */
    readonly isOver: boolean
  }
  /** Permits for the domain's lookups beyond its first one in flight. */
  readonly spare: Pick<FairSemaphore, 'tryAcquire' | 'release'>
  readonly dead: DeadTargets
  readonly allowance: ZoneAllowance
}

/** What is found of the targets until one is public. @param targets most preferred first */
export async function reachTargets(search: Search, targets: readonly string[]): Promise<readonly Reach[]> {
  const found: Reach[] = []
  const unknown: string[] = []
  for (const target of targets) {
    const reach = search.dead.find(target)
    if (reach) found.push(reach)
    else unknown.push(target)
  }
  const [first, ...others] = unknown
  if (first === undefined) return found
  const reach = await lookUp(search, first, others.length > 0)
  found.push(reach)
  if (reach.state === 'public') return found
  const further = permitted(search, others)
  found.push(...(await lookUpOthers(search, further, reach.state === 'failed')))
  // Without a working host, the outcome depends on those that were left out.
  const isReached = found.at(-1)?.state === 'public'
  return isReached || further.length === others.length ? found : [...found, NOT_LOOKED_UP]
}

/** The targets that may be looked up after a first one. */
function permitted({ allowance }: Search, targets: readonly string[]): readonly string[] {
  const chosen: string[] = []
  for (const target of targets) {
    if (chosen.length === MAX_LOOKED_UP - 1) break
    if (allowance.tryTake(target)) chosen.push(target)
  }
  return chosen
}

/**
 * Looks targets up one after the other until one is public. After the first failure, the rest are looked up concurrently if
 * there are enough permits, so that the timeouts of several dead name servers do not add up.
 */
async function lookUpOthers(search: Search, targets: readonly string[], hasFailed: boolean): Promise<readonly Reach[]> {
  const { domain, spare } = search
  if (targets.length === 0) return []
  if (hasFailed && spare.tryAcquire(domain, targets.length)) {
    const all = targets.map((target) => lookUp(search, target, true))
    void Promise.allSettled(all).then(() => spare.release(domain, targets.length))
    return untilPublic(all)
  }
  const reach = await lookUp(search, targets[0]!, true)
  if (reach.state === 'public') return [reach]
  return [reach, ...(await lookUpOthers(search, targets.slice(1), hasFailed || reach.state === 'failed'))]
}

async function lookUp({ lookups, dead }: Search, target: string, hasOthers: boolean): Promise<Reach> {
  const reach = await reachOf(lookups, target, hasOthers)
  // A lookup that ended because the time was up says nothing about the host.
  if (!lookups.isOver) dead.record(target, reach)
  return reach
}

/** Resolves with all reaches, or early with a single public one. */
function untilPublic(reaches: readonly Promise<Reach>[]): Promise<readonly Reach[]> {
  return new Promise((resolve, reject) => {
    for (const each of reaches) each.then((reach) => reach.state === 'public' && resolve([reach]), reject)
    Promise.all(reaches).then(resolve, reject)
  })
}
