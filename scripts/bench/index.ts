// The command `npm run bench`: all benchmarks and their options.
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addCommand, numberOption, numbersOption, positiveNumber, positiveNumbers } from '../support/options.js'
import { benchBacktest } from './benchmarks/backtest.js'
import { benchBackup } from './benchmarks/backup.js'
import { type BuildsOptions, benchBuilds } from './benchmarks/builds.js'
import { benchBulkCold, benchBulkWarm } from './benchmarks/bulk.js'
import { benchCold } from './benchmarks/cold.js'
import { benchCsv } from './benchmarks/csv.js'
import { benchEventStore, type EventStoreOptions } from './benchmarks/eventStore.js'
import { benchLists } from './benchmarks/lists.js'
import { benchMailboxOperators, benchMailboxPoliteness } from './benchmarks/mailboxes.js'
import { benchMailPeers } from './benchmarks/mailPeers.js'
import { benchOutcomes } from './benchmarks/outcomes.js'
import { benchRebuild } from './benchmarks/rebuild.js'
import { benchRules } from './benchmarks/rules.js'
import { benchShapes, type ShapesOptions } from './benchmarks/shapes.js'
import { benchStart } from './benchmarks/start.js'
import { benchVerify } from './benchmarks/verify.js'
import { benchYear } from './benchmarks/year.js'
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
  [events(20_000), rounds(5), numbersOption('--in-flight <list>', 'Appends in flight', [32, 128]), kurrentdbUrl()],
  benchEventStore,
)

addBenchmark(
  'mailboxes',
  'Questions to mail servers: of several processes to one operator, and of one process to many operators',
  [
    numberOption('--processes <n>', 'Processes that ask one operator', 4),
    numberOption('--accounts <n>', 'Accounts whose questions they are', 50),
    numberOption('--rows <n>', 'Mailboxes of the one operator', 20_000),
    seconds(150),
    numberOption('--operators <n>', 'Operators that are asked at the same time', 20_000),
    numberOption('--latency <ms>', 'Time that a server takes for a reply', 50),
  ],
  benchMailboxPoliteness,
  benchMailboxOperators,
)

addBenchmark(
  'mailbox-peers',
  'Who is right about mailboxes at servers that behave as public reports say; needs root for a network namespace',
  [
    new Option(
      '--peer <name=path...>',
      'Other checkers: programs that print yes, no or unknown for each argument',
    ).default([]),
  ],
  benchMailPeers,
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
  [
    before().makeOptionMandatory(),
    new Option('--with <settings...>', 'Settings of this build only, NAME=VALUE; --before may then be this build too'),
    seconds(4),
    numberOption('--rounds <n>', 'Rounds of each build, in each half', 5),
  ],
  benchBuilds,
)

addBenchmark(
  'cold',
  'Names never seen before, against the look-ups/s of the resolver alone',
  [seconds(3), rounds(3), numberOption('--connections <n>', 'Busy connections', 128), delay()],
  benchCold,
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

addBenchmark(
  'lists',
  'Lists that are updated and rolled back while single verifications are answered',
  [numberOption('--connections <n>', 'Busy connections', 32)],
  benchLists,
)

addBenchmark(
  'rules',
  "A decision by an account's own rules, against both policies' verdicts",
  [numberOption('--rules <n>', 'Rules', 50), rounds(15)],
  benchRules,
)

addBenchmark(
  'outcomes',
  'Verifications of an account that reports outcomes, against one that does not',
  [before(), seconds(4), rounds(6)],
  benchOutcomes,
)

addBenchmark(
  'backtest',
  "The live rules over every verification since their activation, and others' requests meanwhile",
  [events(1_000_000), numberOption('--rate <n>', 'Single verifications per second of another account', 100)],
  benchBacktest,
)

addBenchmark(
  'rebuild',
  'The command `projections rebuild --all`, over a log with events of every kind',
  [events(100_000), numberOption('--accounts <n>', 'Accounts in the log', 500), rounds(3)],
  benchRebuild,
)

addBenchmark(
  'backup',
  'POST /v1/verify while backups are made, against the same without',
  [seconds(6), rounds(5), numbersOption('--connections <list>', 'Busy connections', [2, 128])],
  benchBackup,
)

addBenchmark(
  'year',
  'Disk space of a year of verifications, live and archived, and the start of a service on it',
  [
    events(1_000_000),
    numberOption('--per-second <n>', 'Verifications per second of the year', 10),
    numberOption('--segments <n>', 'Segment files of the archive', 3_150),
  ],
  benchYear,
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

try {
  await program.parseAsync()
} catch (error) {
  // A child process that died gets time to print its error first.
  await sleep(200)
  throw error
}
