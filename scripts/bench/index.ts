import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { benchAsOf } from './asOf.js'
import { benchBatch } from './batch.js'
import { type BuildsBenchOptions, benchBuilds } from './builds.js'
import { benchBulkCold, benchBulkWarm } from './bulk.js'
import { benchCold } from './cold.js'
import { benchCsv } from './csv.js'
import { benchDashboard, type DashboardOptions } from './graphql.js'
import { benchPoolBulk, benchPoolHits } from './pool.js'
import { benchRebuild } from './rebuild.js'
import { benchReplay } from './replay.js'
import { printReport, type Report } from './report.js'
import { benchResolver, type ResolverBenchOptions } from './resolver.js'
import { benchShapes } from './shapes.js'
import { benchSpoof, type SpoofOptions } from './spoof.js'
import { benchStart } from './start.js'
import { benchSubscribers, type SubscribersOptions } from './subscribers.js'
import { benchVerify } from './verify.js'

const program = new Command('bench').description(
  'Ratios against a baseline of the same run; see the --help of each benchmark',
)

const number = (text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('Must be a number above 0.')
  return value
}
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const numbers = (text: string): number[] => text.split(',').map(number)

/** Sets exit code 1 if a target is missed. */
const run =
  <Options>(...benches: ((options: Options) => Promise<Report>)[]) =>
  async (options: Options & { readonly json?: boolean }): Promise<void> => {
    for (const bench of benches) if (!printReport(await bench(options), options.json ?? false)) process.exitCode = 1
  }

program
  .command('verify')
  .description('POST /v1/verify with a warm cache, against a plain Express echo server')
  .option('--seconds <n>', 'Seconds per round', number, 4)
  .option('--rounds <n>', 'Rounds of each', number, 5)
  .option('--connections <list>', 'Busy connections', numbers, [32, 128])
  .option('--peer <url>', 'Another service to measure: a GET URL that contains {email}')
  .option('--json', 'Print JSON')
  .action(run(benchVerify))

program
  .command('builds')
  .description('warm verifications and agent calls of this build against another one')
  .requiredOption('--before <path>', 'a checkout that is built')
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each, in each half', number, 5)
  .option('--json', 'as JSON')
  .action(run<BuildsBenchOptions>(benchBuilds))

program
  .command('cold')
  .description('Names never seen before, against the look-ups/s of the resolver alone')
  .option('--seconds <n>', 'Seconds per round', number, 3)
  .option('--rounds <n>', 'Rounds of each', number, 3)
  .option('--connections <n>', 'Busy connections', number, 128)
  .option('--delay <ms>', 'Delay of the slower DNS server', number, 20)
  .option('--json', 'Print JSON')
  .action(run(benchCold))

program
  .command('resolver')
  .description('Look-ups per second and CPU per look-up of this build, against another build')
  .requiredOption('--before <path>', 'Path of another built checkout')
  .option('--slices <n>', 'Slices of each build, alternating', number, 60)
  .option('--milliseconds <n>', 'Duration of a slice', number, 200)
  .option('--in-flight <list>', 'Concurrent look-ups', numbers, [1, 128, 1_000])
  .option('--delay <ms>', 'Delay of the slower DNS server', number, 20)
  .option('--json', 'Print JSON')
  .action(run<ResolverBenchOptions>(benchResolver))

program
  .command('spoof')
  .description('Forged DNS responses to the port of a look-up at a known time: how many are accepted')
  .option('--answers <n>', 'Number of forged responses', number, 1_000_000)
  .option('--per-query <n>', 'Forged responses before the genuine one', number, 1_000)
  .option('--before <path>', 'Path of another built checkout to attack in the same way')
  .option('--json', 'Print JSON')
  .action(run<SpoofOptions>(benchSpoof))

program
  .command('batch')
  .description('POST /v1/verify/batch with a warm cache: addresses per second, against an Express echo server')
  .option('--seconds <n>', 'Seconds per round', number, 4)
  .option('--rounds <n>', 'Rounds of each', number, 5)
  .option('--connections <n>', 'Busy connections', number, 8)
  .option('--sizes <list>', 'Addresses per call', numbers, [100, 1_000])
  .option('--json', 'Print JSON')
  .action(run(benchBatch))

