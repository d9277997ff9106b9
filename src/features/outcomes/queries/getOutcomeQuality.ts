// The query for how good an account's decisions were.
import type { Reading } from '../../../eventing/eventing.js'
import type { Clock } from '../../../kernel/clock.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { isMonth, monthBefore, monthOf } from '../../../kernel/months.js'
import type { Caller } from '../../accounts/index.js'
import { type QualityView, qualityOf } from '../internal/quality.js'
import { outcomeQuality } from '../projections/outcomeQuality.js'

const DEFAULT_MONTHS = 12
const MAX_MONTHS = 120

interface OutcomeQualityInput {
  /** First and last UTC month, `yyyy-mm`; default: the last twelve. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface OutcomeQualityView {
  readonly from: string
  readonly to: string
  readonly total: QualityView
  /** Every month with outcomes, oldest first. */
  readonly months: readonly (QualityView & { readonly month: string })[]
}

/**
 * How many of the caller's verifications had good and bad outcomes, by decision and reason, in the months of the verifications. Any
 * caller; read-your-writes. A sandbox key sees none.
 * @throws Failure VALIDATION_ERROR when months are reversed, in the future or too many
 */
export type GetOutcomeQuality = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  input: OutcomeQualityInput,
) => Promise<OutcomeQualityView>

export const createGetOutcomeQuality =
  ({ eventing, clock }: { readonly eventing: Reading; readonly clock: Clock }): GetOutcomeQuality =>
  async ({ account, sandbox }, input) => {
    const { from, to } = rangeOf(input, monthOf(clock.now()))
    if (sandbox) return { from, to, total: qualityOf([]), months: [] }
    await eventing.waitForHead([outcomeQuality.name])
    const query = { index: 'byOwner', equals: { owner: account }, limit: MAX_MONTHS }
    const { items } = await eventing.read(outcomeQuality).find({ ...query, range: { from, to: `${to}~` } })
    const documents = items.map(({ document }) => document)
    const months = documents.map((document) => ({ month: document.month, ...qualityOf([document]) }))
    return { from, to, total: qualityOf(documents), months }
  }

function rangeOf({ from, to }: OutcomeQualityInput, now: string): { readonly from: string; readonly to: string } {
  for (const [name, month] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (month !== undefined && !isMonth(month)) rejectParameter(name, 'must be a month such as 2026-11')
  const last = to === undefined || to > now ? now : to
  const first = from ?? monthsBefore(last, DEFAULT_MONTHS - 1)
  if (first > now) rejectParameter('from', 'must not be in the future')
  if (first > last) rejectParameter('from', 'must not be after `to`')
  if (first < monthsBefore(last, MAX_MONTHS - 1))
    rejectParameter('from', `must be less than ${MAX_MONTHS} months before \`to\``)
  return { from: first, to: last }
}

function monthsBefore(month: string, count: number): string {
  let before = month
  for (let step = 0; step < count; step++) before = monthBefore(before)
  return before
}
