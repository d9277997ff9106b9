// How good decisions and reasons were, by the outcomes of verifications.
import { type Judgement, parseJudgement, parseRuling } from '../../verification/encoding.js'
import type { OutcomeKind } from '../events.js'
import type { Labelled, OutcomeQualityDocument } from '../projections/outcomeQuality.js'

/** Verifications with an outcome that had one thing in common. */
interface QualityGroup extends Labelled {
  /** The share of them that were bad, from 0 to 1; null if there are none. */
  readonly precision: number | null
  /** The share of all bad verifications that is among them, from 0 to 1; null if none was bad. */
  readonly recall: number | null
}

export interface QualityView extends Labelled {
  /** By v2's default decision; `unknown` if it was not recorded. */
  readonly decisions: readonly (QualityGroup & { readonly decision: 'allow' | 'review' | 'deny' | 'unknown' })[]
  /** By each of v2's reasons, most frequent first; a verification with two reasons counts for both. */
  readonly reasons: readonly (QualityGroup & { readonly reason: string })[]
  /** By each rule of the account that decided, most frequent first; one that has changed its action counts for each apart. */
  readonly rules: readonly (QualityGroup & { readonly rule: string; readonly action: Judgement['decision'] })[]
  readonly outcomes: { readonly [kind in OutcomeKind]: number }
  readonly unmatched: number
  readonly contradictions: number
}

const DECISIONS = ['allow', 'review', 'deny', 'unknown'] as const
const NONE: Labelled = { good: 0, bad: 0 }

/** Adds documents up. */
export function qualityOf(documents: readonly OutcomeQualityDocument[]): QualityView {
  const decisions = new Map<string, Labelled>(DECISIONS.map((decision) => [decision, NONE]))
  const reasons = new Map<string, Labelled>()
  const rules = new Map<string, Labelled>()
  let all = NONE
  for (const { judgements, other, rules: ruled } of documents) {
    for (const { code, good, bad } of ruled) add(rules, code, { good, bad })
    all = sum(all, other)
    add(decisions, 'unknown', other)
    for (const { code, good, bad } of judgements) {
      const labelled = { good, bad }
      all = sum(all, labelled)
      const judgement = code === '' ? undefined : parseJudgement(code)
      add(decisions, judgement?.decision ?? 'unknown', labelled)
      for (const reason of judgement?.reasons ?? []) add(reasons, reason, labelled)
    }
  }
  return {
    ...all,
    decisions: DECISIONS.map((decision) => ({ decision, ...groupOf(decisions.get(decision)!, all) })),
    reasons: mostFrequent(reasons).map(([reason, counts]) => ({ reason, ...groupOf(counts, all) })),
    rules: mostFrequent(rules).map(([code, counts]) => {
      const { rule, action } = parseRuling(code)
      return { rule: rule!, action: action!, ...groupOf(counts, all) }
    }),
    outcomes: {
      confirmed: total(({ outcomes }) => outcomes.confirmed),
      delivered: total(({ outcomes }) => outcomes.delivered),
      engaged: total(({ outcomes }) => outcomes.engaged),
      complained: total(({ outcomes }) => outcomes.complained),
      bounced_hard: total(({ outcomes }) => outcomes.bounced_hard),
      bounced_soft: total(({ outcomes }) => outcomes.bounced_soft),
    },
    unmatched: total(({ unmatched }) => unmatched),
    contradictions: total(({ contradictions }) => contradictions),
  }

  function total(count: (document: OutcomeQualityDocument) => number): number {
    return documents.reduce((sum, document) => sum + count(document), 0)
  }
}

const sum = (a: Labelled, b: Labelled): Labelled => ({ good: a.good + b.good, bad: a.bad + b.bad })
const sizeOf = ({ good, bad }: Labelled): number => good + bad

const mostFrequent = (groups: ReadonlyMap<string, Labelled>): [name: string, counts: Labelled][] =>
  [...groups]
    .filter(([, counts]) => sizeOf(counts) > 0)
    .sort(([a, countA], [b, countB]) => sizeOf(countB) - sizeOf(countA) || (a < b ? -1 : 1))

const add = (groups: Map<string, Labelled>, name: string, labelled: Labelled): void =>
  void groups.set(name, sum(groups.get(name) ?? NONE, labelled))

const groupOf = ({ good, bad }: Labelled, all: Labelled): QualityGroup => ({
  good,
  bad,
  precision: share(bad, good + bad),
  recall: share(bad, all.bad),
})

/** To four decimals. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
