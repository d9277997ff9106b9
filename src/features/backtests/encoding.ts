// How events of backtests encode decisions.
import type { Cells } from './events.js'

/** The order in which cells count decisions. */
const DECISIONS = ['allow', 'review', 'deny', 'unknown'] as const
type TriedDecision = (typeof DECISIONS)[number]

/** The index of a pair of decisions in `Cells`. */
export const cellOf = (before: TriedDecision, after: TriedDecision): number =>
  DECISIONS.indexOf(before) * DECISIONS.length + DECISIONS.indexOf(after)

export const beforeIn = (cell: number): TriedDecision => DECISIONS[Math.floor(cell / DECISIONS.length)]!
export const afterIn = (cell: number): TriedDecision => DECISIONS[cell % DECISIONS.length]!

/** Whether the rules would surely have decided otherwise. */
export const isChange = (cell: number): boolean =>
  beforeIn(cell) !== afterIn(cell) && beforeIn(cell) !== 'unknown' && afterIn(cell) !== 'unknown'

export const noCells = (): number[] => new Array<number>(DECISIONS.length ** 2).fill(0)

export const withCells = (sum: Cells, more: Cells): Cells => sum.map((count, cell) => count + more[cell]!)
