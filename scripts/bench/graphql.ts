import { setTimeout as sleep } from 'node:timers/promises'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { client } from '../../test/support/client.js'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { warmZone } from './addresses.js'
import type { HttpAnswer } from './answer.js'
import { type Child, startEcho } from './children.js'
import { leaveFirstCore, pinning } from './cores.js'
import { startUnlimited, withDirectory } from './house.js'
import { type LoadResult, requestBytes, runLoad } from './load.js'
import { type OfferedResult, runOffered } from './offered.js'
import { figure, median, type Report, times } from './report.js'
import { shareMeanwhile } from './shareMeanwhile.js'
import { writePool } from './writePool.js'

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
/** Milliseconds. */
const MOST_P99 = 10
const WARM_UP_SECONDS = 3
/** Connections of the open-loop load. */
const OFFERED_OVER = 16
const POLL_MS = 20

const isDashboard = ({ status, body }: HttpAnswer) => status === 200 && body.includes('"rank":100,')
const isEcho = ({ status }: HttpAnswer) => status === 200

interface Round {
  readonly dashboard: LoadResult
  readonly echo: LoadResult
}

/** Statistics, a leaderboard of 100 and 50 activities in one query, against an echo of as many bytes on the same core. */
export async function benchDashboard(options: DashboardOptions): Promise<Report> {
  const { seconds, rounds, connections, rate, changes, contributions, accounts, node } = options
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEcho()
  try {
    return await withDirectory(async (directory) => {
      await seed(directory, contributions, accounts)
      const service = await startUnlimited(directory, dns.port, 1, { plan: 'growth', words: node })
      await untilSeen(service.url, contributions)
      const { url, pid } = service
      const asked = requestBytes('/graphql', { body: { query: QUERY } })
      const answer = await answerOf(url)
      const echoed = requestBytes('/', { body: JSON.parse(answer) })
      const load = { url, next: () => asked, isGood: isDashboard }

      const round = async (count: number, duration: number): Promise<Round> => ({
        dashboard: await runLoad({ ...load, pid, connections: count, seconds: duration }),
        echo: await runLoad({ ...ofEcho(echo, echoed), connections: count, seconds: duration }),
      })
      await round(Math.max(...connections), WARM_UP_SECONDS)
      const closed: { readonly connections: number; readonly rounds: readonly Round[] }[] = []
      for (const count of connections) {
        const measured: Round[] = []
        for (let turn = 0; turn < rounds; turn++) measured.push(await round(count, seconds))
        closed.push({ connections: count, rounds: measured })
      }

      const offered = { ...load, connections: OFFERED_OVER, perSecond: rate, seconds: seconds * rounds }
      const still = await runOffered(offered)
      const sharing = shareMeanwhile({ url, key: service.keys[0]!, perSecond: changes })
      const moving = await runOffered(offered)
      const shared = await sharing.end()
      await service.stop()

      return {
        benchmark: 'POST /graphql: poolStats, poolLeaderboard of 100 and poolActivity of 50 in one query',
        settings: {
          pinning,
          pool: `${figure(contributions)} contributions of ${accounts} accounts`,
          answer: `${figure(Buffer.byteLength(answer))} bytes`,
          baseline: 'Express 5 echo of as many bytes, same core, same run, alternating rounds',
          rounds: `${rounds} of ${seconds} s each; medians, and the median of the rounds' ratios`,
          offered: `${rate} a second for ${seconds * rounds} s, whether or not those before are answered`,
        },
        columns: ['', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs each', 'the dashboard is'],
        rows: [
          ...closed.flatMap((each) => [closedRow('dashboard', each), closedRow('echo', each)]),
          offeredRow(`dashboard, ${rate}/s offered`, rate, still),
          offeredRow(`… and ${changes} contributions/s`, rate, moving),
        ],
        targets: [
          ...closed
            .filter((each) => each.connections === 1)
            .map((each) => ({
              what: 'p99 ms, warm, one connection kept busy',
              measured: median(each.rounds.map(({ dashboard }) => dashboard.p99Ms)),
              atMost: MOST_P99,
            })),
          { what: `p99 ms, warm, ${rate}/s offered`, measured: still.p99Ms, atMost: MOST_P99 },
        ],
        notes: [
          'connections kept busy show how many a second there can be; who is one of them waits for the others',
          `slowest of those offered: ${figure(still.worstMs)} ms, and ${figure(moving.worstMs)} ms beside ${shared} contributions`,
        ],
      }
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

const ofEcho = ({ url, pid }: Child & { readonly url: string }, bytes: Buffer) => ({
  url,
  pid,
  next: () => bytes,
  isGood: isEcho,
})

function closedRow(
  name: keyof Round,
  { connections, rounds }: { readonly connections: number; readonly rounds: readonly Round[] },
): (string | number)[] {
  const of = (value: keyof LoadResult) => median(rounds.map((round) => round[name][value]))
  const ratio = median(rounds.map(({ dashboard, echo }) => dashboard.perSecond / echo.perSecond))
  return [
    name,
    String(connections),
    of('perSecond'),
    of('p50Ms'),
    of('p99Ms'),
    of('cpuUs'),
    name === 'dashboard' ? '' : times(ratio),
  ]
}

const offeredRow = (name: string, rate: number, { p50Ms, p99Ms }: OfferedResult): (string | number)[] => [
  name,
  String(OFFERED_OVER),
  rate,
  p50Ms,
  p99Ms,
  '',
  '',
]

/** Begins a data directory whose log holds a pool; its read models are folded by the service, when it starts. */
async function seed(directory: string, contributions: number, accounts: number): Promise<void> {
  const { paths, release } = openDataDirectory(directory, { hold: true })
  const store = createLmdbEventStore({ path: paths.events, clock: systemClock })
  await writePool(store, contributions, accounts)
  await store.close()
  release()
}

async function untilSeen(url: string, contributions: number): Promise<void> {
  const { request, close } = client(url)
  while ((await request('GET', '/v1/pool/stats')).body.total_validations !== contributions) await sleep(POLL_MS)
  close()
}

async function answerOf(url: string): Promise<string> {
  const { request, close } = client(url)
  const { text } = await request('POST', '/graphql', { body: { query: QUERY } })
  close()
  return text
}
