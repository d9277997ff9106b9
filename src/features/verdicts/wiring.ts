// Puts the verdicts feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Batches } from '../batches/index.js'
import { createFairQueries } from './internal/fairQueries.js'
import { createReadVerified } from './internal/verifiedEvents.js'
import { verdicts } from './projections/verdicts.js'
import { createGetVerdicts } from './queries/getVerdicts.js'
import { createCountDecisions, createListDecisions, type ListDecisionsDependencies } from './queries/listDecisions.js'
import { createStreamVerifications } from './queries/streamVerifications.js'

export const verdictProjections: readonly AnyProjection[] = [verdicts]

export interface VerdictsDependencies extends Omit<ListDecisionsDependencies, 'eventing' | 'fairly'> {
  readonly eventing: Eventing
  readonly listJobs: Batches['listJobs']
}

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireVerdicts(dependencies: VerdictsDependencies) {
  const readVerified = createReadVerified(dependencies)
  const shared = { ...dependencies, fairly: createFairQueries(), readVerified }
  return {
    readVerified,
    getVerdicts: createGetVerdicts(shared),
    listDecisions: createListDecisions(shared),
    countDecisions: createCountDecisions(shared),
    streamVerifications: createStreamVerifications(shared),
  }
}

/** The counts alone, for an operator's command. */
export const createVerdictCounts = ({ eventing, clock }: Pick<VerdictsDependencies, 'eventing' | 'clock'>) =>
  createGetVerdicts({ eventing, clock, fairly: createFairQueries() })
