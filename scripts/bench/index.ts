import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addCommand, numberOption, numbersOption, positiveNumber, positiveNumbers } from '../support/options.js'
import { benchAsOf } from './benchmarks/asOf.js'
import { benchBatch } from './benchmarks/batch.js'
import { type BuildsOptions, benchBuilds } from './benchmarks/builds.js'
import { benchBulkCold, benchBulkWarm } from './benchmarks/bulk.js'
import { benchCold } from './benchmarks/cold.js'
import { benchCsv } from './benchmarks/csv.js'
import { benchDashboard, type DashboardOptions } from './benchmarks/dashboard.js'
import { benchDashboards, type DashboardsOptions } from './benchmarks/dashboards.js'
import { benchEventStore, type EventStoreOptions } from './benchmarks/eventStore.js'
import { benchFirstRows, type FirstRowsOptions } from './benchmarks/firstRows.js'
import { benchPackage, type PackageOptions } from './benchmarks/package.js'
import { benchPoolContributions, type PoolContributionsOptions } from './benchmarks/poolContributions.js'
import { benchPoolHits, type PoolHitsOptions } from './benchmarks/poolHits.js'
import { benchRebuild } from './benchmarks/rebuild.js'
import { benchRebuildStores, type RebuildStoresOptions } from './benchmarks/rebuildStores.js'
import { benchReplay } from './benchmarks/replay.js'
import { benchResolver, type ResolverOptions } from './benchmarks/resolver.js'
import { benchShapes, type ShapesOptions } from './benchmarks/shapes.js'
import { benchSpoof, type SpoofOptions } from './benchmarks/spoof.js'
import { benchStart } from './benchmarks/start.js'
import { benchSubscribers, type SubscribersOptions } from './benchmarks/subscribers.js'
import { benchVerify } from './benchmarks/verify.js'
import { type DeploymentShape, SHAPES } from './environment/shapeService.js'
import { printReport, type Report } from './report.js'

const program = new Command('bench').description(
  'Benchmarks as ratios against a baseline of the same run; each has its own --help',
)

const seconds = (value: number): Option => numberOption('--seconds <n>', 'Seconds per round', value)
const rounds = (value: number): Option => numberOption('--rounds <n>', 'Rounds of each measurement', value)
const delay = (): Option => numberOption('--delay <ms>', 'Delay of the slower DNS server in milliseconds', 20)
const mongodbUrl = (): Option =>
  new Option('--mongodb-url <url>', 'An existing MongoDB, instead of the stand-in; a database is created and dropped')
const kurrentdbUrl = (): Option =>
  new Option('--kurrentdb-url <url>', 'An existing KurrentDB, instead of the stand-in; streams get their own prefix')
const events = (value: number): Option => numberOption('--events <n>', 'Events in the log', value)
const accountsInLog = (value: number): Option => numberOption('--accounts <n>', 'Accounts in the log', value)
/** The size of a pool. */
const poolSize = (): Option[] => [
  numberOption('--contributions <n>', 'Contributions in the pool', 20_000),
  numberOption('--accounts <n>', 'Accounts that contributed', 200),
]
const before = (): Option => new Option('--before <path>', 'Path of another built checkout')
const nodeOptions = (): Option =>
  optionsOfNode('--node <options>', 'Additional Node options for the service, such as --cpu-prof')
const optionsOfNode = (flags: string, description: string): Option =>
  new Option(flags, description)
    .argParser((text: string) => text.split(/\s+/).filter((option) => option !== ''))
    .default([])

function shapeOf(number: number): DeploymentShape {
  if (!(number in SHAPES)) throw new InvalidArgumentError('The shapes are 1, 2 and 3.')
  return number as DeploymentShape
}

/** Adds a benchmark. It sets exit code 1 if a target is missed. */
function addBenchmark<Options>(
  name: string,
  description: string,
  options: readonly Option[],
  ...benchmarks: readonly ((options: Options) => Promise<Report>)[]
): void {
  addCommand(program, name, description, options)
    .option('--json', benchmarks.length > 1 ? 'Print JSON, one document per half' : 'Print JSON')
    .action(async (given: Options & { readonly json?: boolean }) => {
      for (const benchmark of benchmarks) {
        if (!printReport(await benchmark(given), given.json ?? false)) process.exitCode = 1
      }
    })
}

