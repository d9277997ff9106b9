// Counts of verdicts, and how they add up.
import type { Named, Row, Rows } from './rows.js'

/** Counts of the values of an open set; a value of null is no name. The rest adds up to all rows. */
export type Breakdown = {
  readonly values: readonly Valued[]
  /** Rows without a value, rows whose value was not recorded, and rows of values beyond the maximum. */
  readonly none: number
  readonly unknown: number
  readonly other: number
}

type Valued = {
  readonly value: string
  readonly count: number
}

/** Counts of rows. */
export type Counts = {
  readonly total: number
  readonly status: { readonly valid: number; readonly invalid: number; readonly unknown: number }
  /** `unknown`: recorded before events had decisions. */
  readonly decision: {
    readonly allow: number
    readonly review: number
    readonly deny: number
    readonly unknown: number
  }
  readonly disposable: number
  readonly role: number
  readonly free: number
  readonly typo: number
  /** Rows of which it was not recorded whether another domain was suggested. */
  readonly typoUnknown: number
  /** Rows that the signal pool answered. */
  readonly pooled: number
  /** The deciding reasons. */
  readonly reasons: Breakdown
  readonly providers: Breakdown
  readonly domains: Breakdown
}

/** Values kept of a breakdown: in an hour or a day, the first ones; the most frequent ones are among the first. */
export const MAX_VALUES = 200

const EMPTY: Breakdown = { values: [], none: 0, unknown: 0, other: 0 }

export const NO_COUNTS: Counts = {
  total: 0,
  status: { valid: 0, invalid: 0, unknown: 0 },
  decision: { allow: 0, review: 0, deny: 0, unknown: 0 },
  disposable: 0,
  role: 0,
  free: 0,
  typo: 0,
  typoUnknown: 0,
  pooled: 0,
  reasons: EMPTY,
  providers: EMPTY,
  domains: EMPTY,
}

/** The counts with the rows of an event. */
export function withRows(before: Counts, { rows, domains, pooled }: Rows): Counts {
  let named = before.domains
  for (const { domain, count } of domains) named = withValue(named, domain, count)
  let after = before
  let added = pooled
  for (const { row, count } of rows) {
    after = withRow(after, row, { count, domains: named, pooled: added })
    added = 0
  }
  return after
}

interface Added {
  readonly count: number
  readonly domains: Breakdown
  readonly pooled: number
}

/** Each member by name: a spread takes three times as long, and this runs for every verification. */
const withRow = (before: Counts, row: Row, { count, domains, pooled }: Added): Counts => ({
  total: before.total + count,
  status: withStatus(before.status, row.status, count),
  decision: withDecision(before.decision, row.decision ?? 'unknown', count),
  disposable: before.disposable + (row.disposable ? count : 0),
  role: before.role + (row.role ? count : 0),
  free: before.free + (row.free ? count : 0),
  typo: before.typo + (row.typo ? count : 0),
  typoUnknown: before.typoUnknown + (row.typo === undefined ? count : 0),
  pooled: before.pooled + pooled,
  reasons: withValue(before.reasons, row.reason, count),
  providers: withValue(before.providers, row.provider, count),
  domains,
})

const withStatus = (
  { valid, invalid, unknown }: Counts['status'],
  status: Row['status'],
  count: number,
): Counts['status'] => ({
  valid: status === 'valid' ? valid + count : valid,
  invalid: status === 'invalid' ? invalid + count : invalid,
  unknown: status === 'unknown' ? unknown + count : unknown,
})

const withDecision = (
  { allow, review, deny, unknown }: Counts['decision'],
  decision: keyof Counts['decision'],
  count: number,
): Counts['decision'] => ({
  allow: decision === 'allow' ? allow + count : allow,
  review: decision === 'review' ? review + count : review,
  deny: decision === 'deny' ? deny + count : deny,
  unknown: decision === 'unknown' ? unknown + count : unknown,
})

function withValue({ values, none, unknown, other }: Breakdown, value: Named, count: number): Breakdown {
  if (value === null) return { values, none: none + count, unknown, other }
  if (value === undefined) return { values, none, unknown: unknown + count, other }
  for (let at = 0; at < values.length; at++) {
    const known = values[at]!
    if (known.value === value)
      return { values: values.with(at, { value, count: known.count + count }), none, unknown, other }
  }
  if (values.length === MAX_VALUES) return { values, none, unknown, other: other + count }
  return { values: [...values, { value, count }], none, unknown, other }
}
