// Searches the space of attacks for what costs the service most.
import { createChance } from '../../../../testbed/chance.js'
import type { Measured } from '../measured.js'
import { nameOf, type Point } from '../point/point.js'
import { createSampler, mutate } from './sample.js'
import { scoreOf } from './score.js'

export interface Tried {
  readonly point: Point
  readonly measured: Measured
  readonly score: number
  /** How it was found. */
  readonly by: 'sample' | 'mutation'
}

export interface SearchOptions {
  readonly seed: number
  /** The same measurements lead to the same points. */
  readonly measure: (point: Point) => Promise<Measured>
  /** The share of the search that is over, from 0 to 1; samples fill the first half, mutations the second. */
  readonly progress: () => number
  readonly onTried?: (tried: Tried) => void
}

const SAMPLING = 0.5
/** Parents of mutations, the worst most likely. */
const PARENTS = 10
/** The scores between which a measurement is repeated: no machine stalls for seconds. */
const COSTLY = 0.5
const SURE = 10
/** Otherwise one weakness of one transport would hide all others. */
const PER_TRANSPORT = 3
const PER_TARGET = 2

export async function search({ seed, measure, progress, onTried = () => {} }: SearchOptions): Promise<Tried[]> {
  const chance = createChance(seed)
  const sample = createSampler(chance)
  const tried = new Map<string, Tried>()

  const mutation = (): Point => {
    const parents = worst([...tried.values()], PARENTS)
    const rank = Math.min(chance.between(0, parents.length - 1), chance.between(0, parents.length - 1))
    return mutate(parents[rank]!.point, chance)
  }

  while (progress() < 1) {
    const by = tried.size === 0 || progress() < SAMPLING ? 'sample' : 'mutation'
    const point = by === 'sample' ? sample() : mutation()
    const name = nameOf(point)
    if (tried.has(name)) continue
    const one: Tried = { ...(await measureSurely(point, measure)), by }
    tried.set(name, one)
    onTried(one)
  }
  return [...tried.values()]
}

/** A machine that stalls looks like an attack: what seems costly is measured again, and the run that cost less counts. */
async function measureSurely(point: Point, measure: SearchOptions['measure']): Promise<Omit<Tried, 'by'>> {
  const measureOnce = async () => {
    const measured = await measure(point)
    return { point, measured, score: scoreOf(measured) }
  }
  const first = await measureOnce()
  if (first.score < COSTLY || first.score >= SURE) return first
  const second = await measureOnce()
  return second.score < first.score ? second : first
}

/** The worst points, a few of each transport and of each target. */
export function worst(tried: readonly Tried[], count: number): Tried[] {
  const transports = new Map<string, number>()
  const targets = new Map<string, number>()
  const take = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const chosen: Tried[] = []
  for (const one of [...tried].sort((a, b) => b.score - a.score)) {
    const { transport, target } = one.point
    const place = `${transport} ${target.split(':')[0]}`
    if ((transports.get(transport) ?? 0) >= PER_TRANSPORT || (targets.get(place) ?? 0) >= PER_TARGET) continue
    take(transports, transport)
    take(targets, place)
    chosen.push(one)
    if (chosen.length === count) break
  }
  return chosen
}
