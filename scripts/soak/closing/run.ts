// Soak `closing`: closes connections to the stores with FIN, under load.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { untilHealthy } from '../faults/healthy.js'
import { isGood, type Operation, problemsOf, slackOf, slowestOf } from '../faults/requestRecords.js'
import { openScene } from '../faults/scene.js'
import { type Gap, type Probes, startProbes } from './probes.js'
import type { Cut } from './storeProcess.js'
import { type ClosingStores, CUTS, openClosingStores, STORES, type StoreName } from './stores.js'

export interface ClosingOptions {
  /** MONGODB_URL. */
  readonly mongo: string
  /** How long connections are closed. */
  readonly durationMs: number
  /** Shortest and longest pause between two cuts, in milliseconds. */
  readonly pauseMs: readonly [number, number]
  readonly clients: number
  /** Whether uploads without an acknowledgement are retried until they have one, which may take a minute. */
  readonly retryUploads: boolean
  readonly seed: number
  readonly onCut?: (store: StoreName, how: Cut) => void
}

/** What happened to one process. */
export interface ProcessReport {
  readonly process: string
  readonly probes: number
  /** Total time without a successful probe, in milliseconds. */
  readonly notReadyMs: number
  /** Longest time from the last cut before a recovery until that recovery, in milliseconds. */
  readonly slowestMs: number
  /** MongoDB clients that were replaced because they hung. */
  readonly replacements: number
}

export interface ClosingReport {
  readonly cuts: { readonly [storeAndKind: string]: number }
  readonly processes: readonly ProcessReport[]
  readonly calls: number
  /** Requests that succeeded. */
  readonly good: number
  readonly slowest: string
  /** Empty if each process answered again in time, and nothing acknowledged was lost. */
  readonly problems: readonly string[]
}

/** Maximum time until a process answers again after a cut; a slow machine may add to it. */
const RECOVERY_MS = 10_000
/** Maximum response time: an append and a subscription are retried for a while, and an upload has several. */
const MAX_RESPONSE_MS = 15_000
/** Time without a cut, at the beginning. */
const CALM_MS = 2_000
const BUSY = fileURLToPath(new URL('./busy.mjs', import.meta.url))
/** Their failures are 502 or 503; a store's failure is never a 500. */
const OPERATIONS: readonly Operation[] = [
  'verifyEmail',
  'verifyBatch',
  'uploadBulk',
  'createAccount',
  'getUsage',
  'graphql',
]

/** Closes the connections of both stores with FIN, at random, while two API processes and two workers are busy. */
export async function runClosing(options: ClosingOptions): Promise<ClosingReport> {
  const { mongo, clients, retryUploads, seed } = options
  const stores = await openClosingStores(mongo)
  const scene = await openScene({ stores, seed, retryUploads, nodeOptions: ['--import', BUSY] })
  const probes = scene.service.processes.map(startProbes)
  try {
    const where = () => scene.chance.pick(scene.service.apis).url
    const load = scene.load({ clients, pauseMs: 20, where, operations: OPERATIONS })
    await Promise.all([load.each(), sleep(CALM_MS)])
    const from = performance.now()
    const cuts = await closeAtRandom(stores, scene.chance.between, options)
    const { problems: lateProblemsOf } = await untilHealthy(scene.service.processes)
    const trouble = { from, to: performance.now() }
    await load.stop()
    await Promise.all(probes.map((probe) => probe.stop()))

    const slackMs = slackOf(load.records, [trouble])
    const reports = probes.map((probe) => reportOf(probe, cuts, RECOVERY_MS + slackMs))
    return {
      cuts: tallyOf(cuts),
      processes: reports.map(({ report }) => report),
      calls: load.records.length,
      good: load.records.filter(isGood).length,
      slowest: slowestOf(load.records, from),
      problems: [
        ...reports.flatMap(({ problems }) => problems),
        ...problemsOf(load.records, { troubles: [trouble], withinMs: MAX_RESPONSE_MS }),
        ...lateProblemsOf(slackMs),
        ...(await scene.check(load)),
      ],
    }
  } finally {
    await Promise.all(probes.map((probe) => probe.stop()))
    await scene.close()
  }
}

interface TimedCut {
  readonly at: number
  readonly what: string
}

async function closeAtRandom(
  stores: ClosingStores,
  between: (least: number, most: number) => number,
  { durationMs, pauseMs: [least, most], onCut }: ClosingOptions,
): Promise<TimedCut[]> {
  const cuts: TimedCut[] = []
  const until = performance.now() + durationMs
  while (performance.now() < until) {
    const store = STORES[between(0, STORES.length - 1)]!
    const how = CUTS[between(0, CUTS.length - 1)]!
    stores.cut(store, how)
    onCut?.(store, how)
    cuts.push({ at: performance.now(), what: `${store} ${how}` })
    await sleep(between(least, most))
  }
  return cuts
}

function reportOf({ member, count, gaps: findGaps }: Probes, cuts: readonly TimedCut[], allowedMs: number) {
  const name = `${member.role} ${member.pid}`
  const gaps = findGaps()
  const slowestMs = Math.max(0, ...gaps.map((gap) => recoveryOf(gap, cuts)))
  const problems = gaps
    .filter((gap) => isTooLong(gap, cuts, allowedMs))
    .map(({ from, to }) => `${name} did not answer for ${Math.round(to - from)} ms`)
  const report: ProcessReport = {
    process: name,
    probes: count(),
    notReadyMs: Math.round(gaps.reduce((sum, { from, to }) => sum + to - from, 0)),
    slowestMs: Math.round(slowestMs),
    replacements: member.printed().split('replaced the client').length - 1,
  }
  return { report, problems }
}

/** Time from the last cut before the end of a gap. */
function recoveryOf({ from, to }: Gap, cuts: readonly TimedCut[]): number {
  const last = cuts.findLast(({ at }) => at <= to)
  return to - Math.max(from, last?.at ?? from)
}

/** Whether the process did not answer for too long after some cut, although no further cut came meanwhile. */
function isTooLong({ from, to }: Gap, cuts: readonly TimedCut[], allowedMs: number): boolean {
  const within = cuts.map(({ at }) => at).filter((at) => at > from && at < to)
  const moments = [from, ...within, to]
  return moments.slice(1).some((at, index) => at - moments[index]! > allowedMs)
}

function tallyOf(cuts: readonly TimedCut[]): { [what: string]: number } {
  const tally: { [what: string]: number } = {}
  for (const { what } of cuts) tally[what] = (tally[what] ?? 0) + 1
  return tally
}
