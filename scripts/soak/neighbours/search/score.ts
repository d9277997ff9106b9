// How much a point costs the service, relative to what is promised and to what the attacker sends for it.
import type { CarriedOut, Measured } from '../measured.js'
import { rateOf } from '../table.js'

/** What each kind of cost is divided by: about 1 breaks a promise. */
const UNITS = {
  /** Milliseconds of others' p99 beyond the quiet one. */
  latency: 300,
  /** Share of others' requests that failed. */
  failed: 0.05,
  /** Cores of the service; the machine has two. */
  cpu: 2,
  /** Bytes: 600 MB without what the process has when it is quiet. */
  memory: 400_000_000,
  descriptors: 5_000,
  /** Bytes a second: 500 GB a day. */
  disk: 5_800_000,
} as const

export type Cost = { readonly [kind in keyof typeof UNITS | 'held' | 'stopped']: number }

/** A full attack, to which what is still held after a probe is extrapolated. */
const FULL_SECONDS = 30
/** Nothing else counts beside it. */
const STOPPED = 10
const MAX_COST = 10
/** Mbit/s between which sending less counts more. */
const RATES = { least: 0.1, most: 100 }

/** The cost of a run by kind. */
export function costOf(outcome: CarriedOut): Cost {
  const { quiet, during, memory, held, cpu, descriptors, diskPerSecond, answersAfter, seconds } = outcome
  const growth = ({ before, most }: { readonly before: number; readonly most: number }) => most - before
  const cost = {
    latency: (during.verify.p99 - quiet.verify.p99) / UNITS.latency,
    failed: during.verify.failed / Math.max(1, during.verify.count) / UNITS.failed,
    cpu: (cpu.during - cpu.quiet) / UNITS.cpu,
    memory: growth(memory) / UNITS.memory,
    held: (growth(held) * Math.max(1, FULL_SECONDS / seconds)) / UNITS.memory,
    descriptors: growth(descriptors) / UNITS.descriptors,
    disk: diskPerSecond / UNITS.disk,
    stopped: answersAfter ? 0 : STOPPED,
  }
  return Object.fromEntries(
    Object.entries(cost).map(([kind, value]) => [kind, Math.min(MAX_COST, Math.max(0, value))]),
  ) as Cost
}

/** The kind of cost that is greatest. */
export const worstOf = (cost: Cost): keyof Cost =>
  (Object.keys(cost) as (keyof Cost)[]).reduce((worst, kind) => (cost[kind] > cost[worst] ? kind : worst))

/**
 * The greatest cost, times 1 (100 Mbit/s sent) to 4 (0.1 Mbit/s or less): of two attacks that do the same, the cheaper one is
 * worse. 0 for an attack that could not be carried out.
 */
export function scoreOf({ outcome }: Measured): number {
  if (outcome.kind === 'not carried out') return 0
  const cost = costOf(outcome)
  const rate = Math.min(RATES.most, Math.max(RATES.least, rateOf(outcome)))
  return cost[worstOf(cost)] * (1 + Math.log10(RATES.most / rate))
}
