// Benchmark `shapes`: the three deployments in one run.
import { setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { cpuTimeUs } from '../../../testbed/procfs.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { type ShapeService, startMeasuredShape } from '../environment/shapeService.js'
import { startKurrentdb, startMongo } from '../environment/storeServers.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { cycle, verifyRequests } from '../load/requests.js'
import type { Report } from '../report.js'
import { shapesReport } from '../shapesReport.js'
import { ADDRESSES, LAG_POLL_MS, type ShapeResult, type ShapeRound, type ShapesOptions } from '../shapesResult.js'

export type { ShapesOptions } from '../shapesResult.js'

const WARM_UP_SECONDS = 2
/** Timeout until all events are folded. */
const CATCH_UP_MS = 60_000

/** The deployment shapes side by side: POST /v1/verify with a warm cache, and what each process needs for it. */
export async function benchShapes(options: ShapesOptions): Promise<Report> {
  const { shapes, storeDelay: delayMs, mongodbUrl, kurrentdbUrl } = options
  const dns = await startDnsServer(warmZone)
  const mongo = shapes.some((shape) => shape > 1) ? await startMongo({ url: mongodbUrl, delayMs }) : undefined
  const kurrentdb = shapes.includes(3) ? await startKurrentdb({ url: kurrentdbUrl, delayMs }) : undefined
  try {
    const services: ShapeService[] = []
    for (const shape of shapes) {
      services.push(
        await startMeasuredShape({
          shape,
          dnsPort: dns.port,
          accountCount: Math.max(...options.accounts),
          mongo: shape > 1 ? mongo : undefined,
          kurrentdb: shape > 2 ? kurrentdb : undefined,
          nodeOptions: options.node,
          workerNodeOptions: options.workerNode,
        }),
      )
    }
    const results = await measure(options, services)
    for (const service of services) await service.stop()
    return shapesReport(options, results, [mongo?.note, kurrentdb?.note])
  } finally {
    await kurrentdb?.stop()
    await mongo?.stop()
    await dns.close()
  }
}

/** The shapes take turns, with the same number of accounts and connections each. */
async function measure(
  { seconds, rounds, accounts, connections }: ShapesOptions,
  services: readonly ShapeService[],
): Promise<ShapeResult[]> {
  const results = accounts.flatMap((count) =>
    connections.flatMap((busy) =>
      services.map((service) => ({
        service,
        load: verifyLoad(service, count, busy),
        result: { shape: service.shape, accounts: count, connections: busy, rounds: [] } as ShapeResult,
      })),
    ),
  )
  for (const service of services) {
    await verifyLoad(service, Math.max(...accounts), Math.max(...connections))(WARM_UP_SECONDS)
  }
  for (let round = 0; round < rounds; round++) {
    for (const { service, load, result } of results) {
      await untilCaughtUp(service)
      result.rounds.push(await measureRound(service, () => load(seconds)))
    }
  }
  return results.map(({ result }) => result)
}

function verifyLoad({ url, api, keys }: ShapeService, accounts: number, connections: number) {
  const next = cycle(verifyRequests(warmAddresses(ADDRESSES), keys.slice(0, accounts)))
  const isGood = ({ status, body }: { status: number; body: Buffer }) =>
    status === 200 && body.includes('"status":"valid"')
  return (seconds: number) => runClosedLoop({ url, pid: api.pid, next, isGood, connections, seconds })
}

/** Loads a shape and samples its lag meanwhile. */
async function measureRound(service: ShapeService, run: () => Promise<ClosedLoopResult>): Promise<ShapeRound> {
  const before = service.processes.map(({ pid }) => cpuTimeUs(pid))
  const startedAt = performance.now()
  const lags: number[] = []
  let finished = false
  const sampling = (async () => {
    while (!finished) {
      const lag = await service.lagMs()
      if (lag !== undefined) lags.push(lag)
      await sleep(LAG_POLL_MS)
    }
  })()
  sampling.catch(() => {})
  const load = await run().finally(() => {
    finished = true
  })
  const elapsedUs = (performance.now() - startedAt) * 1_000
  const cpu = new Map(
    service.processes.map(({ name, pid }, index) => [name, (cpuTimeUs(pid) - before[index]!) / elapsedUs]),
  )
  await sampling
  return { load, apiCpuUs: load.cpuUs, cpu, lags }
}

/** Waits until the read models have caught up with the log. @throws Error on a timeout */
async function untilCaughtUp(service: ShapeService): Promise<void> {
  for (const startedAt = performance.now(); (await service.lagMs()) !== 0; await sleep(LAG_POLL_MS)) {
    if (performance.now() - startedAt > CATCH_UP_MS)
      throw new Error(`Shape ${service.shape}: the read models did not catch up.`)
  }
}
