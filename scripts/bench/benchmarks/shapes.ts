import { setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../../test/support/dnsServer.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { startEchoServer } from '../environment/childProcess.js'
import { canPin, leaveFirstCore } from '../environment/cpuPinning.js'
import { withDirectory } from '../environment/service.js'
import { type ShapeService, type SharedStores, startShape } from '../environment/shapeService.js'
import { startKurrentdb, startMongo } from '../environment/storeServers.js'
import { AGENT_ALL_VALID, AGENT_PATH, AGENT_SIZE } from '../load/bulkRequests.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { cycle, echoRequests, requestBytes, verifyRequests } from '../load/requests.js'
import { median, type Report, times } from '../report.js'

interface ShapesOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
}

const ACCOUNTS = 4
const ADDRESSES = 400
const AGENT_CONNECTIONS = 2
const WARM_UP_SECONDS = 2
const LAG_POLL_MS = 100
/** Timeout until all events are folded. */
const CATCH_UP_MS = 60_000

const CALLS = ['verify', 'agent'] as const
type Call = (typeof CALLS)[number]
type Loads = { readonly [call in Call]: (seconds: number) => Promise<ClosedLoopResult> }

/** One round of one load on one shape. */
interface Round {
  /** Requests or addresses per second. */
  readonly perSecond: number
  /** ÷ requests per second of the echo server. */
  readonly ratio: number
  readonly load: ClosedLoopResult
  /** CPU of the API process per request or address, in microseconds. */
  readonly cpuUs: number
  /** CPU of all processes per request or address until everything is folded, in microseconds. */
  readonly totalCpuUs: number
  /** Samples of the projection lag in milliseconds. */
  readonly lags: readonly number[]
}

type Results = ReadonlyMap<ShapeService, { readonly [call in Call]: Round[] }>

/** The deployment shapes side by side: cost of a verification and of an agent's call, and projection lag. */
export async function benchShapes(options: ShapesOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEchoServer()
  const mongo = await startMongo()
  const kurrentdb = await startKurrentdb()
  const stores: SharedStores = { mongo }
  try {
    return await withDirectory((embedded) =>
      withDirectory((machine) =>
        withDirectory(async (cluster) => {
          const common = { dnsPort: dns.port, accountCount: ACCOUNTS }
          const shapes = [
            await startShape({ ...common, name: '1 embedded', directory: embedded }),
            await startShape({ ...common, name: '2 log in LMDB', directory: machine, stores }),
            await startShape({
              ...common,
              name: '3 log in KurrentDB',
              directory: cluster,
              stores: { ...stores, kurrentdb },
            }),
          ]
          const results = await measure(options, shapes, echo.url)
          for (const shape of shapes) await shape.stop()
          return report(options, results, [mongo.note, kurrentdb.note])
        }),
      ),
    )
  } finally {
    await kurrentdb.stop()
    await mongo.stop()
    await echo.stop()
    await dns.close()
  }
}

/** In each round, for each kind of call: loads the echo server, then each shape. */
async function measure(
  { seconds, rounds, connections }: ShapesOptions,
  shapes: readonly ShapeService[],
  echoUrl: string,
): Promise<Results> {
  const emails = warmAddresses(ADDRESSES)
  const nextEcho = cycle(echoRequests(emails))
  const isEcho = ({ status }: { status: number }) => status === 200
  const loads = new Map(shapes.map((shape) => [shape, loadsOf(shape, emails, connections)]))
  const results = new Map(shapes.map((shape) => [shape, { verify: [] as Round[], agent: [] as Round[] }]))
  for (const loadsOfShape of loads.values()) for (const call of CALLS) await loadsOfShape[call](WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    for (const call of CALLS) {
      const echo = await runClosedLoop({ url: echoUrl, next: nextEcho, isGood: isEcho, connections, seconds })
      for (const [shape, loadsOfShape] of loads) {
        await untilCaughtUp(shape)
        const load = () => loadsOfShape[call](seconds)
        results.get(shape)![call].push(await measureRound(shape, call, load, echo.perSecond))
      }
    }
  }
  return results
}

