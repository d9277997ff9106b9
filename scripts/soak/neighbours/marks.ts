// Decides from all runs of an attack whether the promises to the other accounts and to the operator were kept.
import { perAccount } from '../../../src/kernel/limits.js'
import type { CarriedOut, Measured } from './measured.js'

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
  /** The same of the owner of a publishable key that is abused. */
  readonly ownerFailedShare: number
  /** Share of the month's addresses that abuse of a publishable key must leave (`perAccount.publishable.monthShare`). */
  readonly ownerLeft: number
  /** Share of others' questions to mail servers that may have no answer. */
  readonly unansweredShare: number
  /** Maximum time from the test call of a webhook to its arrival. */
  readonly webhookMs: number
  /** Maximum resident bytes of a process. */
  readonly memory: number
  /** Maximum time from the end of the attack until descriptors and memory are back. */
  readonly backMs: number
  /** Descriptors beyond those before an attack that mean nothing: sockets of the resolver and idle connections of others. */
  readonly descriptorsSlack: number
  /** The same for bytes that are held after a forced garbage collection: caches that the attack has filled. */
  readonly heldSlack: number
  /** The same for resident bytes, which the allocator returns late. */
  readonly memorySlack: number
}

const MB = 1_000_000

/** The limits of `npm run soak -- neighbours`. */
export const FULL: Marks = {
  p99Ms: 300,
  timesQuiet: 3,
  floorMs: 25,
  failedShare: 0,
  ownerFailedShare: 0,
  ownerLeft: 1 - perAccount.publishable.monthShare,
  unansweredShare: 0,
  webhookMs: 2_000,
  memory: 600 * MB,
  backMs: 15_000,
  descriptorsSlack: 24,
  heldSlack: 64 * MB,
  memorySlack: 150 * MB,
}

/**
 * The limits of the short form, which runs concurrently with other tests: what counts is who failed and what is left, and times
 * are so long that only a stopped event loop exceeds them.
 */
export const SHORT: Marks = {
  ...FULL,
  p99Ms: 8_000,
  timesQuiet: undefined,
  floorMs: 0,
  failedShare: 0.02,
  ownerFailedShare: 0.02,
  unansweredShare: 0.5,
  webhookMs: 10_000,
  backMs: 30_000,
  memory: 1_000 * MB,
  // Batches that could not be cancelled may still run, with all ports of the resolver.
  descriptorsSlack: 24 + 64,
  heldSlack: 150 * MB,
  memorySlack: 400 * MB,
}

export interface Median {
  /** Of others' verifications, in milliseconds. */
  readonly p99: number
  /** Of the multiples of the quiet p99 in the same minute. */
  readonly times: number
}

/** The runs of an attack decide together. @param runs of one attack; undefined if none was carried out */
export function medianOf(runs: readonly Measured[]): Median | undefined {
  const carriedOut = runs.flatMap(({ outcome }) => (outcome.kind === 'carried out' ? [outcome] : []))
  if (carriedOut.length === 0) return undefined
  return { p99: median(carriedOut.map(({ during }) => during.verify.p99)), times: median(carriedOut.map(timesOf)) }
}

/** The multiple of the quiet p99. */
export const timesOf = ({ quiet, during }: CarriedOut): number => during.verify.p99 / Math.max(quiet.verify.p99, 0.1)

/** The lower one of two. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}

/**
 * The medians of all runs decide about latency: a machine that stalls looks like an attack, and a lucky run like none. Any
 * other limit must be kept in every run.
 * @param runs of one attack
 * @returns a sentence for each limit that was exceeded
 */
export const problemsOf = (runs: readonly Measured[], marks: Marks): string[] => [
  ...latencyProblemsOf(runs, marks),
  ...runs.flatMap((run) => otherProblemsOf(run, marks)),
]

function latencyProblemsOf(runs: readonly Measured[], { p99Ms, timesQuiet, floorMs }: Marks): string[] {
  const of = medianOf(runs)
  if (!of) return []
  const isSlow = of.p99 > p99Ms || (timesQuiet !== undefined && of.p99 > floorMs && of.times > timesQuiet)
  return isSlow
    ? [
        `${runs[0]!.attack}: p99 of others' verifications was ${of.p99} ms, ${of.times.toFixed(1)} times the quiet one (medians of ${runs.length} runs)`,
      ]
    : []
}

function otherProblemsOf({ attack, outcome }: Measured, marks: Marks): string[] {
  if (outcome.kind === 'not carried out') return [`${attack}: could not be carried out: ${outcome.why}`]
  const { during, owner, answersAfter, descriptors, memory, held } = outcome
  const { verify, mailboxes, webhooks } = during
  const problemIf = (isBroken: boolean, what: string) => (isBroken ? [`${attack}: ${what}`] : [])
  const after = `${marks.backMs / 1_000} s after the end`
  const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`
  return [
    ...problemIf(!answersAfter, 'the service does not answer after it'),
    ...problemIf(
      verify.failed > marks.failedShare * verify.count,
      `${verify.failed} of others' ${verify.count} verifications failed`,
    ),
    ...problemIf(
      mailboxes.failed > marks.unansweredShare * mailboxes.count,
      `${mailboxes.failed} of others' ${mailboxes.count} questions to mail servers had no answer`,
    ),
    ...problemIf(
      owner !== undefined && owner.failed > marks.ownerFailedShare * owner.count,
      `${owner?.failed} of ${owner?.count} verifications of the owner of the publishable key failed`,
    ),
    ...problemIf(
      owner !== undefined && owner.left < marks.ownerLeft,
      `${Math.round(100 * (owner?.left ?? 0))} % of the month are left to the owner of the publishable key`,
    ),
    ...problemIf(
      webhooks.max > marks.webhookMs || webhooks.refused > 0,
      `another account's webhook took ${webhooks.max} ms; ${webhooks.refused} test calls were refused`,
    ),
    ...problemIf(memory.most > marks.memory, `the process took ${megabytes(memory.most)} of memory`),
    ...problemIf(
      descriptors.backMs === undefined,
      `${descriptors.after} descriptors ${after}, before it ${descriptors.before}`,
    ),
    ...problemIf(
      memory.backMs === undefined,
      `${megabytes(memory.after)} of memory ${after}, before it ${megabytes(memory.before)}; held ${megabytes(held.after)}, before it ${megabytes(held.before)}`,
    ),
  ]
}