addBenchmark<EventStoreOptions>(
  'event-store',
  'Appends and reads of the adapter for KurrentDB, against its client alone',
  [
    events(20_000),
    rounds(5),
    numbersOption('--in-flight <list>', 'Appends in flight', [32, 128]),
    numberOption('--append-clients <n>', 'Clients that send appends', 4),
    kurrentdbUrl(),
  ],
  benchEventStore,
)

addBenchmark(
  'verify',
  'POST /v1/verify with a warm cache, against a plain Express echo server',
  [
    seconds(4),
    rounds(5),
    numbersOption('--connections <list>', 'Busy connections', [32, 128]),
    new Option('--peer <url>', 'Another service to measure: a GET URL that contains {email}'),
  ],
  benchVerify,
)

addBenchmark<BuildsOptions>(
  'builds',
  "Single verifications and agents' calls of this build with a warm cache, against another build",
  [before().makeOptionMandatory(), seconds(4), numberOption('--rounds <n>', 'Rounds of each build, in each half', 5)],
  benchBuilds,
)

addBenchmark(
  'cold',
  'Names never seen before, against the look-ups/s of the resolver alone',
  [seconds(3), rounds(3), numberOption('--connections <n>', 'Busy connections', 128), delay()],
  benchCold,
)

addBenchmark<ResolverOptions>(
  'resolver',
  'Look-ups per second and CPU per look-up of this build, against another build',
  [
    before().makeOptionMandatory(),
    numberOption('--slices <n>', 'Slices of each build, alternating', 60),
    numberOption('--milliseconds <n>', 'Duration of a slice', 200),
    numbersOption('--in-flight <list>', 'Concurrent look-ups', [1, 128, 1_000]),
    delay(),
  ],
  benchResolver,
)

addBenchmark<SpoofOptions>(
  'spoof',
  'Forged DNS responses to the port of a look-up at a known time: how many are accepted',
  [
    numberOption('--answers <n>', 'Number of forged responses', 1_000_000),
    numberOption('--per-query <n>', 'Forged responses before the genuine one', 1_000),
    new Option('--before <path>', 'Path of another built checkout to attack in the same way'),
  ],
  benchSpoof,
)

addBenchmark(
  'batch',
  'POST /v1/verify/batch with a warm cache: addresses per second, against an Express echo server',
  [
    seconds(4),
    rounds(5),
    numberOption('--connections <n>', 'Busy connections', 8),
    numbersOption('--sizes <list>', 'Addresses per call', [100, 1_000]),
  ],
  benchBatch,
)

addBenchmark(
  'bulk',
  'POST /v1/verify/bulk/agent: addresses per second; warm against an Express echo server, cold against the resolver',
  [
    seconds(4),
    rounds(3),
    numbersOption('--connections <list>', 'Busy connections of the warm half', [1, 4]),
    delay(),
    nodeOptions(),
  ],
  benchBulkWarm,
  benchBulkCold,
)

addBenchmark(
  'csv',
  'A large CSV upload: duration, memory, event-loop delay, and latency of single verifications meanwhile',
  [
    numberOption('--rows <n>', 'Rows of the file', 1_000_000),
    numberOption('--rate <n>', 'Single verifications per second meanwhile', 20),
    nodeOptions(),
  ],
  benchCsv,
)

addBenchmark<PoolHitsOptions & PoolContributionsOptions>(
  'pool',
  'A verification answered by the pool, against one with a warm cache; contributions per second from shared batches',
  [
    seconds(4),
    rounds(5),
    numberOption('--connections <n>', 'Busy connections', 32),
    numberOption('--batches <n>', 'Shared batches of 50,000 addresses', 4),
    nodeOptions(),
  ],
  benchPoolHits,
  benchPoolContributions,
)

