// Shapes of rules and lists in responses.
import type {
  ComparisonView,
  DraftView,
  ListView,
  LiveView,
  Rule,
  RulesView,
  VersionPage,
  VersionView,
} from '../../features/rules/index.js'
import type { ApiSchema } from '../contract/types.js'

/** The contract's Rule. Conditions are as the contract has them: they are checked when a draft is written. */
const ruleBody = (rule: Rule) => rule as ApiSchema<'Rule'>

/** LiveRules of the contract. */
export const liveBody = ({ version, since, rules, warnings }: LiveView) => ({
  version,
  since,
  rules: rules.map(ruleBody),
  warnings: [...warnings],
})

/** RulesDraft of the contract. */
export const draftBody = ({ updatedAt, rules, warnings }: DraftView) => ({
  updated_at: updatedAt,
  rules: rules.map(ruleBody),
  warnings: [...warnings],
})

/** AccountRules of the contract. */
export const rulesBody = ({ live, draft }: RulesView) => ({
  live: liveBody(live),
  ...(draft && { draft: draftBody(draft) }),
})

/** RulesVersionList of the contract. */
export const versionsBody = ({ versions, nextCursor }: VersionPage) => ({
  versions: versions.map(({ activatedAt, ...row }) => ({ ...row, activated_at: activatedAt })),
  next_cursor: nextCursor,
})

/** RulesVersionRules of the contract. */
export const versionBody = ({ version, activatedAt, rules }: VersionView) => ({
  version,
  activated_at: activatedAt,
  rules: rules.map(ruleBody),
})

/** RulesComparison of the contract. */
export const comparisonBody = ({ from, to, changes }: ComparisonView) => ({
  from,
  to,
  changes: changes.map(({ kind, rule, placeBefore, placeAfter, before, after }) => ({
    change: kind,
    rule,
    place_before: placeBefore,
    place_after: placeAfter,
    ...(before && { before: ruleBody(before) }),
    ...(after && { after: ruleBody(after) }),
  })),
})

/** AccountList of the contract. */
export const listBody = ({ updatedAt, nextCursor, entries, ...list }: ListView) => ({
  ...list,
  updated_at: updatedAt,
  entries: [...entries],
  next_cursor: nextCursor,
})

type RuleBody = ApiSchema<'Rule'>

/** Rules in a shape of the contract as GraphQL has them: conditions have any depth, so they are texts. */
export const withTexts = <Shape extends { readonly rules: readonly RuleBody[] }>(shape: Shape) => ({
  ...shape,
  rules: shape.rules.map(withText),
})

export const withText = ({ when, ...rule }: RuleBody) => ({ ...rule, when: JSON.stringify(when) })
