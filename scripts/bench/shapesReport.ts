// Presents the measurements of the deployments as a report.
import { type DeploymentShape, SHAPES } from './environment/shapeService.js'
import { median, percent, type Report, type Target, times } from './report.js'
import { ADDRESSES, LAG_POLL_MS, type ShapeResult, type ShapeRound, type ShapesOptions } from './shapesResult.js'

/** Numbers of connections for which there are targets. */
const BUSY = [32, 128]
const MIN_SHARE_OF_SHAPE_2 = 0.5
const MAX_CPU_US = 200

export function shapesReport(
  { seconds, rounds, storeDelay }: ShapesOptions,
  results: readonly ShapeResult[],
  notes: readonly (string | undefined)[],
): Report {
  const others = (result: ShapeResult) => (shape: DeploymentShape) =>
    results.find(
      (other) =>
        other.shape === shape && other.accounts === result.accounts && other.connections === result.connections,
    )
  return {
    benchmark: 'The deployment shapes side by side: POST /v1/verify, warm cache, one durable event each',
    settings: {
      processes: '1: one; 2 and 3: one api, one worker, MongoDB; 3: also KurrentDB; all share every core',
      'load generator': 'this process',
      rounds: `${rounds} of ${seconds} s each, the shapes take turns; medians, and the median of the rounds' ratios`,
      addresses: `${ADDRESSES}`,
      'store delay': storeDelay === 0 ? 'none' : `${storeDelay} ms added to each answer of MongoDB and KurrentDB`,
      lag: `age of the oldest event that is not folded into every read model, sampled every ${LAG_POLL_MS} ms`,
    },
    columns: [
      'shape',
      'accounts',
      'connections',
      'req/s',
      '÷ shape 1',
      '÷ shape 2',
      'p50 ms',
      'p99 ms',
      'API CPU µs each',
      'CPU of each process, in % of a core',
      'lag p50 ms',
      'lag p99 ms',
    ],
    rows: results.map((result) => row(result, others(result))),
    targets: results.flatMap((result) => targetsOf(result, others(result)(2))),
    notes: notes.filter((note) => note !== undefined),
  }
}

const medianOf = ({ rounds }: ShapeResult, value: (round: ShapeRound) => number): number => median(rounds.map(value))

const perSecond = ({ load }: ShapeRound): number => load.perSecond

/** Median of the ratios per round, because load on the machine slows both down. */
const ratioTo = (result: ShapeResult, other: ShapeResult): number =>
  median(result.rounds.map((round, index) => perSecond(round) / perSecond(other.rounds[index]!)))

function row(result: ShapeResult, inShape: (shape: DeploymentShape) => ShapeResult | undefined): (string | number)[] {
  const { shape, accounts, connections, rounds } = result
  const lags = rounds.flatMap((round) => round.lags).sort((a, b) => a - b)
  const lagQuantile = (share: number) => lags[Math.ceil(lags.length * share) - 1] ?? Number.NaN
  const ratio = (to: DeploymentShape) => {
    const other = to < shape ? inShape(to) : undefined
    return other ? times(ratioTo(result, other)) : ''
  }
  return [
    SHAPES[shape],
    String(accounts),
    String(connections),
    medianOf(result, perSecond),
    ratio(1),
    ratio(2),
    medianOf(result, ({ load }) => load.p50Ms),
    medianOf(result, ({ load }) => load.p99Ms),
    medianOf(result, ({ apiCpuUs }) => apiCpuUs),
    cpuTexts(result),
    lagQuantile(0.5),
    lagQuantile(0.99),
  ]
}

/** For example `api 93 %, MongoDB 20 %, load generator 18 %`. */
function cpuTexts(result: ShapeResult): string {
  const names = [...result.rounds[0]!.cpu.keys()]
  return [
    ...names.map((name) => `${name} ${percent(medianOf(result, ({ cpu }) => cpu.get(name)!))}`),
    `load generator ${percent(medianOf(result, ({ load }) => load.generatorCpu))}`,
  ].join(', ')
}

function targetsOf(result: ShapeResult, inShape2: ShapeResult | undefined): Target[] {
  const { shape, accounts, connections } = result
  const load = `${accounts} account${accounts === 1 ? '' : 's'} at ${connections} connections`
  const targets: Target[] = []
  if (shape === 3 && inShape2 && BUSY.includes(connections)) {
    const measured = ratioTo(result, inShape2)
    targets.push({ what: `shape 3 ÷ shape 2, ${load}`, measured, atLeast: MIN_SHARE_OF_SHAPE_2 })
  }
  if (shape > 1 && connections === 128) {
    const measured = medianOf(result, ({ apiCpuUs }) => apiCpuUs)
    targets.push({ what: `API CPU µs per verification, shape ${shape}, ${load}`, measured, atMost: MAX_CPU_US })
  }
  return targets
}
