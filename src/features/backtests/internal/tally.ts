// Counts verifications by what was decided and what rules would have decided.
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { Hindsight, PastRuling } from '../../rules/index.js'
import { rowCount, type Verified } from '../../verdicts/index.js'
import { cellOf, isChange, noCells } from '../encoding.js'
import type { BacktestCounts, BacktestExample, NamedCells } from '../events.js'
import { type PastVerification, pastIn } from './past.js'

/** Examples of each change, at most. */
const MAX_EXAMPLES = 5
const DAY = 'yyyy-mm-dd'.length

/** What outcomes say about verifications, by subject and time. */
export interface Labels {
  get(subject: number | string, at: number): 'good' | 'bad' | undefined
}

export interface Tally {
  /** Rows of an event that are counted. */
  add(event: Recorded<Verified>): void
  /** What was counted since the last call; undefined if nothing was. */
  take(): BacktestCounts | undefined
}

type Counting = number[]

/** @param examples cells of the examples that there are already */
export function createTally(hindsight: Hindsight, labels: Labels, examples: readonly number[]): Tally {
  const exemplified = noCells()
  for (const cell of examples) exemplified[cell]!++
  let counts = startOf()

  function addRow(
    event: Recorded<Verified>,
    row: number,
    past: PastVerification,
    { at, day }: { readonly at: number; readonly day: Counting },
  ): void {
    const after = hindsight(past.facts)
    const cell = cellOf(past.action ?? 'unknown', after.action ?? 'unknown')
    counts.processed++
    counts.cells[cell]!++
    under(counts.reasons, past.facts.reasons?.[0] ?? '')[cell]!++
    day[cell]!++
    if (typeof after.rule === 'string') under(counts.rules, after.rule)[cell]!++
    const label = labelOf(labels, event, row, at)
    if (label) counts[label][cell]!++
    if (isChange(cell) && exemplified[cell]! < MAX_EXAMPLES) {
      exemplified[cell]!++
      counts.examples.push(exampleOf(event, row, past, after, { at, cell }))
    }
  }

  return {
    add(event) {
      const at = Date.parse(event.recordedAt)
      const pastAt = pastIn(event, at)
      const time = { at, day: under(counts.days, event.recordedAt.slice(0, DAY)) }
      for (let row = 0; row < rowCount(event); row++) addRow(event, row, pastAt(row), time)
    },
    take() {
      if (counts.processed === 0) return undefined
      const { reasons, days, rules, ...rest } = counts
      counts = startOf()
      return { ...rest, reasons: named(reasons), days: named(days), rules: named(rules) }
    },
  }
}

const startOf = () => ({
  processed: 0,
  cells: noCells(),
  reasons: new Map<string, Counting>(),
  days: new Map<string, Counting>(),
  rules: new Map<string, Counting>(),
  good: noCells(),
  bad: noCells(),
  examples: [] as BacktestExample[],
})

function under(groups: Map<string, Counting>, name: string): Counting {
  let counting = groups.get(name)
  if (!counting) {
    counting = noCells()
    groups.set(name, counting)
  }
  return counting
}

const named = (groups: ReadonlyMap<string, Counting>): NamedCells[] =>
  [...groups].map(([name, cells]) => ({ name, cells }))

/** Rows of jobs have no outcomes: neither their hashes nor their requests are recorded. */
function labelOf(labels: Labels, event: Recorded<Verified>, row: number, at: number) {
  switch (event.type) {
    case 'AddressVerified':
      return event.data.address === null ? undefined : labels.get(event.data.address, at)
    case 'AddressesVerified':
      return labels.get(`${event.meta.correlationId}.${row}`, at)
    case 'BatchChunkVerified':
      return undefined
  }
}

function exampleOf(
  event: Recorded<Verified>,
  row: number,
  { facts, rule: ruleBefore }: PastVerification,
  { rule: ruleAfter }: PastRuling,
  { at, cell }: Pick<BacktestExample, 'at' | 'cell'>,
): BacktestExample {
  const isJob = event.type === 'BatchChunkVerified'
  const index = isJob ? event.data.from + row : row
  return {
    at,
    cell,
    ...(isJob ? { job: idOf(event.stream) } : { request: event.meta.correlationId }),
    ...(event.type !== 'AddressVerified' && { row: index }),
    ...(typeof facts.domain === 'string' && { domain: facts.domain }),
    reasons: facts.reasons ?? [],
    ...(ruleBefore !== undefined && { ruleBefore }),
    ...(typeof ruleAfter === 'string' && { ruleAfter }),
  }
}
