// The query for the counts of an account's verdicts.
import type { Reading } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import { rejectParameter } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'
import type { FairQueries } from '../internal/fairQueries.js'
import { type Interval, type Period, periodsOf, rangeBefore, type Segment, segmentsOf } from '../internal/periods.js'
import { type BreakdownView, breakdownBy, type Dimension, frequentValues, type Sum, sumOf } from '../internal/sums.js'
import { timeZoneOf } from '../internal/timeZone.js'
import type { Api } from '../projections/rows.js'
import { type VerdictsDocument, verdicts } from '../projections/verdicts.js'

const PAGE_SIZE = 1_000

export interface VerdictsInput {
  /** ISO 8601 instants, or dates in the time zone; `to` is exclusive, and a date stands for its whole day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly interval: Interval
  readonly by?: Dimension | undefined
  /** Maximum number of values in a breakdown. */
  readonly limit: number
  /** Name in the IANA time zone database. */
  readonly timezone: string
  /** Only verdicts of these operations. */
  readonly api?: Api | undefined
}

export type CountsView = Sum['totals']

export interface PeriodView {
  readonly start: string
  readonly end: string
  readonly counts: CountsView
  /** The values of the whole range; undefined without `by`. */
  readonly breakdown: BreakdownView | undefined
}

export interface VerdictsView {
  readonly interval: Interval
  readonly timezone: string
  readonly by: Dimension | undefined
  /** The whole range: most frequent values first. */
  readonly range: PeriodView
  /** The range of the same length before. */
  readonly previous: Omit<PeriodView, 'breakdown'>
  /** Every period of the range, oldest first. */
  readonly periods: readonly PeriodView[]
}

/**
 * Counts of the caller's verdicts by hour, day or month of a time zone. Read-your-writes. A sandbox key's verdicts are not
 * counted, and it sees none.
 * @throws Failure VALIDATION_ERROR
 */
export type GetVerdicts = (caller: Pick<Caller, 'account' | 'sandbox'>, input: VerdictsInput) => Promise<VerdictsView>

export interface GetVerdictsDependencies {
  readonly eventing: Reading
  readonly clock: Clock
  readonly fairly: FairQueries
}

export const createGetVerdicts =
  ({ eventing, clock, fairly }: GetVerdictsDependencies): GetVerdicts =>
  async ({ account, sandbox }, { from, to, interval, by, limit, timezone, api }) => {
    const zone = timeZoneOf(timezone) ?? rejectParameter('timezone', 'must be a time zone such as Europe/Berlin or UTC')
    const periods = periodsOf({ from, to, interval, zone, now: clock.now() })
    const before = rangeBefore(periods)
    if (!sandbox) await eventing.waitForHead([verdicts.name])
    const [documents, earlier] = await fairly(account, undefined, async () => [
      await read(segmentsOf(periods)),
      await read(segmentsOf([before])),
    ])
    const whole = sumOf(documents, by)
    const shown = frequentValues(whole, limit)
    const range = { start: periods[0]!.start, end: periods.at(-1)!.end }
    const parts = divide(documents, periods)
    return {
      interval,
      timezone,
      by,
      range: view(range, whole),
      previous: { start: iso(before.start), end: iso(before.end), counts: sumOf(earlier, undefined).totals },
      periods: periods.map((period, index) => view(period, sumOf(parts[index]!, by))),
    }

    function view({ start, end }: Period, sum: Sum): PeriodView {
      const breakdown = by === undefined ? undefined : breakdownBy(shown, sum)
      return { start: iso(start), end: iso(end), counts: sum.totals, breakdown }
    }

    async function read(segments: readonly Segment[]): Promise<VerdictsDocument[]> {
      const found: VerdictsDocument[] = []
      if (sandbox) return found
      for (const segment of segments) {
        const range = { from: iso(segment.from), to: iso(segment.to) }
        const equals = { owner: account, span: segment.span }
        for (let after: string | undefined; ; ) {
          const page = { limit: PAGE_SIZE, ...(after !== undefined && { after }) }
          const { items, next } = await eventing.read(verdicts).find({ index: 'byOwner', equals, range, ...page })
          for (const { document } of items) if (api === undefined || document.api === api) found.push(document)
          if (next === undefined) break
          after = next
          await yieldToEventLoop(account)
        }
      }
      return found
    }
  }

/** The documents of each period; both are in order of time. */
function divide(documents: readonly VerdictsDocument[], periods: readonly Period[]): VerdictsDocument[][] {
  const parts: VerdictsDocument[][] = periods.map(() => [])
  let index = 0
  for (const document of documents) {
    const at = Date.parse(document.at)
    while (at >= periods[index]!.end) index++
    parts[index]!.push(document)
  }
  return parts
}
