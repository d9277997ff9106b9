// Adds up what the parts of a backtest have counted. Pure.
import { noCells, withCells } from '../encoding.js'
import type { BacktestCounts, NamedCells } from '../events.js'

export const NO_COUNTS: BacktestCounts = {
  processed: 0,
  cells: noCells(),
  reasons: [],
  days: [],
  rules: [],
  good: noCells(),
  bad: noCells(),
  examples: [],
}

export const withCounts = (sum: BacktestCounts, more: BacktestCounts): BacktestCounts => ({
  processed: sum.processed + more.processed,
  cells: withCells(sum.cells, more.cells),
  reasons: withNamed(sum.reasons, more.reasons),
  days: withNamed(sum.days, more.days),
  rules: withNamed(sum.rules, more.rules),
  good: withCells(sum.good, more.good),
  bad: withCells(sum.bad, more.bad),
  examples: [...sum.examples, ...more.examples],
})

function withNamed(sum: readonly NamedCells[], more: readonly NamedCells[]): NamedCells[] {
  const cells = new Map(sum.map((each) => [each.name, each.cells]))
  for (const each of more) {
    const known = cells.get(each.name)
    cells.set(each.name, known ? withCells(known, each.cells) : each.cells)
  }
  return [...cells].map(([name, found]) => ({ name, cells: found }))
}