function loadsOf({ url, pid, keys }: ShapeService, emails: readonly string[], connections: number): Loads {
  const nextVerification = cycle(verifyRequests(emails, keys))
  const agentEmails = warmAddresses(AGENT_SIZE)
  const nextAgentCall = cycle(keys.map((key) => requestBytes(AGENT_PATH, { key, body: { emails: agentEmails } })))
  return {
    verify: (seconds) =>
      runClosedLoop({
        url,
        pid,
        next: nextVerification,
        isGood: ({ status, body }) => status === 200 && body.includes('"status":"valid"'),
        connections,
        seconds,
      }),
    agent: (seconds) =>
      runClosedLoop({
        url,
        pid,
        next: nextAgentCall,
        isGood: ({ status, body }) => status === 200 && body.includes(AGENT_ALL_VALID),
        connections: AGENT_CONNECTIONS,
        seconds,
      }),
  }
}

/** Loads a shape, samples its lag meanwhile, and waits until everything is folded. */
async function measureRound(
  shape: ShapeService,
  call: Call,
  run: () => Promise<ClosedLoopResult>,
  echoPerSecond: number,
): Promise<Round> {
  const cpuBefore = shape.totalCpuUs()
  const lags: number[] = []
  let finished = false
  const sampling = (async () => {
    while (!finished) {
      lags.push(await shape.lagMs())
      await sleep(LAG_POLL_MS)
    }
  })()
  sampling.catch(() => {})
  const load = await run().finally(() => {
    finished = true
  })
  await sampling
  await untilCaughtUp(shape)
  const size = call === 'agent' ? AGENT_SIZE : 1
  const perSecond = call === 'agent' ? load.meanPerSecond * size : load.perSecond
  return {
    perSecond,
    ratio: perSecond / echoPerSecond,
    load,
    cpuUs: load.cpuUs / size,
    totalCpuUs: (shape.totalCpuUs() - cpuBefore) / load.responses / size,
    lags,
  }
}

/** Waits until the read models have caught up with the log. @throws Error on a timeout */
async function untilCaughtUp(shape: ShapeService): Promise<void> {
  for (const startedAt = performance.now(); (await shape.lagMs()) > 0; await sleep(LAG_POLL_MS)) {
    if (performance.now() - startedAt > CATCH_UP_MS) throw new Error(`${shape.name}: the read models did not catch up.`)
  }
}

function report({ seconds, rounds, connections }: ShapesOptions, results: Results, notes: readonly string[]): Report {
  return {
    benchmark: 'The deployment shapes side by side, warm cache, one durable event per call',
    settings: {
      pinning: canPin
        ? 'API process on core 0; everything else, including the load generator, on the other cores'
        : 'NONE (no taskset, or a single core)',
      processes: '1: one; 2 and 3: one api, one worker, MongoDB; 3: also KurrentDB',
      baseline: `Express 5 echo server on core 0, same run, alternating rounds, ${connections} connections`,
      rounds: `${rounds} of ${seconds} s each; medians, and the median of the rounds' ratios`,
      verify: `POST /v1/verify, ${connections} connections, ${ADDRESSES} addresses, ${ACCOUNTS} accounts`,
      agent: `POST ${AGENT_PATH}, ${AGENT_CONNECTIONS} connections, ${AGENT_SIZE.toLocaleString('en')} addresses per call`,
      lag: `age of the oldest event that is not folded into every read model, sampled every ${LAG_POLL_MS} ms`,
    },
    columns: [
      '',
      '',
      'per second',
      '÷ echo',
      'p50 ms',
      'p99 ms',
      'CPU µs each',
      'all processes',
      'lag p50 ms',
      'lag p99 ms',
    ],
    rows: [...results].flatMap(([{ name }, roundsOfShape]) =>
      CALLS.map((call) => [name, call === 'agent' ? 'addresses' : 'verify', ...figures(roundsOfShape[call])]),
    ),
    targets: [],
    notes: [...notes, 'CPU of all processes: until everything is folded'],
  }
}

function figures(rounds: readonly Round[]): (string | number)[] {
  const medianOf = (value: (round: Round) => number) => median(rounds.map(value))
  const lags = rounds.flatMap((round) => round.lags).sort((a, b) => a - b)
  const lagQuantile = (share: number) => lags[Math.ceil(lags.length * share) - 1] ?? Number.NaN
  return [
    medianOf(({ perSecond }) => perSecond),
    times(medianOf(({ ratio }) => ratio)),
    medianOf(({ load }) => load.p50Ms),
    medianOf(({ load }) => load.p99Ms),
    medianOf(({ cpuUs }) => cpuUs),
    medianOf(({ totalCpuUs }) => totalCpuUs),
    lagQuantile(0.5),
    lagQuantile(0.99),
  ]
}