addBenchmark<DashboardOptions & SubscribersOptions>(
  'graphql',
  "A dashboard's query, against an Express echo server with a response of the same size; delay until subscribers receive an activity",
  [
    seconds(4),
    rounds(5),
    numbersOption('--connections <list>', 'Busy connections', [1, 16]),
    numberOption('--rate <n>', 'Offered load in dashboards per second', 100),
    numberOption('--changes <n>', 'Contributions per second meanwhile', 20),
    ...poolSize(),
    numberOption('--activities <n>', 'Activities to publish', 300),
    numbersOption('--subscribers <list>', 'Numbers of subscribers', [1, 200]),
    nodeOptions(),
  ],
  benchDashboard,
  benchSubscribers,
)

addBenchmark<DashboardsOptions>(
  'dashboards',
  'Single verifications with a warm cache while dashboards are open, against the same without them',
  [
    numberOption('--dashboards <n>', 'Open dashboards', 200),
    numberOption('--connections <n>', 'Busy connections', 128),
    numberOption('--changes <n>', 'Contributions per second in the case with moderate activity', 5),
    seconds(3),
    rounds(6),
    nodeOptions(),
  ],
  benchDashboards,
)

addBenchmark<FirstRowsOptions>(
  'first-rows',
  'From the navigation to the first rows of the dashboard, in Chromium',
  [numberOption('--rounds <n>', 'Page loads of each kind', 10), ...poolSize()],
  benchFirstRows,
)

addBenchmark(
  'replay',
  'Rebuilding the read models of accounts and verification, against a raw scan of the log',
  [events(200_000), accountsInLog(1_000), rounds(5)],
  benchReplay,
)

addBenchmark(
  'rebuild',
  'The command `projections rebuild --all`, over a log with events of every kind',
  [events(100_000), accountsInLog(500), rounds(3)],
  benchRebuild,
)

addBenchmark<RebuildStoresOptions>(
  'rebuild-stores',
  'Every read model rebuilt into LMDB and into MongoDB, side by side; reading the log of KurrentDB',
  [
    events(100_000),
    accountsInLog(500),
    numberOption('--kurrentdb-events <n>', 'Events in the log of KurrentDB', 50_000),
    new Option('--no-kurrentdb', 'Skip the log of KurrentDB'),
    rounds(3),
    mongodbUrl(),
    kurrentdbUrl(),
  ],
  benchRebuildStores,
)

addBenchmark(
  'asof',
  'As-of queries without and with a snapshot, against a raw scan of the log',
  [
    events(300_000),
    numberOption('--accounts <n>', 'Accounts that contribute', 500),
    numberOption('--days <n>', 'Days covered by the log', 20),
    rounds(3),
  ],
  benchAsOf,
)

addBenchmark<ShapesOptions>(
  'shapes',
  'POST /v1/verify with a warm cache: embedded, with MongoDB, with MongoDB and KurrentDB, in the same run',
  [
    seconds(4),
    rounds(3),
    new Option('--shapes <list>', 'Deployment shapes')
      .argParser((text: string) => positiveNumbers(text).map(shapeOf))
      .default([1, 2, 3]),
    numbersOption('--accounts <list>', 'Numbers of accounts', [1, 16]),
    numbersOption('--connections <list>', 'Busy connections', [1, 32, 128]),
    new Option('--store-delay <ms>', 'Delay that a proxy adds to each answer of a store, in milliseconds')
      .argParser(positiveNumber)
      .default(0),
    mongodbUrl(),
    kurrentdbUrl(),
    nodeOptions(),
    optionsOfNode('--worker-node <options>', 'Additional Node options for the worker'),
  ],
  benchShapes,
)

addBenchmark(
  'start',
  'Time from spawn to the first 200 of /health, and idle memory',
  [
    numberOption('--events <n>', 'Events in the log of the second half', 100_000),
    numberOption('--rounds <n>', 'Starts of each kind', 5),
    new Option('--before <path>', 'Path of another built checkout to compare with'),
  ],
  benchStart,
)

addBenchmark<PackageOptions>(
  'package',
  'Library mode: from import to the first verdict, memory, cached verdicts/s; size of the client',
  [numberOption('--rounds <n>', 'Processes started', 7)],
  benchPackage,
)

try {
  await program.parseAsync()
} catch (error) {
  // A child process that died gets time to print its error first.
  await sleep(200)
  throw error
}