program
  .command('bulk')
  .description(
    'POST /v1/verify/bulk/agent: addresses per second; warm against an Express echo server, cold against the resolver',
  )
  .option('--seconds <n>', 'Seconds per round', number, 4)
  .option('--rounds <n>', 'Rounds of each', number, 3)
  .option('--connections <list>', 'Busy connections of the warm half', numbers, [1, 4])
  .option('--delay <ms>', 'Delay of the slower DNS server', number, 20)
  .option('--node <options>', 'Additional Node options for the service, such as --cpu-prof', words, [])
  .option('--json', 'Print JSON, one document per half')
  .action(run(benchBulkWarm, benchBulkCold))

program
  .command('csv')
  .description('A large CSV upload: duration, memory, event-loop delay, and latency of single verifications meanwhile')
  .option('--rows <n>', 'Rows of the file', number, 1_000_000)
  .option('--rate <n>', 'Single verifications per second meanwhile', number, 20)
  .option('--node <options>', 'Additional Node options for the service, such as --cpu-prof', words, [])
  .option('--json', 'Print JSON')
  .action(run(benchCsv))

program
  .command('pool')
  .description(
    'A verification answered by the pool, against one with a warm cache; contributions per second from shared batches',
  )
  .option('--seconds <n>', 'Seconds per round', number, 4)
  .option('--rounds <n>', 'Rounds of each', number, 5)
  .option('--connections <n>', 'Busy connections', number, 32)
  .option('--batches <n>', 'Shared batches of 50,000 addresses', number, 4)
  .option('--node <options>', 'Additional Node options for the service, such as --cpu-prof', words, [])
  .option('--json', 'Print JSON, one document per half')
  .action(run(benchPoolHits, benchPoolBulk))

program
  .command('graphql')
  .description(
    "A dashboard's query, against an Express echo server with a response of the same size; delay until subscribers receive an activity",
  )
  .option('--seconds <n>', 'Seconds per round', number, 4)
  .option('--rounds <n>', 'Rounds of each', number, 5)
  .option('--connections <list>', 'Busy connections', numbers, [1, 16])
  .option('--rate <n>', 'Offered load in dashboards per second', number, 100)
  .option('--changes <n>', 'Contributions per second meanwhile', number, 20)
  .option('--contributions <n>', 'Contributions in the pool', number, 20_000)
  .option('--accounts <n>', 'Accounts that contributed', number, 200)
  .option('--activities <n>', 'Activities to publish', number, 300)
  .option('--subscribers <list>', 'Numbers of subscribers', numbers, [1, 200])
  .option('--node <options>', 'Additional Node options for the service, such as --cpu-prof', words, [])
  .option('--json', 'Print JSON, one document per half')
  .action(run<DashboardOptions & SubscribersOptions>(benchDashboard, benchSubscribers))

program
  .command('replay')
  .description('Rebuilding all read models, against a raw scan of the log')
  .option('--events <n>', 'Events in the log', number, 200_000)
  .option('--accounts <n>', 'Accounts in the log', number, 1_000)
  .option('--rounds <n>', 'Rounds of each', number, 5)
  .option('--json', 'Print JSON')
  .action(run(benchReplay))

program
  .command('rebuild')
  .description('The command `projections rebuild --all`, over a log with events of every kind')
  .option('--events <n>', 'Events in the log', number, 100_000)
  .option('--accounts <n>', 'Accounts in the log', number, 500)
  .option('--rounds <n>', 'Rounds', number, 3)
  .option('--json', 'Print JSON')
  .action(run(benchRebuild))

program
  .command('asof')
  .description('As-of queries without and with a snapshot, against a raw scan of the log')
  .option('--events <n>', 'Events in the log', number, 300_000)
  .option('--accounts <n>', 'Accounts that contribute', number, 500)
  .option('--days <n>', 'Days covered by the log', number, 20)
  .option('--rounds <n>', 'Rounds of each', number, 3)
  .option('--json', 'Print JSON')
  .action(run(benchAsOf))

program
  .command('shapes')
  .description('Embedded, with MongoDB, with KurrentDB: requests/s, addresses/s and lag of the read models')
  .option('--seconds <n>', 'Seconds per round', number, 4)
  .option('--rounds <n>', 'Rounds of each', number, 5)
  .option('--connections <n>', 'Busy connections for single verifications', number, 128)
  .option('--json', 'Print JSON')
  .action(run(benchShapes))

program
  .command('start')
  .description('Time from spawn to the first 200 of /health, and idle memory')
  .option('--events <n>', 'Events in the log of the second half', number, 100_000)
  .option('--rounds <n>', 'Starts of each', number, 5)
  .option('--json', 'Print JSON')
  .action(run(benchStart))

try {
  await program.parseAsync()
} catch (error) {
  // Lets a child process that died print its error first.
  await sleep(200)
  throw error
}
