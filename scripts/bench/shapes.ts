import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { warmAddresses, warmZone } from './addresses.js'
import { type Child, startChild, startEcho, startScript } from './children.js'
import { canPin, leaveFirstCore, onOtherCores } from './cores.js'
import { withDirectory } from './house.js'
import { inTurn, type LoadResult, requestBytes, runLoad } from './load.js'
import { median, type Report, times } from './report.js'
import { type MeasuredShape, type SharedStores, startMeasured } from './shapeProcesses.js'

export interface ShapesOptions {
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
}

const ACCOUNTS = 4
const ADDRESSES = 400
const AGENT_PATH = '/v1/verify/bulk/agent'
/** Addresses per call: the maximum of a synchronous call. */
const AGENT_SIZE = 10_000
const AGENT_CONNECTIONS = 2
const WARM_UP_SECONDS = 2
const LOOK_EVERY_MS = 100
/** Timeout until all events are folded. */
const SETTLED_MS = 60_000
const MONGO_SERVER = fileURLToPath(new URL('../../test/support/mongo/serve', import.meta.url))

const KINDS = ['verify', 'agent'] as const
type Kind = (typeof KINDS)[number]

/** One load on one shape. */
interface Measured {
  /** Requests or addresses per second. */
  readonly perSecond: number
  readonly ratio: number
  readonly load: LoadResult
  /** CPU per request or address until everything is folded, in microseconds. */
  readonly cpuUs: number
  readonly allCpuUs: number
  /** Number of lag samples. */
  readonly lags: readonly number[]
}

