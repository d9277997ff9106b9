// Records of requests and responses, and which of them are unexpected.

/** A client's request and the response. */
export interface RequestRecord {
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

export type Operation = keyof typeof EXPECTED_ERRORS

/** Expected errors of each operation while a store is unavailable: status and error code. */
export const EXPECTED_ERRORS = {
  verifyEmail: ['502 UPSTREAM_ERROR'],
  verifyEmailSignals: ['503 SERVICE_UNAVAILABLE'],
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
/** How much longer than without a fault a request may take during one, in addition to the service's timeouts. */
const SLOWDOWN = 4

/** Status and error code of a response. */
const outcomeOf = ({ status, code }: RequestRecord): string => (code === undefined ? `${status}` : `${status} ${code}`)

export const isGood = ({ status, code }: Pick<RequestRecord, 'status' | 'code'>): boolean =>
  status >= 200 && status < 300 && code === undefined

/** A period during which requests may fail, in `performance.now()` milliseconds. */
export interface Trouble {
  readonly from: number
  readonly to: number
}

interface ExpectedFailures {
  readonly troubles: readonly Trouble[]
  /** Maximum response time (default: `RESPONSE_MS`); longer during a fault on a slow machine, see `slackOf`. */
  readonly withinMs?: number
}

const isDuring = ({ from, to }: RequestRecord, troubles: readonly Trouble[], graceMs = 0): boolean =>
  troubles.some((trouble) => to >= trouble.from && from <= trouble.to + graceMs)

/**
 * The time that a slow machine adds to timeouts and recoveries, in milliseconds: a multiple of the slowest response
 * without a fault.
 */
export function slackOf(records: readonly RequestRecord[], troubles: readonly Trouble[]): number {
  const calm = records.filter((record) => !isDuring(record, troubles))
  return SLOWDOWN * Math.max(0, ...calm.map(({ from, to }) => to - from))
}

/** Checks that requests failed only during a fault and with the expected errors, and that none took too long. */
export function problemsOf(
  records: readonly RequestRecord[],
  { troubles, withinMs = RESPONSE_MS }: ExpectedFailures,
): string[] {
  const problems = new Set<string>()
  const slackMs = slackOf(records, troubles)
  for (const record of records) {
    const { what, from, to } = record
    const outcome = outcomeOf(record)
    const allowedMs = isDuring(record, troubles) ? withinMs + slackMs : withinMs
    if (to - from > allowedMs) problems.add(`${what} took ${Math.round(to - from)} ms (${outcome})`)
    if (isGood(record)) continue
    const graceMs = outcome === IN_PROGRESS ? IN_PROGRESS_MS : 0
    const duringFault = isDuring(record, troubles, graceMs)
    const expected: readonly string[] =
      what === 'graphql' ? [...EXPECTED_ERRORS.graphql, FIELD_ERRORS] : EXPECTED_ERRORS[what]
    if (!duringFault || !(expected.includes(outcome) || outcome === IN_PROGRESS))
      problems.add(`${what} failed with ${outcome}${duringFault ? '' : ' without a fault'}`)
  }
  return [...problems]
}

/** Counts of outcomes per operation, of requests that were sent and answered within a period. */
export function tally(
  records: readonly RequestRecord[],
  { from, to }: Trouble,
): { [operation: string]: { [outcome: string]: number } } {
  const counts: { [operation: string]: { [outcome: string]: number } } = {}
  for (const record of records) {
    if (record.from < from || record.to > to) continue
    counts[record.what] ??= {}
    const outcome = outcomeOf(record)
    counts[record.what]![outcome] = (counts[record.what]![outcome] ?? 0) + 1
  }
  return counts
}

/** Describes the slowest request. @param began `performance.now()` at the start of the measurement */
export function slowestOf(records: readonly RequestRecord[], began = records[0]?.from ?? 0): string {
  const [slowest] = [...records].sort((one, other) => other.to - other.from - (one.to - one.from))
  if (!slowest) return 'no requests'
  const { what, from, to } = slowest
  return `${what}: ${outcomeOf(slowest)} after ${Math.round(to - from)} ms, sent at ${Math.round(from - began)} ms`
}
