// Puts the verdicts feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import { verdicts } from './projections/verdicts.js'
import { createGetVerdicts } from './queries/getVerdicts.js'
import { createListDecisions, type ListDecisionsDependencies } from './queries/listDecisions.js'

export const verdictProjections: readonly AnyProjection[] = [verdicts]

export interface VerdictsDependencies extends Omit<ListDecisionsDependencies, 'eventing'> {
  readonly eventing: Eventing
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export const wireVerdicts = (dependencies: VerdictsDependencies) => ({
  getVerdicts: createGetVerdicts(dependencies),
  listDecisions: createListDecisions(dependencies),
})
