// Sums of the counts of many documents, and their breakdown by a dimension.
import type { Breakdown, Counts } from '../projections/counts.js'
import type { VerdictsDocument } from '../projections/verdicts.js'

/** What verdicts are broken down by. */
export type Dimension = 'status' | 'decision' | 'reason' | 'provider' | 'domain' | 'api'

type Totals = Omit<Counts, 'reasons' | 'providers' | 'domains'>

export type BreakdownView = Breakdown

/** Counts of documents, with the values of at most one dimension. */
export interface Sum {
  readonly totals: Totals
  readonly values: ReadonlyMap<string, number>
  readonly none: number
  readonly unknown: number
  readonly other: number
}

/** Adds documents up. */
export function sumOf(documents: readonly VerdictsDocument[], by: Dimension | undefined): Sum {
  const status = { valid: 0, invalid: 0, unknown: 0 }
  const decision = { allow: 0, review: 0, deny: 0, unknown: 0 }
  const flags = { total: 0, disposable: 0, role: 0, free: 0, typo: 0, typoUnknown: 0, pooled: 0 }
  const values = new Map<string, number>()
  const rest = { none: 0, unknown: 0, other: 0 }
  for (const document of documents) {
    addTo(status, document.counts.status)
    addTo(decision, document.counts.decision)
    addTo(flags, document.counts)
    if (by === undefined) continue
    const breakdown = breakdownOf(document, by)
    for (const { value, count } of breakdown.values) values.set(value, (values.get(value) ?? 0) + count)
    addTo(rest, breakdown)
  }
  return { totals: { ...flags, status, decision }, values, ...rest }
}

function addTo<Name extends string>(
  sums: Record<Name, number>,
  added: { readonly [name in NoInfer<Name>]: number },
): void {
  for (const name of Object.keys(sums) as Name[]) sums[name] += added[name]
}

function breakdownOf({ api, counts }: VerdictsDocument, by: Dimension): Breakdown {
  switch (by) {
    case 'reason':
      return counts.reasons
    case 'provider':
      return counts.providers
    case 'domain':
      return counts.domains
    case 'api':
      return { ...NOTHING, values: [{ value: api, count: counts.total }] }
    case 'status':
      return { ...NOTHING, values: valuesOf(counts.status) }
    case 'decision': {
      const { unknown, ...known } = counts.decision
      return { ...NOTHING, values: valuesOf(known), unknown }
    }
  }
}

const NOTHING: Breakdown = { values: [], none: 0, unknown: 0, other: 0 }

const valuesOf = (counts: { readonly [value: string]: number }): Breakdown['values'] =>
  Object.entries(counts).flatMap(([value, count]) => (count > 0 ? [{ value, count }] : []))

/** The most frequent values, with their counts; by name where counts are equal. */
export const frequentValues = ({ values }: Sum, limit: number): string[] =>
  [...values]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([value]) => value)

/** The counts of some values, the others together. */
export function breakdownBy(shown: readonly string[], { values, none, unknown, other }: Sum): BreakdownView {
  const counted = shown.map((value) => ({ value, count: values.get(value) ?? 0 }))
  let rest = other
  for (const count of values.values()) rest += count
  for (const { count } of counted) rest -= count
  return { values: counted, none, unknown, other: rest }
}
