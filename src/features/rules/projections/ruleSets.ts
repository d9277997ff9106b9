import type { Projection } from '../../../eventing/projection.js'
import type { RulesActivated } from '../events.js'

export type RuleSetDocument = {
  readonly owner: string
  readonly version: number
  readonly at: string
  /** Sealed. */
  readonly rules: string
  readonly count: number
}

const DIGITS = 10

export const ruleSetId = (account: string, version: number): string =>
  `${account}.${String(version).padStart(DIGITS, '0')}`

/** Every version of an account's rules. Key: account and version. */
export const ruleSets: Projection<RulesActivated, RuleSetDocument> = {
  name: 'rule_sets',
  version: 1,
  indexes: { byOwner: ['owner', 'version', '_id'] },
  times: { at: 'iso' },
  keys: ({ type, data }) => (type === 'RulesActivated' ? [ruleSetId(data.account, data.version)] : []),
  apply: (_, { recordedAt: at, data: { account: owner, version, rules, count } }) => ({
    owner,
    version,
    at,
    rules,
    count,
  }),
}
