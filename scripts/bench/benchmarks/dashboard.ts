import { client } from '../../../testbed/callers/client.js'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { warmZone } from '../datasets/warmAddresses.js'
import { untilFolded, writePool } from '../datasets/writePool.js'
import { type Child, startEchoServer } from '../environment/childProcess.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { startBackgroundSharing } from '../load/backgroundSharing.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import type { Target as LoadTarget } from '../load/connection.js'
import type { LatencySummary } from '../load/histogram.js'
import { runOpenLoop } from '../load/openLoop.js'
import { requestBytes } from '../load/requests.js'
import type { HttpResponse } from '../load/responseReader.js'
import { figure, median, type Report, times } from '../report.js'

export interface DashboardOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: readonly number[]
  /** Offered dashboards per second (open loop). */
  readonly rate: number
  /** Concurrent contributions per second. */
  readonly changes: number
  readonly contributions: number
  readonly accounts: number
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

const QUERY = `query Dashboard {
  poolStats {
    totalValidations uniqueEmails hitRate avgResponseTimeMs activeContributors
    coverageByDomain { domain percent }
  }
  poolLeaderboard(period: WEEKLY, limit: 100) {
    period
    contributors { rank contributorId contributions uniqueContributions creditsEarned badge }
  }
  poolActivity(limit: 50) {
    timestamp
    activity { type message timestamp icon provider source }
    metrics { eventsShown activityLastHour mostCommonType }
  }
}`
const MAX_P99_MS = 10
const WARM_UP_SECONDS = 3
const OPEN_LOOP_CONNECTIONS = 16

const isDashboard = ({ status, body }: HttpResponse) => status === 200 && body.includes('"rank":100,')
const isEcho = ({ status }: HttpResponse) => status === 200

interface Round {
  readonly dashboard: ClosedLoopResult
  readonly echo: ClosedLoopResult
}

interface ClosedLoop {
  readonly connections: number
  readonly rounds: readonly Round[]
}

interface OpenLoops {
  readonly unchanged: LatencySummary
  /** While contributions change the pool. */
  readonly changing: LatencySummary
  readonly contributions: number
}

/** Statistics, a leaderboard of 100 and 50 activities in one query, against an echo server with a response of the same size on the same core. */
export async function benchDashboard(options: DashboardOptions): Promise<Report> {
  const { contributions, accounts, node } = options
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEchoServer()
  try {
    return await withDirectory(async (directory) => {
      await seedDirectory(directory, (store) => writePool(store, contributions, accounts))
      const service = await startMeasuredService(directory, dns.port, 1, { plan: 'growth', nodeOptions: node })
      await untilFolded(service.url, contributions)
      const response = await responseOf(service.url)
      const closed = await runClosedLoops(options, service, echo, requestBytes('/', { body: JSON.parse(response) }))
      const open = await runOpenLoops(options, service.url, service.keys[0]!)
      await service.stop()
      return report(options, Buffer.byteLength(response), closed, open)
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

const dashboardTarget = (url: string): Omit<LoadTarget, 'connections'> => {
  const request = requestBytes('/graphql', { body: { query: QUERY } })
  return { url, next: () => request, isGood: isDashboard }
}

async function runClosedLoops(
  { seconds, rounds, connections }: DashboardOptions,
  { url, pid }: { readonly url: string; readonly pid: number },
  echo: Child & { readonly url: string },
  echoRequest: Buffer,
): Promise<ClosedLoop[]> {
  const target = dashboardTarget(url)
  const echoTarget = { url: echo.url, pid: echo.pid, next: () => echoRequest, isGood: isEcho }
  const runRound = async (count: number, duration: number): Promise<Round> => ({
    dashboard: await runClosedLoop({ ...target, pid, connections: count, seconds: duration }),
    echo: await runClosedLoop({ ...echoTarget, connections: count, seconds: duration }),
  })
  await runRound(Math.max(...connections), WARM_UP_SECONDS)
  const results: ClosedLoop[] = []
  for (const count of connections) {
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) measured.push(await runRound(count, seconds))
    results.push({ connections: count, rounds: measured })
  }
  return results
}

async function runOpenLoops(
  { seconds, rounds, rate, changes }: DashboardOptions,
  url: string,
  key: string,
): Promise<OpenLoops> {
  const load = {
    ...dashboardTarget(url),
    connections: OPEN_LOOP_CONNECTIONS,
    perSecond: rate,
    seconds: seconds * rounds,
  }
  const unchanged = await runOpenLoop(load)
  const sharing = startBackgroundSharing({ url, key, perSecond: changes })
  const changing = await runOpenLoop(load)
  return { unchanged, changing, contributions: await sharing.stop() }
}

function report(
  { seconds, rounds, rate, changes, contributions, accounts }: DashboardOptions,
  responseBytes: number,
  closed: readonly ClosedLoop[],
  open: OpenLoops,
): Report {
  return {
    benchmark: 'POST /graphql: poolStats, poolLeaderboard of 100 and poolActivity of 50 in one query',
    settings: {
      pinning,
      pool: `${figure(contributions)} contributions of ${accounts} accounts`,
      response: `${figure(responseBytes)} bytes`,
      baseline: 'Express 5 echo server, response of the same size, same core, same run, alternating rounds',
      rounds: `${rounds} of ${seconds} s each; medians, and the median of the rounds' ratios`,
      'open loop': `${rate} requests/s for ${seconds * rounds} s, however slow the responses are`,
    },
    columns: ['', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'dashboard ÷ echo'],
    rows: [
      ...closed.flatMap((result) => [closedLoopRow('dashboard', result), closedLoopRow('echo', result)]),
      openLoopRow(`dashboard, ${rate}/s offered`, rate, open.unchanged),
      openLoopRow(`… during ${changes} contributions/s`, rate, open.changing),
    ],
    targets: [
      ...closed
        .filter(({ connections }) => connections === 1)
        .map((result) => ({
          what: 'p99 ms, warm cache, one busy connection',
          measured: median(result.rounds.map(({ dashboard }) => dashboard.p99Ms)),
          atMost: MAX_P99_MS,
        })),
      { what: `p99 ms, warm cache, ${rate}/s offered`, measured: open.unchanged.p99Ms, atMost: MAX_P99_MS },
    ],
    notes: [
      'Several busy connections show the maximum throughput; their latencies include waiting for one another.',
      `Maximum latency at the offered rate: ${figure(open.unchanged.maxMs)} ms, and ${figure(open.changing.maxMs)} ms during ${open.contributions} contributions.`,
    ],
  }
}

function closedLoopRow(name: keyof Round, { connections, rounds }: ClosedLoop): (string | number)[] {
  const medianOf = (value: keyof ClosedLoopResult) => median(rounds.map((round) => round[name][value]))
  const ratio = median(rounds.map(({ dashboard, echo }) => dashboard.perSecond / echo.perSecond))
  return [
    name,
    String(connections),
    medianOf('perSecond'),
    medianOf('p50Ms'),
    medianOf('p99Ms'),
    medianOf('cpuUs'),
    name === 'dashboard' ? '' : times(ratio),
  ]
}

const openLoopRow = (name: string, rate: number, { p50Ms, p99Ms }: LatencySummary): (string | number)[] => [
  name,
  String(OPEN_LOOP_CONNECTIONS),
  rate,
  p50Ms,
  p99Ms,
  '',
  '',
]

async function responseOf(url: string): Promise<string> {
  const { request, close } = client(url)
  const { text } = await request('POST', '/graphql', { body: { query: QUERY } })
  close()
  return text
}
