// The read model of the accounts that report outcomes.
import type { Projection } from '../../../eventing/projection.js'
import type { OutcomesRecorded } from '../events.js'
import { LANE } from './lane.js'

export type OutcomeAccountDocument = {
  readonly owner: string
  /** When the account first reported an outcome. */
  readonly since: string
}

/** The accounts that have reported an outcome: only their verifications are looked up and tracked. Key: account. */
export const outcomeAccounts: Projection<OutcomesRecorded, OutcomeAccountDocument> = {
  name: 'outcome_accounts',
  version: 1,
  lane: LANE,
  times: { since: 'iso' },
  keys: ({ type, revision, data }) => (type === 'OutcomesRecorded' && revision === 0n ? [data.account] : []),
  apply: (document, { recordedAt, data }) => document ?? { owner: data.account, since: recordedAt },
}
