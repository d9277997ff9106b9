import { startDnsServer } from '../../../testbed/dns/server.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { startEchoServer } from '../environment/childProcess.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startMeasuredService, withDirectory } from '../environment/service.js'
import { ECHO_BASELINE, loadEchoServer } from '../load/baseline.js'
import { BATCH_PATH, batchAllValid, bulkRequests } from '../load/bulkRequests.js'
import { runClosedLoop } from '../load/closedLoop.js'
import { cycle } from '../load/requests.js'
import { figure, median, type Report, times } from '../report.js'

interface BatchOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** Addresses per call. */
  readonly sizes: readonly number[]
}

interface Round {
  readonly perSecond: number
  readonly p99Ms: number
  /** Addresses per second ÷ requests per second of the echo server. */
  readonly ratio: number
}

const ADDRESSES = 4_000
const WARM_UP_SECONDS = 2

/** POST /v1/verify/batch with a warm cache: addresses per second, against requests per second of an Express echo server on the same core. */
export async function benchBatch({ seconds, rounds, connections, sizes }: BatchOptions): Promise<Report> {
  leaveFirstCore()
  const emails = warmAddresses(ADDRESSES)
  const dns = await startDnsServer(warmZone)
  const echo = await startEchoServer()
  try {
    return await withDirectory(async (directory) => {
      const { url, keys, stop } = await startMeasuredService(directory, dns.port, 4)
      const loadService = (size: number, duration: number) =>
        runClosedLoop({
          url,
          next: cycle(bulkRequests(BATCH_PATH, { count: Math.ceil(emails.length / size), size, keys }, emails)),
          isGood: ({ status, body }) => status === 200 && body.includes(batchAllValid(size)),
          connections,
          seconds: duration,
        })

      const rows: (string | number)[][] = []
      for (const size of sizes) {
        await loadService(size, WARM_UP_SECONDS)
        const measured: Round[] = []
        for (let round = 0; round < rounds; round++) {
          const { perSecond, p99Ms } = await loadService(size, seconds)
          const baseline = await loadEchoServer(echo.url, emails, seconds)
          measured.push({ perSecond, p99Ms, ratio: (perSecond * size) / baseline.perSecond })
        }
        rows.push(rowOf(size, connections, measured))
      }
      await stop()
      return {
        benchmark: 'POST /v1/verify/batch, warm cache, one durable event per call',
        settings: { pinning, baseline: ECHO_BASELINE, rounds: `${rounds} of ${seconds} s each, alternating; medians` },
        columns: ['', 'connections', 'addresses/s', 'calls/s', 'p99 ms', '÷ echo server'],
        rows,
        targets: [],
      }
    })
  } finally {
    await echo.stop()
    await dns.close()
  }
}

const rowOf = (size: number, connections: number, rounds: readonly Round[]): (string | number)[] => [
  `${figure(size)} per call`,
  String(connections),
  median(rounds.map(({ perSecond }) => perSecond * size)),
  median(rounds.map(({ perSecond }) => perSecond)),
  median(rounds.map(({ p99Ms }) => p99Ms)),
  times(median(rounds.map(({ ratio }) => ratio))),
]
