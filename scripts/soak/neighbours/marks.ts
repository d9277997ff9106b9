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

/** @returns a sentence for each limit that was exceeded */
export function problemsOf({ name, outcome }: Measured, marks: Marks): string[] {
  if (outcome.kind === 'not carried out') return [`${name}: could not be carried out: ${outcome.why}`]
  const { quiet, during, answersAfter, descriptors } = outcome
  const { verify, webhooks } = during
  const allowedMs =
    marks.timesQuiet === undefined
      ? marks.p99Ms
      : Math.min(marks.p99Ms, Math.max(marks.timesQuiet * quiet.verify.p99, marks.floorMs))
  const problemIf = (isBroken: boolean, what: string) => (isBroken ? [`${name}: ${what}`] : [])
  return [
    ...problemIf(!answersAfter, 'the service does not answer after it'),
    ...problemIf(
      verify.p99 > allowedMs,
      `p99 of others' verifications was ${verify.p99} ms, quiet ${quiet.verify.p99} ms; allowed ${Math.round(allowedMs)} ms`,
    ),
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
