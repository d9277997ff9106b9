// Benchmark `bulk`: long lists of addresses in one call.
import { startDnsServer } from '../../../testbed/dns/server.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { startEchoServer } from '../environment/childProcess.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { ECHO_BASELINE, loadEchoServer } from '../load/baseline.js'
import { AGENT_ALL_VALID, AGENT_PATH, AGENT_SIZE, bulkRequests } from '../load/bulkRequests.js'
import { runClosedLoop } from '../load/closedLoop.js'
import { cycle } from '../load/requests.js'
import { figure, median, type Report, type Target, times } from '../report.js'
import { COLD_BASELINE, COLD_COLUMNS, coldRow, coldTarget, measureCold } from './coldLookUps.js'

interface BulkOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: readonly number[]
  /** Delay of the slower of the two DNS servers, in milliseconds. */
  readonly delay: number
  /** Additional Node options for the service of the warm half, for profiling. */
  readonly node: readonly string[]
}

interface Measured {
  readonly connections: number
  /** Addresses per second. */
  readonly perSecond: number
  readonly p99Ms: number
  /** Addresses per second ÷ requests per second of the echo server. */
  readonly ratio: number
}

const ADDRESSES = 40_000
const ECHO_ADDRESSES = 400
const WARM_UP_SECONDS = 2
const MIN_PER_SECOND = 50_000
/** AfterShip's apiserver, stateless, on one core of the machine on which the targets were set. */
const GO_VALIDATOR_PER_SECOND = 16_000
const MIN_TIMES_GO_VALIDATOR = 3

/** POST /v1/verify/bulk/agent, synchronous, with a warm cache: addresses per second, against an Express echo server on the same core. */
export async function benchBulkWarm(options: BulkOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEchoServer()
  try {
    return await withDirectory(async (directory) => {
      const service = await startMeasuredService(directory, dns.port, 4, { nodeOptions: options.node })
      const measured = await measureWarm(options, service, echo.url)
      await service.stop()
      return warmReport(options, measured)
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

async function measureWarm(
  { seconds, rounds, connections }: BulkOptions,
  { url, keys }: { readonly url: string; readonly keys: readonly string[] },
  echoUrl: string,
): Promise<Measured[]> {
  const next = cycle(bulkRequests(AGENT_PATH, { count: keys.length, size: AGENT_SIZE, keys }, warmAddresses(ADDRESSES)))
  const loadService = (count: number, duration: number) =>
    runClosedLoop({
      url,
      next,
      isGood: ({ status, body }) => status === 200 && body.includes(AGENT_ALL_VALID),
      connections: count,
      seconds: duration,
    })
  const echoEmails = warmAddresses(ECHO_ADDRESSES)
  const measured: Measured[] = []
  await loadService(Math.max(...connections), WARM_UP_SECONDS)
  for (const count of connections) {
    const results: Omit<Measured, 'connections'>[] = []
    for (let round = 0; round < rounds; round++) {
      const { meanPerSecond, p99Ms } = await loadService(count, seconds)
      const perSecond = meanPerSecond * AGENT_SIZE
      const baseline = await loadEchoServer(echoUrl, echoEmails, seconds)
      results.push({ perSecond, p99Ms, ratio: perSecond / baseline.perSecond })
    }
    const medianOf = (name: 'perSecond' | 'p99Ms' | 'ratio') => median(results.map((result) => result[name]))
    measured.push({
      connections: count,
      perSecond: medianOf('perSecond'),
      p99Ms: medianOf('p99Ms'),
      ratio: medianOf('ratio'),
    })
  }
  return measured
}

function warmReport({ seconds, rounds }: BulkOptions, measured: readonly Measured[]): Report {
  return {
    benchmark: `POST ${AGENT_PATH}, ${figure(AGENT_SIZE)} addresses per call, warm cache, one durable event per call`,
    settings: {
      pinning,
      baseline: ECHO_BASELINE,
      rounds: `${rounds} of ${seconds} s each, alternating; medians`,
      'Go validator': `${figure(GO_VALIDATOR_PER_SECOND)} addresses/s per core, measured earlier`,
    },
    columns: ['connections', 'addresses/s', 'calls/s', 'p99 ms', '÷ echo server', '÷ Go validator'],
    rows: measured.map(({ connections, perSecond, p99Ms, ratio }) => [
      String(connections),
      perSecond,
      perSecond / AGENT_SIZE,
      p99Ms,
      times(ratio),
      times(perSecond / GO_VALIDATOR_PER_SECOND),
    ]),
    targets: measured.flatMap(({ connections, perSecond }): Target[] => [
      { what: `addresses/s, ${connections} connections`, measured: perSecond, atLeast: MIN_PER_SECOND },
      {
        what: `÷ Go validator, ${connections} connections`,
        measured: perSecond / GO_VALIDATOR_PER_SECOND,
        atLeast: MIN_TIMES_GO_VALIDATOR,
      },
    ]),
  }
}

/** The same with names never seen before: lookups per second, against the resolver alone. */
export async function benchBulkCold({ seconds, rounds, delay }: BulkOptions): Promise<Report> {
  leaveFirstCore()
  const call = { path: AGENT_PATH, size: AGENT_SIZE, allValid: AGENT_ALL_VALID }
  const measured = await measureCold(
    [
      { ...call, connections: 1 },
      { ...call, connections: 2 },
    ],
    { seconds, rounds, delay },
  )
  return {
    benchmark: `POST ${AGENT_PATH}, names never seen before: look-ups/s ÷ the resolver alone`,
    settings: {
      pinning,
      baseline: COLD_BASELINE,
      rounds: `${rounds} of ${seconds} s each, alternating; medians`,
    },
    columns: COLD_COLUMNS,
    rows: measured.map(coldRow),
    targets: measured.map(coldTarget),
  }
}
