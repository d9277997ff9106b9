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

/** What the decisions say of each operation while a store does not answer (design/decisions.md, "502 / 504 on verify"). */
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

/** A GraphQL request that was counted before the store failed: its fields are answered with errors. */
const FIELD_ERRORS = '200 SERVICE_UNAVAILABLE'
/** An upload that was cut off is under way as far as anybody knows, until its record is a minute old. */
const UNDER_WAY = '409 IDEMPOTENCY_IN_PROGRESS'
const UNDER_WAY_MS = 65_000

/** Five seconds are promised; one more for a busy machine. */
export const ANSWERED_MS = 6_000

export const toldOf = ({ status, code }: Deed): string => (code === undefined ? `${status}` : `${status} ${code}`)

export const isGood = ({ status, code }: Deed): boolean => status >= 200 && status < 300 && code === undefined

/** A period in which a store may fail its callers. */
export interface Trouble {
  readonly from: number
  readonly to: number
}

export interface Allowed {
  readonly troubles: readonly Trouble[]
  /** Maximum response time (default: `ANSWERED_MS`). */
  readonly withinMs?: number
}

/** Checks that requests failed only during a fault, with the expected errors, and that none waited too long. */
export function problemsOf(deeds: readonly Deed[], { troubles, withinMs = ANSWERED_MS }: Allowed): string[] {
  const problems = new Set<string>()
  for (const deed of deeds) {
    const { what, from, to } = deed
    const told = toldOf(deed)
    if (to - from > withinMs) problems.add(`${what} was answered ${told} after ${Math.round(to - from)} ms`)
    if (isGood(deed)) continue
    const lasts = told === UNDER_WAY ? UNDER_WAY_MS : 0
    const inTrouble = troubles.some((trouble) => to >= trouble.from && from <= trouble.to + lasts)
    const decided: readonly string[] = what === 'graphql' ? [...DECIDED.graphql, FIELD_ERRORS] : DECIDED[what]
    if (!inTrouble || !(decided.includes(told) || told === UNDER_WAY))
      problems.add(`${what} was answered ${told} ${inTrouble ? '' : 'without any trouble'}`)
  }
  return [...problems]
}

/** Counts of outcomes per operation, of requests that were sent and answered within a period. */
export function tally(
  deeds: readonly Deed[],
  { from, to }: Trouble,
): { [operation: string]: { [told: string]: number } } {
  const counts: { [operation: string]: { [told: string]: number } } = {}
  for (const deed of deeds) {
    if (deed.from < from || deed.to > to) continue
    counts[deed.what] ??= {}
    const told = toldOf(deed)
    counts[deed.what]![told] = (counts[deed.what]![told] ?? 0) + 1
  }
  return counts
}

/** Who waited longest, in words. @param began `performance.now()`, when counting begins */
export function slowestOf(deeds: readonly Deed[], began = deeds[0]?.from ?? 0): string {
  const [slowest] = [...deeds].sort((one, other) => other.to - other.from - (one.to - one.from))
  if (!slowest) return 'nobody'
  const { what, from, to } = slowest
  return `${what}: ${toldOf(slowest)} after ${Math.round(to - from)} ms, asked at ${Math.round(from - began)} ms`
}
