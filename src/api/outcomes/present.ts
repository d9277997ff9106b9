// Shapes of outcomes in requests and responses.
import type { OutcomeInput, OutcomeQualityView, QualityView } from '../../features/outcomes/index.js'
import type { Body } from '../contract/types.js'

/** Outcomes of a request, in the words of the feature. */
export const outcomeInputs = (outcomes: Body<'recordOutcomes'>['outcomes']): OutcomeInput[] =>
  outcomes.map(({ email, request_id, row, outcome, bounce_type, at }) => ({
    email: email ?? undefined,
    requestId: request_id ?? undefined,
    row: row ?? undefined,
    outcome,
    bounceType: bounce_type ?? undefined,
    at: at ?? undefined,
  }))

const countsBody = ({ decisions, reasons, rules, ...counts }: QualityView) => ({
  ...counts,
  decisions: [...decisions],
  reasons: [...reasons],
  rules: [...rules],
})

/** The contract's OutcomeQuality. */
export const qualityBody = ({ from, to, total, months }: OutcomeQualityView) => ({
  from,
  to,
  total: countsBody(total),
  months: months.map(({ month, ...counts }) => ({ month, ...countsBody(counts) })),
})
