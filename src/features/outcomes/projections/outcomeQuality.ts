// The read model of how good an account's decisions were.
import type { Projection } from '../../../eventing/projection.js'
import type { Label } from '../encoding.js'
import { LABELS } from '../encoding.js'
import type { OutcomeKind, OutcomesRecorded } from '../events.js'
import { LANE } from './lane.js'
import { type KnownVerification, outcomeAt, type RecordedOutcome } from './outcomeAddresses.js'

/** Verifications with outcomes, by what the outcomes say. */
export type Labelled = { readonly [label in Label]: number }

type Coded = { readonly code: string } & Labelled

export type OutcomeQualityDocument = {
  readonly owner: string
  readonly month: string
  /** Verifications by what was decided (`judgementCode`; empty if it was not recorded), in order of appearance. */
  readonly judgements: readonly Coded[]
  /** Those beyond the maximum of distinct judgements. */
  readonly other: Labelled
  /** Verifications that rules decided, by rule (`decidedCode`), in order of appearance; none beyond the maximum of distinct ones. */
  readonly rules: readonly Coded[]
  /** New outcomes of each kind. */
  readonly outcomes: { readonly [kind in OutcomeKind]: number }
  /** Outcomes of which no verification was found, by the month in which they happened. */
  readonly unmatched: number
  /** Outcomes that say the opposite of what the verification counted as before. */
  readonly contradictions: number
}

/** A judgement is made of few values, so that an account has some dozens of them. */
const MAX_JUDGEMENTS = 500

/** An account may name its rules as it likes, so that there is no end to them. */
const MAX_RULES = 500

const MONTH = 'yyyy-mm'.length
const NONE: Labelled = { good: 0, bad: 0 }
const NO_OUTCOMES: OutcomeQualityDocument['outcomes'] = {
  confirmed: 0,
  delivered: 0,
  engaged: 0,
  complained: 0,
  bounced_hard: 0,
  bounced_soft: 0,
}

const qualityId = (account: string, month: string): string => `${account}.${month}`

/**
 * An account's verifications with outcomes by UTC month, and what was decided about them. Key: account, then the month of the
 * verification, or that of the outcome if it was matched with none.
 */
export const outcomeQuality: Projection<OutcomesRecorded, OutcomeQualityDocument> = {
  name: 'outcome_quality',
  version: 2,
  lane: LANE,
  indexes: { byOwner: ['owner', 'month', '_id'] },
  keys: ({ type, data }) => {
    if (type !== 'OutcomesRecorded') return []
    return [...new Set(data.kinds.split('').map((_, row) => qualityId(data.account, monthAt(data, row))))]
  },
  apply: (document, { data }, id) => {
    const month = id.slice(-MONTH)
    let after = document ?? startOf(data.account, month)
    for (let row = 0; row < data.kinds.length; row++) {
      if (monthAt(data, row) === month) after = withOutcome(after, outcomeAt(data, row))
    }
    return after
  },
}

const startOf = (owner: string, month: string): OutcomeQualityDocument => ({
  owner,
  month,
  judgements: [],
  other: NONE,
  rules: [],
  outcomes: NO_OUTCOMES,
  unmatched: 0,
  contradictions: 0,
})

const monthAt = ({ verified, at }: OutcomesRecorded['data'], row: number): string =>
  new Date(verified[row] ?? at[row]!).toISOString().slice(0, MONTH)

function withOutcome(document: OutcomeQualityDocument, outcome: RecordedOutcome): OutcomeQualityDocument {
  const { kind, verification, before, after } = outcome
  const said = LABELS[kind]
  const contradicts = before !== undefined && said !== undefined && said !== before
  return {
    ...document,
    ...(verification && before !== after && recounted(document, verification, before, after)),
    outcomes: { ...document.outcomes, [kind]: document.outcomes[kind] + 1 },
    unmatched: document.unmatched + (verification ? 0 : 1),
    contradictions: document.contradictions + (contradicts ? 1 : 0),
  }
}

/** Counts a verification by its new label instead of the one before. */
function recounted(
  { judgements, other, rules }: OutcomeQualityDocument,
  { code, rule }: Pick<KnownVerification, 'code' | 'rule'>,
  before: Label | undefined,
  after: Label | undefined,
): Pick<OutcomeQualityDocument, 'judgements' | 'other' | 'rules'> {
  const change = ({ good, bad }: Labelled): Labelled => ({
    good: good + Number(after === 'good') - Number(before === 'good'),
    bad: bad + Number(after === 'bad') - Number(before === 'bad'),
  })
  const judged = changedAt(judgements, code, change, MAX_JUDGEMENTS)
  return {
    ...(judged ? { judgements: judged, other } : { judgements, other: change(other) }),
    rules: (rule !== undefined && changedAt(rules, rule, change, MAX_RULES)) || rules,
  }
}

/** Undefined for a code beyond the maximum of distinct ones. */
function changedAt(
  counts: readonly Coded[],
  code: string,
  change: (before: Labelled) => Labelled,
  max: number,
): readonly Coded[] | undefined {
  const place = counts.findIndex((each) => each.code === code)
  if (place >= 0) return counts.with(place, { code, ...change(counts[place]!) })
  return counts.length === max ? undefined : [...counts, { code, ...change(NONE) }]
}
