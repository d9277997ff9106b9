// What backtests count: verifications by what was decided and by what would have been.
import type { DecisionsFieldsFragment } from '../api/operations.generated.js'

export type Decisions = readonly DecisionsFieldsFragment[]

/** In the order of tables. */
export const DECISIONS = ['ALLOW', 'REVIEW', 'DENY', 'UNKNOWN'] as const

export const totalOf = (decisions: Decisions): number =>
  decisions.reduce((sum, { verifications }) => sum + verifications, 0)

/** Whether both are known, and differ. */
export const isChange = ({ before, after }: Pick<DecisionsFieldsFragment, 'before' | 'after'>): boolean =>
  before !== 'UNKNOWN' && after !== 'UNKNOWN' && before !== after

export const changesIn = (decisions: Decisions): Decisions =>
  decisions.filter(isChange).toSorted((one, other) => other.verifications - one.verifications)
