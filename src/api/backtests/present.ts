// Shapes of backtests in responses.
import { afterIn, type BacktestPage, type BacktestView, beforeIn, isChange } from '../../features/backtests/index.js'
import { iso } from '../../kernel/clock.js'

type Counts = BacktestView['counts']
type Cells = Counts['cells']

/** BacktestDecisions of the contract: those that there are. */
const decisionsOf = (cells: Cells) =>
  cells.flatMap((verifications, cell) =>
    verifications === 0 ? [] : [{ before: beforeIn(cell), after: afterIn(cell), verifications }],
  )

const sumOf = (cells: Cells, counts: (cell: number) => boolean): number =>
  cells.reduce((sum, count, cell) => (counts(cell) ? sum + count : sum), 0)

/** BacktestSummary of the contract. */
export const summaryBody = ({ counts: { cells, processed }, ...view }: BacktestView) => ({
  id: view.id,
  status: view.status,
  rules_version: view.version,
  from: view.from,
  to: view.to,
  lists: view.lists,
  created_at: view.createdAt,
  ended_at: view.endedAt,
  processed,
  total: view.total,
  changed: sumOf(cells, isChange),
  undecided: sumOf(cells, (cell) => afterIn(cell) === 'unknown'),
  unrecorded: sumOf(cells, (cell) => beforeIn(cell) === 'unknown'),
  error: view.reason,
})

/** BacktestOutcomeCounts of the contract. @param decisionIn which of the two decisions counts */
const outcomeCounts = ({ good, bad }: Counts, decisionIn: typeof beforeIn) => {
  const of = (cells: Cells, decision: string) => sumOf(cells, (cell) => decisionIn(cell) === decision)
  return {
    good_allowed: of(good, 'allow'),
    good_reviewed: of(good, 'review'),
    good_denied: of(good, 'deny'),
    bad_allowed: of(bad, 'allow'),
    bad_reviewed: of(bad, 'review'),
    bad_denied: of(bad, 'deny'),
  }
}

/** Backtest of the contract. */
export const backtestBody = (view: BacktestView) => {
  const { counts } = view
  return {
    ...summaryBody(view),
    result: {
      decisions: decisionsOf(counts.cells),
      reasons: counts.reasons.map(({ name, cells }) => ({ reason: name || null, decisions: decisionsOf(cells) })),
      days: counts.days
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, cells }) => ({ day: name, decisions: decisionsOf(cells) })),
      rules: counts.rules.map(({ name, cells }) => ({ rule: name, decisions: decisionsOf(cells) })),
      outcomes: { before: outcomeCounts(counts, beforeIn), after: outcomeCounts(counts, afterIn) },
      examples: counts.examples.map((example) => ({
        at: iso(example.at),
        before: beforeIn(example.cell),
        after: afterIn(example.cell),
        rule_before: example.ruleBefore ?? null,
        rule_after: example.ruleAfter ?? null,
        domain: example.domain ?? null,
        reasons: [...example.reasons],
        request_id: example.request ?? null,
        batch_id: example.job ?? null,
        row: example.row ?? null,
      })),
    },
  }
}

/** BacktestList of the contract. */
export const backtestsBody = ({ backtests, nextCursor }: BacktestPage) => ({
  backtests: backtests.map(summaryBody),
  next_cursor: nextCursor,
})
