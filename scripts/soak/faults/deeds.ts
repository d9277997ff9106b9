/** A client's request and the response. */
export interface Deed {
  readonly what: Operation
  /** 0 if the connection broke. */
  readonly status: number
  /** Error code, if any, of REST or GraphQL. */
  readonly code: string | undefined
  /** `performance.now()` when the request was sent. */
  readonly from: number
  /** `performance.now()` when it was answered. */
  readonly to: number
}

export type Operation = keyof typeof DECIDED

/** Expected errors of each operation while a store is unavailable: status and error code. */
export const DECIDED = {
  verifyEmail: ['502 UPSTREAM_ERROR'],
  verifyEmailSignals: ['500 INTERNAL_ERROR'],
  verifyBatch: ['503 SERVICE_UNAVAILABLE'],
  createAccount: ['503 SERVICE_UNAVAILABLE'],
  getUsage: ['503 SERVICE_UNAVAILABLE'],
  uploadBulk: ['503 SERVICE_UNAVAILABLE'],
  graphql: ['503 SERVICE_UNAVAILABLE'],
  getReadiness: ['503 SERVICE_UNAVAILABLE'],
  getLiveness: [],
} as const satisfies { readonly [operation: string]: readonly string[] }

/** A GraphQL request that was admitted before the store failed: its fields fail one by one. */
const FIELD_ERRORS = '200 SERVICE_UNAVAILABLE'
/** A retried upload whose first attempt was interrupted counts as in progress until its record is a minute old. */
const IN_PROGRESS = '409 IDEMPOTENCY_IN_PROGRESS'
const IN_PROGRESS_MS = 65_000

/** Maximum response time: the promised five seconds, and one more for a busy machine. */
const RESPONSE_MS = 6_000

/** Status and error code of a response. */
const outcomeOf = ({ status, code }: Deed): string => (code === undefined ? `${status}` : `${status} ${code}`)

export const isGood = ({ status, code }: Pick<Deed, 'status' | 'code'>): boolean =>
  status >= 200 && status < 300 && code === undefined

/** A period during which requests may fail, in `performance.now()` milliseconds. */
export interface Trouble {
  readonly from: number
  readonly to: number
}

interface ExpectedFailures {
  readonly troubles: readonly Trouble[]
  /** Maximum response time (default: `RESPONSE_MS`). */
  readonly withinMs?: number
}

/** Checks that requests failed only during a fault and with the expected errors, and that none took too long. */
export function problemsOf(deeds: readonly Deed[], { troubles, withinMs = RESPONSE_MS }: ExpectedFailures): string[] {
  const problems = new Set<string>()
  for (const deed of deeds) {
    const { what, from, to } = deed
    const outcome = outcomeOf(deed)
    if (to - from > withinMs) problems.add(`${what} took ${Math.round(to - from)} ms (${outcome})`)
    if (isGood(deed)) continue
    const graceMs = outcome === IN_PROGRESS ? IN_PROGRESS_MS : 0
    const duringFault = troubles.some((trouble) => to >= trouble.from && from <= trouble.to + graceMs)
    const expected: readonly string[] = what === 'graphql' ? [...DECIDED.graphql, FIELD_ERRORS] : DECIDED[what]
    if (!duringFault || !(expected.includes(outcome) || outcome === IN_PROGRESS))
      problems.add(`${what} failed with ${outcome}${duringFault ? '' : ' without a fault'}`)
  }
  return [...problems]
}

/** Counts of outcomes per operation, of requests that were sent and answered within a period. */
export function tally(
  deeds: readonly Deed[],
  { from, to }: Trouble,
): { [operation: string]: { [outcome: string]: number } } {
  const counts: { [operation: string]: { [outcome: string]: number } } = {}
  for (const deed of deeds) {
    if (deed.from < from || deed.to > to) continue
    counts[deed.what] ??= {}
    const outcome = outcomeOf(deed)
    counts[deed.what]![outcome] = (counts[deed.what]![outcome] ?? 0) + 1
  }
  return counts
}

/** Describes the slowest request. @param began `performance.now()` at the start of the measurement */
export function slowestOf(deeds: readonly Deed[], began = deeds[0]?.from ?? 0): string {
  const [slowest] = [...deeds].sort((one, other) => other.to - other.from - (one.to - one.from))
  if (!slowest) return 'no requests'
  const { what, from, to } = slowest
  return `${what}: ${outcomeOf(slowest)} after ${Math.round(to - from)} ms, sent at ${Math.round(from - began)} ms`
}