/** The deployment shapes side by side: cost of a verification and of an agent's call, and lag of the read models. */
export async function benchShapes(options: ShapesOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  const echo = await startEcho()
  const mongo = await startMongo()
  const kurrentdb = await startKurrentdb()
  const stores: SharedStores = { mongo }
  try {
    return await withDirectory((embedded) =>
      withDirectory((machine) =>
        withDirectory(async (cluster) => {
          const common = { dnsPort: dns.port, accounts: ACCOUNTS }
          const shapes = [
            await startMeasured({ ...common, name: '1 embedded', directory: embedded }),
            await startMeasured({ ...common, name: '2 log in LMDB', directory: machine, stores }),
            await startMeasured({
              ...common,
              name: '3 log in KurrentDB',
              directory: cluster,
              stores: { ...stores, kurrentdb },
            }),
          ]
          const measured = await measure(options, shapes, echo.url)
          for (const shape of shapes) await shape.stop()
          return report(options, shapes, measured, [mongo.what, kurrentdb.what])
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

interface Server {
  readonly url: string
  readonly pid?: number
  /** For people. */
  readonly what: string
  stop(): Promise<void>
}

const notOurs = (url: string, what: string): Server => ({ url, what, stop: async () => {} })
const ours = ({ line, pid, stop }: Child, what: string): Server => ({ url: line, pid, what, stop })

async function startMongo(): Promise<Server> {
  const { MONGODB_URL: url } = process.env
  if (url) return notOurs(url, 'MongoDB is the one of MONGODB_URL; its CPU is not counted')
  const child = await startChild([...onOtherCores, MONGO_SERVER])
  return ours(child, 'MongoDB is a stand-in that speaks its protocol (mongo-java-server): in memory, nothing on disk')
}

async function startKurrentdb(): Promise<Server> {
  const { KURRENTDB_URL: url } = process.env
  if (url) return notOurs(url, 'KurrentDB is the one of KURRENTDB_URL, new and empty; its CPU is not counted')
  const child = await startScript('kurrentdbStandIn.ts', [], false)
  return ours(
    child,
    "KurrentDB is the tests' stand-in (Node, in memory, nothing on disk): it tells what our client costs, and nothing of KurrentDB",
  )
}

type ByShape = ReadonlyMap<MeasuredShape, { readonly [kind in Kind]: Measured[] }>

/** Each round loads the echo and then each shape, by each kind of call. */
async function measure(
  { seconds, rounds, connections }: ShapesOptions,
  shapes: readonly MeasuredShape[],
  echo: string,
): Promise<ByShape> {
  const emails = warmAddresses(ADDRESSES)
  const echoes = inTurn(emails.map((email) => requestBytes('/', { body: { email } })))
  const isEcho = ({ status }: { status: number }) => status === 200
  const loads = new Map(shapes.map((shape) => [shape, loadsOf(shape, emails, connections)]))
  const byShape = new Map(shapes.map((shape) => [shape, { verify: [] as Measured[], agent: [] as Measured[] }]))
  for (const kinds of loads.values()) for (const kind of KINDS) await kinds[kind](WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    for (const kind of KINDS) {
      const baseline = await runLoad({ url: echo, next: echoes, isGood: isEcho, connections, seconds })
      for (const [shape, kinds] of loads) {
        await settled(shape)
        byShape.get(shape)![kind].push(await under(shape, kind, () => kinds[kind](seconds), baseline.perSecond))
      }
    }
  }
  return byShape
}

function loadsOf({ url, pid, keys }: MeasuredShape, emails: readonly string[], connections: number) {
  const singles = inTurn(
    emails.flatMap((email) => keys.map((key) => requestBytes('/v1/verify', { key, body: { email } }))),
  )
  const many = warmAddresses(AGENT_SIZE)
  const calls = inTurn(keys.map((key) => requestBytes(AGENT_PATH, { key, body: { emails: many } })))
  const all = `"stats":{"t":${AGENT_SIZE},"v":${AGENT_SIZE},`
  return {
    verify: (seconds: number) =>
      runLoad({
        url,
        pid,
        next: singles,
        isGood: ({ status, body }) => status === 200 && body.includes('"status":"valid"'),
        connections,
        seconds,
      }),
    agent: (seconds: number) =>
      runLoad({
        url,
        pid,
        next: calls,
        isGood: ({ status, body }) => status === 200 && body.includes(all),
        connections: AGENT_CONNECTIONS,
        seconds,
      }),
  }
}

/** Loads a shape and samples its lag. */
async function under(
  shape: MeasuredShape,
  kind: Kind,
  run: () => Promise<LoadResult>,
  echoPerSecond: number,
): Promise<Measured> {
  const before = shape.cpu()
  const lags: number[] = []
  let over = false
  const looking = (async () => {
    while (!over) {
      lags.push(await shape.lagMs())
      await sleep(LOOK_EVERY_MS)
    }
  })()
  looking.catch(() => {})
  const load = await run().finally(() => {
    over = true
  })
  await looking
  await settled(shape)
  const size = kind === 'agent' ? AGENT_SIZE : 1
  const perSecond = kind === 'agent' ? load.meanPerSecond * size : load.perSecond
  return {
    perSecond,
    ratio: perSecond / echoPerSecond,
    load,
    cpuUs: load.cpuUs / size,
    allCpuUs: (shape.cpu() - before) / load.answered / size,
    lags,
  }
}

/** Waits until the previous load has been processed. */
async function settled(shape: MeasuredShape): Promise<void> {
  for (const began = performance.now(); (await shape.lagMs()) > 0; await sleep(LOOK_EVERY_MS))
    if (performance.now() - began > SETTLED_MS) throw new Error(`${shape.name}: read models do not catch up`)
}

function report(
  { seconds, rounds, connections }: ShapesOptions,
  shapes: readonly MeasuredShape[],
  measured: ByShape,
  notes: readonly string[],
): Report {
  return {
    benchmark: 'The sizes of the service side by side, warm, one durable event a call',
    settings: {
      pinning: canPin
        ? 'whoever answers on core 0; all else, the load too, on the other cores'
        : 'NOT pinned (no taskset, or one core)',
      processes: '1: one for all; 2 and 3: one that answers, one that works, MongoDB; 3: KurrentDB',
      baseline: `Express 5 echo on core 0, same run, alternating rounds, ${connections} connections`,
      rounds: `${rounds} of ${seconds} s each; medians, and the median of the rounds' ratios`,
      verify: `POST /v1/verify, ${connections} connections, ${ADDRESSES} addresses, ${ACCOUNTS} accounts`,
      agent: `POST ${AGENT_PATH}, ${AGENT_CONNECTIONS} connections, ${AGENT_SIZE.toLocaleString('en')} addresses a call`,
      lag: `age of the oldest event that a read model lacks, looked at every ${LOOK_EVERY_MS} ms`,
    },
    columns: [
      '',
      '',
      'a second',
      '÷ echo',
      'p50 ms',
      'p99 ms',
      'CPU µs each',
      'of all processes',
      'lag p50 ms',
      'lag p99 ms',
    ],
    rows: shapes.flatMap(({ name }, at) =>
      KINDS.map((kind) => [
        name,
        kind === 'agent' ? 'addresses' : 'verify',
        ...figures(measured.get(shapes[at]!)![kind]),
      ]),
    ),
    targets: [],
    notes: [...notes, 'CPU: until all is folded'],
  }
}

function figures(rounds: readonly Measured[]): (string | number)[] {
  const of = (value: (each: Measured) => number) => median(rounds.map(value))
  const lags = rounds.flatMap((each) => each.lags).sort((a, b) => a - b)
  const lag = (share: number) => lags[Math.ceil(lags.length * share) - 1] ?? Number.NaN
  return [
    of(({ perSecond }) => perSecond),
    times(of(({ ratio }) => ratio)),
    of(({ load }) => load.p50Ms),
    of(({ load }) => load.p99Ms),
    of(({ cpuUs }) => cpuUs),
    of(({ allCpuUs }) => allCpuUs),
    lag(0.5),
    lag(0.99),
  ]
}
