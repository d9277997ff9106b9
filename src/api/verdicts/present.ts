// Verdicts and decisions as JSON bodies, and verdicts as CSV, for REST and the command line.
import type {
  BreakdownView,
  CountsView,
  DecisionView,
  PeriodView,
  VerdictsView,
} from '../../features/verdicts/index.js'

const countsBody = ({ typoUnknown, ...counts }: CountsView) => ({ ...counts, typo_unknown: typoUnknown })

const periodBody = ({ start, end, counts, breakdown }: PeriodView) => ({
  start,
  end,
  counts: countsBody(counts),
  ...(breakdown && { breakdown: breakdownBody(breakdown) }),
})

const breakdownBody = ({ values, none, unknown, other }: BreakdownView) => ({
  values: [...values],
  none,
  unknown,
  other,
})

/** The contract's Verdicts. */
export const verdictsBody = ({ interval, timezone, by, range, previous, periods }: VerdictsView) => ({
  interval,
  timezone,
  by: by ?? null,
  range: periodBody(range),
  previous: periodBody({ ...previous, breakdown: undefined }),
  periods: periods.map(periodBody),
})

const COUNT_COLUMNS = [
  'start',
  'end',
  'total',
  'valid',
  'invalid',
  'unknown',
  'allow',
  'review',
  'deny',
  'decision_unknown',
  'disposable',
  'role',
  'free',
  'typo',
  'typo_unknown',
  'pooled',
]

/** The periods as CSV (RFC 4180). No value needs quotes: they are domains, codes and names of our own lists. */
export function verdictsCsv({ by, periods }: VerdictsView): string {
  const rows =
    by === undefined
      ? [COUNT_COLUMNS, ...periods.map(countCells)]
      : [['start', 'end', 'value', 'count'], ...periods.flatMap(valueRows)]
  return rows.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function countCells({ start, end, counts }: PeriodView): (string | number)[] {
  const { total, status, decision, disposable, role, free, typo, typoUnknown, pooled } = counts
  const { allow, review, deny } = decision
  const flags = [disposable, role, free, typo, typoUnknown, pooled]
  return [
    start,
    end,
    total,
    status.valid,
    status.invalid,
    status.unknown,
    allow,
    review,
    deny,
    decision.unknown,
    ...flags,
  ]
}

/** One row per value; what has no value, in parentheses, which no value has. */
function valueRows({ start, end, breakdown }: PeriodView): (string | number)[][] {
  const { values, none, unknown, other } = breakdown!
  const rest = { '(none)': none, '(unknown)': unknown, '(other)': other }
  return [
    ...values.map(({ value, count }) => [start, end, value, count]),
    ...Object.entries(rest).map(([value, count]) => [start, end, value, count]),
  ]
}

/** The contract's LoggedDecision. */
export const decisionBody = ({ requestId, reasons, rulesVersion, today, ...decision }: DecisionView) => ({
  ...decision,
  request_id: requestId,
  rules_version: rulesVersion,
  reasons: reasons && [...reasons],
  today: today && { ...today, reasons: [...today.reasons] },
})
