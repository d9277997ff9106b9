// Benchmark `builds`: verifications of this build against another one.
import { join, resolve } from 'node:path'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { ROOT } from '../../../testbed/files.js'
import type { Settings } from '../../../testbed/service/settings.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { type Build, startBuild } from '../environment/build.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { withDirectory } from '../environment/service.js'
import { AGENT_ALL_VALID, AGENT_PATH, AGENT_SIZE } from '../load/bulkRequests.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { cycle, requestBytes, verifyRequests } from '../load/requests.js'
import { median, type Report, times } from '../report.js'

export interface BuildsOptions {
  /** Path of another built checkout. */
  readonly before: string
  /** Settings of this build only, `NAME=VALUE`. */
  readonly with?: readonly string[]
  readonly seconds: number
  readonly rounds: number
}

/** Difference between two equal builds on a shared machine. */
const NOISE = 0.03
const ACCOUNTS = 4
const WARM_UP_SECONDS = 3

interface Workload {
  readonly name: string
  readonly connections: number
  requests(keys: readonly string[]): Buffer[]
  isGood(status: number, body: Buffer): boolean
  perSecond(result: ClosedLoopResult): number
}

const verify = (connections: number): Workload => ({
  name: 'POST /v1/verify, requests/s',
  connections,
  requests: (keys) => verifyRequests(warmAddresses(400), keys),
  isGood: (status, body) => status === 200 && body.includes('"status":"valid"'),
  perSecond: ({ perSecond }) => perSecond,
})

const bulk = (connections: number): Workload => ({
  name: `POST ${AGENT_PATH}, ${AGENT_SIZE} addresses per call, addresses/s`,
  connections,
  requests: (keys) => keys.map((key) => requestBytes(AGENT_PATH, { key, body: { emails: warmAddresses(AGENT_SIZE) } })),
  isGood: (status, body) => status === 200 && body.includes(AGENT_ALL_VALID),
  perSecond: ({ meanPerSecond }) => meanPerSecond * AGENT_SIZE,
})

const WORKLOADS: readonly Workload[] = [verify(32), verify(128), bulk(1), bulk(4)]

/** Of both builds, in one round. */
interface Round {
  readonly before: number
  readonly after: number
  /** CPU per response, after ÷ before. */
  readonly cpuRatio: number
}

/** The rounds of each workload, in the order of `WORKLOADS`. */
type Half = readonly (readonly Round[])[]

/**
 * Single verifications and agents' calls of this build with a warm cache, against another build, on the same core, in
 * alternating rounds. Of two equal processes the one that was started second can be up to 6 % slower. Each build
 * therefore starts first in one half of the rounds, and the ratio is the geometric mean of both halves' medians.
 */
export async function benchBuilds(options: BuildsOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    return report(options, [await measureHalf(options, dns.port, false), await measureHalf(options, dns.port, true)])
  } finally {
    await dns.close()
  }
}

function measureHalf(options: BuildsOptions, dnsPort: number, startsCurrentFirst: boolean): Promise<Half> {
  return withDirectory(async (directory) => {
    const startOld = () => startBuild(resolve(options.before), join(directory, 'before'), dnsPort, ACCOUNTS)
    const startCurrent = () => startBuild(ROOT, join(directory, 'after'), dnsPort, ACCOUNTS, settingsOf(options))
    const first = await (startsCurrentFirst ? startCurrent : startOld)()
    const second = await (startsCurrentFirst ? startOld : startCurrent)()
    const [old, current] = startsCurrentFirst ? [second, first] : [first, second]
    const half: Round[][] = []
    for (const workload of WORKLOADS) half.push(await runAlternating(workload, old, current, options))
    await Promise.all([old.service.stop(), current.service.stop()])
    return half
  })
}

const settingsOf = ({ with: settings = [] }: BuildsOptions): Settings =>
  Object.fromEntries(settings.map((each) => each.split(/=(.*)/s, 2)))

async function runAlternating(
  workload: Workload,
  old: Build,
  current: Build,
  { seconds, rounds }: BuildsOptions,
): Promise<Round[]> {
  const loadOf = ({ service: { url, pid }, keys }: Build) => {
    const next = cycle(workload.requests(keys))
    return (duration: number) =>
      runClosedLoop({
        url,
        pid,
        next,
        isGood: ({ status, body }) => workload.isGood(status, body),
        connections: workload.connections,
        seconds: duration,
      })
  }
  const [loadOld, loadCurrent] = [loadOf(old), loadOf(current)]
  for (const load of [loadOld, loadCurrent]) await load(WARM_UP_SECONDS)
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const currentFirst = round % 2 === 1
    const first = await (currentFirst ? loadCurrent : loadOld)(seconds)
    const second = await (currentFirst ? loadOld : loadCurrent)(seconds)
    const [before, after] = currentFirst ? [second, first] : [first, second]
    results.push({
      before: workload.perSecond(before),
      after: workload.perSecond(after),
      cpuRatio: after.cpuUs / before.cpuUs,
    })
  }
  return results
}

function report({ before, with: settings = [], seconds, rounds }: BuildsOptions, halves: readonly Half[]): Report {
  const figures = WORKLOADS.map(({ name, connections }, index) => {
    const roundsOfHalves = halves.map((half) => half[index]!)
    const allRounds = roundsOfHalves.flat()
    const ratioOf = (value: (round: Round) => number): number =>
      Math.sqrt(roundsOfHalves.map((half) => median(half.map(value))).reduce((product, ratio) => product * ratio, 1))
    return {
      name,
      connections,
      before: median(allRounds.map((round) => round.before)),
      after: median(allRounds.map((round) => round.after)),
      rateRatio: ratioOf((round) => round.after / round.before),
      cpuRatio: ratioOf((round) => round.cpuRatio),
    }
  })
  return {
    benchmark: 'This build ÷ another build, warm cache',
    settings: {
      pinning,
      before,
      ...(settings.length > 0 && { with: settings.join(' ') }),
      rounds: `2 × ${rounds} of ${seconds} s each, alternating; medians`,
    },
    columns: ['', 'connections', 'before', 'after', 'ratio', 'CPU ratio'],
    rows: figures.map(({ name, connections, before: old, after, rateRatio, cpuRatio }) => [
      name,
      String(connections),
      old,
      after,
      times(rateRatio),
      times(cpuRatio),
    ]),
    targets: figures.map(({ name, connections, rateRatio }) => ({
      what: `${name}, ${connections} connections`,
      measured: rateRatio,
      atLeast: 1 - NOISE,
    })),
  }
}
