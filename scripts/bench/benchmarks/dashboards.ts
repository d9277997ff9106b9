import { setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { startBackgroundSharing } from '../load/backgroundSharing.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { type Dashboards, type DashboardsReceived, startDashboards } from '../load/dashboards.js'
import { cycle, verifyRequests } from '../load/requests.js'
import { median, percent, type Report, times } from '../report.js'
import { fillPool, POOL_SETTINGS } from './poolHits.js'

export interface DashboardsOptions {
  readonly dashboards: number
  readonly connections: number
  /** Contributions per second in the case with moderate activity. */
  readonly changes: number
  readonly seconds: number
  readonly rounds: number
  /** Additional Node options for the service, for profiling. */
  readonly node: readonly string[]
}

/** One account fills the pool, the others verify. */
const ACCOUNTS = 4
const ADDRESSES = 400
const WARM_UP_SECONDS = 3
/** From opening or closing the dashboards to the measurement: the first refreshes are over. */
const SETTLE_MS = 1_500
const MAX_COST = 0.05

type Service = Awaited<ReturnType<typeof startMeasuredService>>

interface Case {
  readonly name: string
  readonly emails: readonly string[]
  /** Whether the pool answers these addresses, which makes every verification an activity. */
  readonly fromPool: boolean
  /** Contributions per second meanwhile. */
  readonly changes: number
}

interface Round {
  readonly with: ClosedLoopResult
  readonly without: ClosedLoopResult
  readonly received: DashboardsReceived
}

interface Measured {
  readonly name: string
  readonly rounds: readonly Round[]
}

/** POST /v1/verify with a warm cache while dashboards are open, against the same without them, in alternating slices. */
export async function benchDashboards(options: DashboardsOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    return await withDirectory(async (directory) => {
      const service = await startMeasuredService(directory, dns.port, ACCOUNTS, {
        plan: 'growth',
        nodeOptions: options.node,
        env: POOL_SETTINGS,
      })
      const dashboards = await startDashboards(service.url)
      const measured: Measured[] = []
      for (const each of await prepareCases(service, options)) {
        measured.push({ name: each.name, rounds: await measure(each, service, dashboards, options) })
      }
      await dashboards.stop()
      await service.stop()
      return report(options, measured)
    })
  } finally {
    await dns.close()
  }
}

async function prepareCases(service: Service, { changes }: DashboardsOptions): Promise<Case[]> {
  const emails = warmAddresses(2 * ADDRESSES)
  const [inPool, others] = [emails.slice(0, ADDRESSES), emails.slice(ADDRESSES)]
  const [contributor, reader] = service.keys
  await fillPool({ url: service.url, emails: inPool, contributor: contributor!, reader: reader! })
  return [
    { name: 'no activity', emails: others, fromPool: false, changes: 0 },
    { name: `${changes} contributions/s`, emails: others, fromPool: false, changes },
    { name: 'the pool answers every verification', emails: inPool, fromPool: true, changes: 0 },
  ]
}

async function measure(
  { emails, fromPool, changes }: Case,
  { url, pid, keys }: Service,
  dashboards: Dashboards,
  options: DashboardsOptions,
): Promise<Round[]> {
  const { connections, seconds } = options
  const next = cycle(verifyRequests(emails, keys.slice(1)))
  const isGood: Parameters<typeof runClosedLoop>[0]['isGood'] = ({ status, body }) =>
    status === 200 && body.includes(`"from_pool":${fromPool}`)
  const load = (duration: number) => runClosedLoop({ url, pid, next, isGood, connections, seconds: duration })

  async function withDashboards(): Promise<Pick<Round, 'with' | 'received'>> {
    await dashboards.open(options.dashboards)
    await sleep(SETTLE_MS)
    const result = await load(seconds)
    return { with: result, received: await dashboards.close() }
  }

  async function withoutDashboards(): Promise<Pick<Round, 'without'>> {
    await sleep(SETTLE_MS)
    return { without: await load(seconds) }
  }

  await load(WARM_UP_SECONDS)
  // Beyond the addresses of all cases.
  const sharing = changes > 0 && startBackgroundSharing({ url, key: keys[0]!, perSecond: changes, from: 2 * ADDRESSES })
  const rounds: Round[] = []
  for (let round = 0; round < options.rounds; round++) {
    if (round % 2 === 0) rounds.push({ ...(await withDashboards()), ...(await withoutDashboards()) })
    else rounds.push({ ...(await withoutDashboards()), ...(await withDashboards()) })
  }
  if (sharing) await sharing.stop()
  return rounds
}

function report(options: DashboardsOptions, measured: readonly Measured[]): Report {
  const { dashboards, connections, seconds, rounds } = options
  return {
    benchmark: `POST /v1/verify, warm cache, while ${dashboards} dashboards are open`,
    settings: {
      pinning,
      connections,
      rounds: `${rounds} of ${seconds} s each with and without dashboards, alternating; medians, and the median of the rounds' ratios`,
      dashboards:
        'the modules of web/dashboard: queries, subscription and refreshes of a visitor, in a process of their own',
    },
    columns: [
      '',
      'req/s with',
      'req/s without',
      'ratio',
      'p99 ms with',
      'without',
      'CPU µs each with',
      'without',
      'ratio',
      'items each',
      'refreshes each',
      'load generator',
    ],
    rows: measured.map((each) => row(each, dashboards)),
    targets: measured.map(({ name, rounds: of }) => ({
      what: `cost of ${dashboards} dashboards, ${name}`,
      measured: 1 - ratioOf(of, 'perSecond'),
      atMost: MAX_COST,
    })),
    notes: ['items and refreshes: of one dashboard in one round, which includes the time before the measurement'],
  }
}

/** With dashboards ÷ without. */
const ratioOf = (rounds: readonly Round[], figure: 'perSecond' | 'cpuUs'): number =>
  median(rounds.map((round) => round.with[figure] / round.without[figure]))

function row({ name, rounds }: Measured, dashboards: number): (string | number)[] {
  const medianOf = (value: (round: Round) => number): number => median(rounds.map(value))
  return [
    name,
    medianOf((round) => round.with.perSecond),
    medianOf((round) => round.without.perSecond),
    times(ratioOf(rounds, 'perSecond')),
    medianOf((round) => round.with.p99Ms),
    medianOf((round) => round.without.p99Ms),
    medianOf((round) => round.with.cpuUs),
    medianOf((round) => round.without.cpuUs),
    times(ratioOf(rounds, 'cpuUs')),
    medianOf(({ received }) => received.items / dashboards),
    medianOf(({ received }) => received.refreshes / dashboards),
    percent(medianOf((round) => round.with.generatorCpu)),
  ]
}
