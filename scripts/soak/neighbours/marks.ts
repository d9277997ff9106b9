import type { Measured } from './measured.js'

/** Limits for the effect of an attack on others. */
export interface Marks {
  /** Maximum p99 of others' verifications, in milliseconds. */
  readonly p99Ms: number
  /** Maximum multiple of the p99 without attack; undefined if the phases are too short to compare. */
  readonly timesQuiet: number | undefined
  /**
   * A p99 up to this passes at any multiple of the quiet one. The attacker, the service and the measurement share the cores
   * of one machine: a quiet p99 of 3 ms triples by the scheduler alone. The table shows the multiple as it was.
   */
  readonly floorMs: number
  /** Share of others' verifications that may fail. */
  readonly failedShare: number
  /** Maximum time from the test call of a webhook to its arrival. */
  readonly webhookMs: number
  /** Maximum time from the end of the attack until the descriptors are back. */
  readonly descriptorsBackMs: number
  /** Descriptors beyond those before an attack that mean nothing: sockets of the resolver and idle connections of others. */
  readonly descriptorsSlack: number
}

/** The limits of `npm run soak -- neighbours`. */
export const FULL: Marks = {
  p99Ms: 300,
  timesQuiet: 3,
  floorMs: 25,
  failedShare: 0,
  webhookMs: 2_000,
  descriptorsBackMs: 15_000,
  descriptorsSlack: 24,
}

/** The limits of the short form, which runs concurrently with other tests. */
export const SHORT: Marks = {
  p99Ms: 3_000,
  timesQuiet: undefined,
  floorMs: 0,
  failedShare: 0.02,
  webhookMs: 8_000,
  descriptorsBackMs: 15_000,
  // Batches that could not be cancelled may still run, with all ports of the resolver.
  descriptorsSlack: 24 + 64,
}

/** Whether the p99 of others' verifications exceeded its limit. */
export const isSlow = (measured: Measured, marks: Marks): boolean => latencyProblemsOf(measured, marks).length > 0

/**
 * A machine that stalls looks like an attack that slows others, so most runs must have been slow. Any other limit must be
 * kept in every run.
 * @param runs of one attack
 * @returns a sentence for each limit that was exceeded
 */
export function problemsOf(runs: readonly Measured[], marks: Marks): string[] {
  const latencyProblems = runs.flatMap((run) => latencyProblemsOf(run, marks))
  return [
    ...(latencyProblems.length > runs.length / 2 ? latencyProblems : []),
    ...runs.flatMap((run) => otherProblemsOf(run, marks)),
  ]
}

/** At most one sentence. */
function latencyProblemsOf({ name, outcome }: Measured, { p99Ms, timesQuiet, floorMs }: Marks): string[] {
  if (outcome.kind === 'not carried out') return []
  const { p99 } = outcome.during.verify
  const quietP99 = outcome.quiet.verify.p99
  const allowedMs = timesQuiet === undefined ? p99Ms : Math.min(p99Ms, Math.max(timesQuiet * quietP99, floorMs))
  return p99 > allowedMs
    ? [`${name}: p99 of others' verifications was ${p99} ms, quiet ${quietP99} ms; allowed ${Math.round(allowedMs)} ms`]
    : []
}

function otherProblemsOf({ name, outcome }: Measured, marks: Marks): string[] {
  if (outcome.kind === 'not carried out') return [`${name}: could not be carried out: ${outcome.why}`]
  const { during, answersAfter, descriptors } = outcome
  const { verify, webhooks } = during
  const problemIf = (isBroken: boolean, what: string) => (isBroken ? [`${name}: ${what}`] : [])
  return [
    ...problemIf(!answersAfter, 'the service does not answer after it'),
    ...problemIf(
      verify.failed > marks.failedShare * verify.count,
      `${verify.failed} of others' ${verify.count} verifications failed`,
    ),
    ...problemIf(
      webhooks.max > marks.webhookMs || webhooks.refused > 0,
      `another account's webhook took ${webhooks.max} ms; ${webhooks.refused} test calls were refused`,
    ),
    ...problemIf(
      descriptors.backMs === undefined || descriptors.backMs > marks.descriptorsBackMs,
      `${descriptors.after} descriptors ${marks.descriptorsBackMs / 1_000} s after the end, before it ${descriptors.before}`,
    ),
  ]
}
