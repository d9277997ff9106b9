// One row of the export of outcomes, pseudonymised.
import { iso } from '../../../kernel/clock.js'
import type { PseudonymOf } from '../../../kernel/crypto/pseudonyms.js'
import { type Columns, nullable, required } from '../../../kernel/dataset.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { HOUR_MS } from '../../../kernel/time.js'
import { parseJudgement, parseRuling } from '../../verification/encoding.js'
import type { OutcomesRecorded } from '../events.js'
import { outcomeAt } from '../projections/outcomeAddresses.js'

/**
 * An outcome, pseudonymised for analysis: it has no identifier that the service shows, nor the name of a rule, and hours instead of
 * times.
 */
export interface OutcomeRow {
  readonly rowPosition: string
  readonly reportedHour: string
  readonly accountHash: string
  readonly keyHash: string
  readonly addressHash: string | null
  readonly outcome: string
  readonly bounceType: string | null
  readonly occurredHour: string
  readonly verifiedHour: string | null
  readonly decision: string | null
  readonly decidingReason: string | null
  readonly reasons: readonly string[] | null
  readonly route: string | null
  readonly ruleHash: string | null
  readonly ruleAction: string | null
  readonly labelBefore: string | null
  readonly labelAfter: string | null
}

export const outcomeColumns: Columns<OutcomeRow> = {
  rowPosition: required('text', 'the hour and a random place within it: pass it to `--after` to resume'),
  reportedHour: required('time', 'start of the UTC hour in which the outcome was reported'),
  accountHash: required('text', 'equal for the same account, in every export'),
  keyHash: required('text', 'equal for the same API key'),
  addressHash: nullable(
    'text',
    'equal for the same address of the same account, also in `verifications`; null for a row of a synchronous batch',
  ),
  outcome: required('text', '`confirmed`, `delivered`, `engaged`, `complained` or `bounced`'),
  bounceType: nullable('text', '`hard` or `soft`, of a bounce'),
  occurredHour: required('time', 'start of the UTC hour in which it happened'),
  verifiedHour: nullable(
    'time',
    'start of the UTC hour in which the address had been verified; null if no verification was found',
  ),
  decision: nullable('text', "v2's default decision on it: `allow`, `review` or `deny`; null if it was not recorded"),
  decidingReason: nullable('text', 'the reason for the decision'),
  reasons: nullable('texts', 'all reasons, the deciding one first; in CSV separated by spaces'),
  route: nullable('text', 'how mail is routed, as in `GET /v1/decisions`'),
  ruleHash: nullable(
    'text',
    "equal for the same rule or list of the same account; null if none of the account's decided",
  ),
  ruleAction: nullable('text', 'what it decided: `allow`, `review` or `deny`'),
  labelBefore: nullable('text', 'what the verification counted as before: `good`, `bad` or null for neither'),
  labelAfter: nullable('text', 'what it counted as then'),
}

const hourOf = (at: number): string => iso(Math.floor(at / HOUR_MS) * HOUR_MS)

/** The rows of an event by their indexes. */
export const createOutcomeRows =
  (pseudonymOf: PseudonymOf) =>
  ({ recordedAt, data }: Recorded<OutcomesRecorded>): ((row: number, rowPosition: string) => OutcomeRow) => {
    const { account, key, subjects } = data
    const common = {
      reportedHour: hourOf(Date.parse(recordedAt)),
      accountHash: pseudonymOf('account', account),
      keyHash: pseudonymOf('key', `${account}\n${key}`),
    }
    return (row, rowPosition) => {
      const { kind, at, verification, before, after } = outcomeAt(data, row)
      const [outcome = kind, bounceType = null] = kind.split('_')
      const judgement = verification?.code ? parseJudgement(verification.code) : undefined
      const { rule, action } = parseRuling(verification?.rule ?? '')
      const subject = subjects[row]!
      return {
        rowPosition,
        ...common,
        addressHash: typeof subject === 'number' ? pseudonymOf('address', `${account}\n${subject}`) : null,
        outcome,
        bounceType,
        occurredHour: hourOf(at),
        verifiedHour: verification ? hourOf(verification.at) : null,
        decision: judgement?.decision ?? null,
        decidingReason: judgement?.reasons[0] ?? null,
        reasons: judgement?.reasons ?? null,
        route: judgement?.route ?? null,
        ruleHash: rule === undefined ? null : pseudonymOf('rule', `${account}\n${rule}`),
        ruleAction: action ?? null,
        labelBefore: before ?? null,
        labelAfter: after ?? null,
      }
    }
  }
