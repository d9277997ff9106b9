// What differs between two sets of rules, in words.
import type { RuleFieldsFragment, RulesComparisonQuery } from '../api/operations.generated.js'
import { words } from '../format.js'
import { jsonOf } from './edited.js'
import { inWords } from './language.js'

type Change = NonNullable<RulesComparisonQuery['rulesComparison']>['changes'][number]

export const Comparison = ({ changes }: { readonly changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <p class="soft">They say the same.</p>
  ) : (
    <ul class="changes">
      {changes.map(({ change, rule, placeBefore, placeAfter, before, after }) => (
        <li key={`${rule} ${change}`}>
          <strong>{rule}</strong> is {words(change)}
          {change === 'MOVED' && ` from place ${placeBefore} to ${placeAfter}`}
          {change === 'CHANGED' &&
            placeBefore !== placeAfter &&
            `, and moved from place ${placeBefore} to ${placeAfter}`}
          {before && change !== 'MOVED' && <Said kind={after && 'before'} rule={before} />}
          {after && change !== 'MOVED' && <Said kind={before && 'after'} rule={after} />}
        </li>
      ))}
    </ul>
  )

interface SaidProps {
  /** Absent if there is only one. */
  readonly kind: 'before' | 'after' | null | undefined
  readonly rule: RuleFieldsFragment
}

/** What a rule says. */
const Said = ({ kind, rule }: SaidProps) => (
  <div class="said">
    {kind && <span class="soft">{kind} </span>}
    <span class={`status ${rule.action.toLowerCase()}`}>{words(rule.action)}</span> {inWords(jsonOf(rule).when)}
    {rule.message != null && <span class="soft"> “{rule.message}”</span>}
  </div>
)
