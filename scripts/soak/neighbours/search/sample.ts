// Chooses the points of a search: samples that cover the space evenly, and mutations of one dimension.
import type { createChance } from '../../../../testbed/chance.js'
import { DIMENSIONS, type Dimension, type Point } from '../point/point.js'
import { TARGETS } from '../point/targets.js'

type Chance = ReturnType<typeof createChance>

/** How often a sample has each value; what the search is about comes more often than what is slow or harmless. */
const WEIGHTED = {
  ...DIMENSIONS,
  identity: ['none', 'none', 'free', 'free', 'sandbox', 'paid', 'publishable', 'foreign', 'unknown'],
  bytes: [1_024, 65_536, 1_048_576, 1_048_576, 1_048_576, 16_777_216],
  piece: [1, ...DIMENSIONS.piece],
  pace: ['burst', 'burst', 'burst', 'burst', 'burst', 'burst', 'drip', 'pause'],
  completeness: ['finished', 'finished', 'held', 'abandoned'],
  concurrency: [8, 8, 64, 64, 512, 1],
  reading: ['reads', 'reads', 'reads', 'reads', 'slowly', 'never'],
} as const

/** Draws every value once in random order before it draws any again. */
function createDeck<T>(values: readonly T[], { pick }: Pick<Chance, 'pick'>): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...values]
    const value = pick(left)
    left.splice(left.indexOf(value), 1)
    return value
  }
}

/** Points whose transports and granularities are paired evenly; so is every other dimension by itself. */
export function createSampler(chance: Chance): () => Point {
  const framings = DIMENSIONS.transport.flatMap((transport) => WEIGHTED.piece.map((piece) => ({ transport, piece })))
  const framing = createDeck(framings, chance)
  const targets = new Map(DIMENSIONS.transport.map((transport) => [transport, createDeck(TARGETS[transport], chance)]))
  const decks = {
    identity: createDeck(WEIGHTED.identity, chance),
    bytes: createDeck(WEIGHTED.bytes, chance),
    pace: createDeck(WEIGHTED.pace, chance),
    completeness: createDeck(WEIGHTED.completeness, chance),
    concurrency: createDeck(WEIGHTED.concurrency, chance),
    reading: createDeck(WEIGHTED.reading, chance),
  }
  return () => {
    const { transport, piece } = framing()
    return {
      transport,
      target: targets.get(transport)!(),
      identity: decks.identity(),
      bytes: decks.bytes(),
      piece,
      pace: decks.pace(),
      completeness: decks.completeness(),
      concurrency: decks.concurrency(),
      reading: decks.reading(),
    }
  }
}

/** The same point with another value in one dimension, and with another target if the transport has not that one. */
export function mutate(point: Point, { pick }: Chance): Point {
  const dimension = pick([...(Object.keys(DIMENSIONS) as Dimension[]), 'target' as const])
  const another = <T>(values: readonly T[], current: T): T => pick(values.filter((value) => value !== current))
  if (dimension === 'target') return { ...point, target: another(TARGETS[point.transport], point.target) }
  const changed = { ...point, [dimension]: another<unknown>(DIMENSIONS[dimension], point[dimension]) } as Point
  const targets = TARGETS[changed.transport]
  return targets.includes(changed.target) ? changed : { ...changed, target: pick(targets) }
}
