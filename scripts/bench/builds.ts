import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { client } from '../../test/support/client.js'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { BUILT, ROOT, type ServiceProcess, startServiceProcess } from '../soak/serviceProcess.js'
import { warmAddresses, warmZone } from './addresses.js'
import { leaveFirstCore, onFirstCore, pinning } from './cores.js'
import { withDirectory } from './house.js'
import { inTurn, type LoadResult, requestBytes, runLoad } from './load.js'
import { median, type Report, times } from './report.js'

export interface BuildsBenchOptions {
  /** The folder of a built checkout. */
  readonly before: string
  readonly seconds: number
  readonly rounds: number
}

/** What two equal builds differ by on a machine that is shared. */
const TOLERANCE = 0.03
const UNLIMITED = '999999999'
const ACCOUNTS = 4
const BULK_SIZE = 10_000
const WARM_UP_SECONDS = 3

interface Build {
  readonly service: ServiceProcess
  readonly keys: readonly string[]
}

interface Load {
  readonly name: string
  readonly connections: number
  /** Requests of one account each. */
  requests(keys: readonly string[]): Buffer[]
  isGood(status: number, body: Buffer): boolean
  perSecond(result: LoadResult): number
}

const verify = (connections: number): Load => ({
  name: 'POST /v1/verify, requests/s',
  connections,
  requests: (keys) =>
    warmAddresses(400).flatMap((email) => keys.map((key) => requestBytes('/v1/verify', { key, body: { email } }))),
  isGood: (status, body) => status === 200 && body.includes('"status":"valid"'),
  perSecond: ({ perSecond }) => perSecond,
})

const bulk = (connections: number): Load => ({
  name: `POST /v1/verify/bulk/agent, ${BULK_SIZE} addresses a call, addresses/s`,
  connections,
  requests: (keys) =>
    keys.map((key) => requestBytes('/v1/verify/bulk/agent', { key, body: { emails: warmAddresses(BULK_SIZE) } })),
  isGood: (status, body) => status === 200 && body.includes(`"t":${BULK_SIZE}`),
  perSecond: ({ meanPerSecond }) => meanPerSecond * BULK_SIZE,
})

const LOADS: readonly Load[] = [verify(32), verify(128), bulk(1), bulk(4)]

/**
 * Warm verifications and agent calls of this build against another one, on the same core, in alternating rounds. Of two
 * equal processes the one that was started second is up to 6 % slower here, so each half of the rounds starts another
 * build first, and the ratio is the geometric mean of both halves' medians.
 */
export async function benchBuilds({ before, seconds, rounds }: BuildsBenchOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    const halves: Measured[][] = []
    for (const currentStartsFirst of [false, true]) {
      halves.push(
        await withDirectory(async (directory) => {
          const startOld = () => startBuild(resolve(before), join(directory, 'before'), dns.port)
          const startCurrent = () => startBuild(ROOT, join(directory, 'after'), dns.port)
          const first = await (currentStartsFirst ? startCurrent : startOld)()
          const second = await (currentStartsFirst ? startOld : startCurrent)()
          const [old, current] = currentStartsFirst ? [second, first] : [first, second]
          const measured: Measured[] = []
          for (const load of LOADS) measured.push({ load, pairs: await alternate(load, old, current, seconds, rounds) })
          await Promise.all([old.service.stop(), current.service.stop()])
          return measured
        }),
      )
    }
    return report({ before, seconds, rounds }, halves)
  } finally {
    await dns.close()
  }
}

interface Pair {
  readonly before: number
  readonly after: number
  readonly cpuRatio: number
}

async function alternate(load: Load, old: Build, current: Build, seconds: number, rounds: number): Promise<Pair[]> {
  const loaderOf = ({ service: { url, pid }, keys }: Build) => {
    const next = inTurn(load.requests(keys))
    return (duration: number) =>
      runLoad({
        url,
        pid,
        next,
        isGood: ({ status, body }) => load.isGood(status, body),
        connections: load.connections,
        seconds: duration,
      })
  }
  const [runOld, runCurrent] = [loaderOf(old), loaderOf(current)]
  for (const run of [runOld, runCurrent]) await run(WARM_UP_SECONDS)
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    const currentFirst = round % 2 === 1
    const first = await (currentFirst ? runCurrent : runOld)(seconds)
    const second = await (currentFirst ? runOld : runCurrent)(seconds)
    const [before, after] = currentFirst ? [second, first] : [first, second]
    pairs.push({
      before: load.perSecond(before),
      after: load.perSecond(after),
      cpuRatio: after.cpuUs / before.cpuUs,
    })
  }
  return pairs
}

/** Starts a build with accounts that no limit stops; limits are set by its own command line. */
async function startBuild(root: string, directory: string, dnsPort: number): Promise<Build> {
  const env = {
    DATA_DIR: directory,
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    NODE_ENV: 'production',
  }
  const main = join(root, 'dist/main.js')
  const program = [...BUILT.slice(0, -1), main]
  const service = await startServiceProcess({ program, env, under: onFirstCore })
  const { request, close } = client(service.url)
  const keys: string[] = []
  for (let account = 0; account < ACCOUNTS; account++) {
    const { body } = await request('POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
    const limits = ['--per-minute', UNLIMITED, '--per-month', UNLIMITED]
    await promisify(execFile)(process.execPath, [main, 'accounts', 'set-limits', body.account.id, ...limits], { env })
    while ((await request('GET', '/v1/stats', { key: body.api_key })).body.current_month.limit !== Number(UNLIMITED));
    keys.push(body.api_key)
  }
  close()
  return { service, keys }
}

interface Measured {
  readonly load: Load
  readonly pairs: readonly Pair[]
}

function report({ before, seconds, rounds }: BuildsBenchOptions, halves: readonly (readonly Measured[])[]): Report {
  const figures = LOADS.map((load, index) => {
    const pairs = halves.map((half) => half[index]!.pairs)
    const all = pairs.flat()
    const ratioOf = (value: (pair: Pair) => number): number =>
      Math.sqrt(pairs.map((half) => median(half.map(value))).reduce((product, each) => product * each, 1))
    return {
      load,
      before: median(all.map((pair) => pair.before)),
      after: median(all.map((pair) => pair.after)),
      rateRatio: ratioOf((pair) => pair.after / pair.before),
      cpuRatio: ratioOf((pair) => pair.cpuRatio),
    }
  })
  return {
    benchmark: 'This build ÷ another one, warm',
    settings: {
      pinning,
      before,
      rounds: `2 × ${rounds} of ${seconds} s of each, alternating; medians`,
    },
    columns: ['', 'connections', 'before', 'after', 'ratio', 'CPU ratio'],
    rows: figures.map(({ load, before: old, after, rateRatio, cpuRatio }) => [
      load.name,
      String(load.connections),
      old,
      after,
      times(rateRatio),
      times(cpuRatio),
    ]),
    targets: figures.map(({ load: { name, connections }, rateRatio }) => ({
      what: `${name}, ${connections} connections`,
      measured: rateRatio,
      atLeast: 1 - TOLERANCE,
    })),
  }
}
