// Benchmark `backup`: single verifications while backups are made, against the same without.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { BUILT, startCommandLine } from '../../../testbed/service/program.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { measuredSettings, startMeasuredService, withDirectory } from '../environment/service.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { cycle, verifyRequests } from '../load/requests.js'
import { median, type Report, times } from '../report.js'

interface BackupOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: readonly number[]
}

const ACCOUNTS = 4
const ADDRESSES = 400
const WARM_UP_SECONDS = 4
/** What a service under load may lose to a backup. */
const MIN_RATIO = 0.9

interface Measured {
  readonly connections: number
  readonly alone: readonly ClosedLoopResult[]
  readonly beside: readonly ClosedLoopResult[]
  readonly backups: number
}

/** Whole backups one after the other, in a process of their own as the service starts them, in every second round. */
export async function benchBackup({ seconds, rounds, connections }: BackupOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    const measured = await withDirectory(async (directory) => {
      const data = join(directory, 'data')
      const service = await startMeasuredService(data, dns.port, ACCOUNTS)
      const next = cycle(verifyRequests(warmAddresses(ADDRESSES), service.keys))
      const load = (count: number, duration: number) =>
        runClosedLoop({
          ...service,
          next,
          isGood: ({ status }) => status === 200,
          connections: count,
          seconds: duration,
        })
      await load(Math.max(...connections), WARM_UP_SECONDS)
      const all: Measured[] = []
      for (const count of connections) {
        const alone: ClosedLoopResult[] = []
        const beside: ClosedLoopResult[] = []
        let backups = 0
        for (let round = 0; round < rounds; round++) {
          alone.push(await load(count, seconds))
          const backing = backUpUntilStopped(data, join(directory, 'set'), dns.port)
          beside.push(await load(count, seconds))
          backups += await backing.stop()
        }
        all.push({ connections: count, alone, beside, backups })
      }
      await service.stop()
      return all
    })
    return report(measured, { seconds, rounds })
  } finally {
    await dns.close()
  }
}

/** @returns a function that ends it after the backup in progress, with the number of backups */
function backUpUntilStopped(DATA_DIR: string, set: string, dnsPort: number) {
  let stopped = false
  const running = (async () => {
    for (let count = 0; ; count++) {
      if (stopped) return count
      await rm(set, { recursive: true, force: true })
      const { code, stderr } = await startCommandLine([process.execPath, ...BUILT, 'backup', set], {
        ...measuredSettings(dnsPort),
        DATA_DIR,
      }).ended
      if (code !== 0) throw new Error(`The backup failed:\n${stderr}`)
    }
  })()
  // A failure is thrown by `stop`, once the load has ended.
  running.catch(() => {})
  return {
    stop() {
      stopped = true
      return running
    },
  }
}

function report(measured: readonly Measured[], { seconds, rounds }: { seconds: number; rounds: number }): Report {
  const rate = (results: readonly ClosedLoopResult[]) => median(results.map(({ perSecond }) => perSecond))
  const ratio = ({ alone, beside }: Measured) =>
    median(beside.map(({ perSecond }, round) => perSecond / alone[round]!.perSecond))
  return {
    benchmark: 'POST /v1/verify while whole backups are made one after the other, against the same without',
    settings: {
      pinning,
      rounds: `${rounds} of ${seconds} s each, alternating; medians, and the median of the rounds' ratios`,
    },
    columns: ['connections', 'req/s', 'beside backups', 'p99 ms', 'beside backups', 'backups', 'beside ÷ alone'],
    rows: measured.map((each) => [
      String(each.connections),
      rate(each.alone),
      rate(each.beside),
      median(each.alone.map(({ p99Ms }) => p99Ms)),
      median(each.beside.map(({ p99Ms }) => p99Ms)),
      String(each.backups),
      times(ratio(each)),
    ]),
    targets: measured.map((each) => ({
      what: `req/s beside backups ÷ alone, ${each.connections} connections`,
      measured: ratio(each),
      atLeast: MIN_RATIO,
    })),
  }
}
