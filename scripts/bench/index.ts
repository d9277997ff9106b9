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

const program = new Command('bench').description('ratios against a baseline in the same run; see each --help')

const number = (text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('A number above 0.')
  return value
}
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const numbers = (text: string): number[] => text.split(',').map(number)

/** Exit code 1 when a target is missed. */
const run =
  <Options>(...benches: ((options: Options) => Promise<Report>)[]) =>
  async (options: Options & { readonly json?: boolean }): Promise<void> => {
    for (const bench of benches) if (!printReport(await bench(options), options.json ?? false)) process.exitCode = 1
  }

program
  .command('verify')
  .description('POST /v1/verify, warm, against a plain Express echo')
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each', number, 5)
  .option('--connections <list>', 'kept busy', numbers, [32, 128])
  .option('--peer <url>', 'another service to measure: a URL with {email} in it, asked with GET')
  .option('--json', 'as JSON')
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
  .description("names never seen before, against the resolver's own look-ups")
  .option('--seconds <n>', 'of a round', number, 3)
  .option('--rounds <n>', 'of each', number, 3)
  .option('--connections <n>', 'kept busy', number, 128)
  .option('--delay <ms>', 'of the slower DNS server', number, 20)
  .option('--json', 'as JSON')
  .action(run(benchCold))

program
  .command('resolver')
  .description('look-ups a second and CPU for each, of this build against another one')
  .requiredOption('--before <path>', 'a checkout that is built')
  .option('--slices <n>', 'of each, alternating', number, 60)
  .option('--milliseconds <n>', 'of a slice', number, 200)
  .option('--in-flight <list>', 'look-ups under way', numbers, [1, 128, 1_000])
  .option('--delay <ms>', 'of the slower DNS server', number, 20)
  .option('--json', 'as JSON')
  .action(run<ResolverBenchOptions>(benchResolver))

program
  .command('spoof')
  .description('forged DNS answers at the port of a look-up, at a known moment: how many deceive it')
  .option('--answers <n>', 'that are forged', number, 1_000_000)
  .option('--per-query <n>', 'of them before the true one', number, 1_000)
  .option('--before <path>', 'a checkout that is built, attacked in the same way')
  .option('--json', 'as JSON')
  .action(run<SpoofOptions>(benchSpoof))

program
  .command('batch')
  .description('POST /v1/verify/batch, warm, addresses a second against an Express echo')
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each', number, 5)
  .option('--connections <n>', 'kept busy', number, 8)
  .option('--sizes <list>', 'addresses a call', numbers, [100, 1_000])
  .option('--json', 'as JSON')
  .action(run(benchBatch))

program
  .command('bulk')
  .description(
    'POST /v1/verify/bulk/agent: addresses a second, warm against an Express echo, cold against the resolver',
  )
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each', number, 3)
  .option('--connections <list>', 'kept busy, warm', numbers, [1, 4])
  .option('--delay <ms>', 'of the slower DNS server', number, 20)
  .option('--node <options>', 'more options of node for the service, such as --cpu-prof', words, [])
  .option('--json', 'as JSON, one document for each half')
  .action(run(benchBulkWarm, benchBulkCold))

program
  .command('csv')
  .description('a large CSV upload: time, memory, event loop, and what single verifications notice of it')
  .option('--rows <n>', 'of the list', number, 1_000_000)
  .option('--rate <n>', 'single verifications a second meanwhile', number, 20)
  .option('--node <options>', 'more options of node for the service, such as --cpu-prof', words, [])
  .option('--json', 'as JSON')
  .action(run(benchCsv))

program
  .command('pool')
  .description('a verification that the pool answers, against a warm one; what batches share, contributions a second')
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each', number, 5)
  .option('--connections <n>', 'kept busy', number, 32)
  .option('--batches <n>', 'of 50,000 addresses, shared', number, 4)
  .option('--node <options>', 'more options of node for the service, such as --cpu-prof', words, [])
  .option('--json', 'as JSON, one document for each half')
  .action(run(benchPoolHits, benchPoolBulk))

program
  .command('graphql')
  .description("a dashboard's query against an Express echo of as many bytes; how soon subscribers hear of an activity")
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each', number, 5)
  .option('--connections <list>', 'kept busy', numbers, [1, 16])
  .option('--rate <n>', 'dashboards a second that are offered', number, 100)
  .option('--changes <n>', 'contributions a second meanwhile', number, 20)
  .option('--contributions <n>', 'in the pool', number, 20_000)
  .option('--accounts <n>', 'that made them', number, 200)
  .option('--activities <n>', 'that subscribers are told of', number, 300)
  .option('--subscribers <list>', 'that are told', numbers, [1, 200])
  .option('--node <options>', 'more options of node for the service, such as --cpu-prof', words, [])
  .option('--json', 'as JSON, one document for each half')
  .action(run<DashboardOptions & SubscribersOptions>(benchDashboard, benchSubscribers))

program
  .command('replay')
  .description('all read models folded anew, against a raw scan of the log')
  .option('--events <n>', 'in the log', number, 200_000)
  .option('--accounts <n>', 'they are spread over', number, 1_000)
  .option('--rounds <n>', 'of each', number, 5)
  .option('--json', 'as JSON')
  .action(run(benchReplay))

program
  .command('rebuild')
  .description('every read model rebuilt by the command `projections rebuild --all`, over a log of all kinds')
  .option('--events <n>', 'in the log', number, 100_000)
  .option('--accounts <n>', 'they are spread over', number, 500)
  .option('--rounds <n>', 'that count', number, 3)
  .option('--json', 'as JSON')
  .action(run(benchRebuild))

program
  .command('asof')
  .description('questions about the past: from the beginning, from a snapshot, against a raw scan of the log')
  .option('--events <n>', 'in the log', number, 300_000)
  .option('--accounts <n>', 'that contribute', number, 500)
  .option('--days <n>', 'that they took', number, 20)
  .option('--rounds <n>', 'of each', number, 3)
  .option('--json', 'as JSON')
  .action(run(benchAsOf))

program
  .command('shapes')
  .description('embedded, with MongoDB, with KurrentDB: requests, addresses, and how far read models are behind')
  .option('--seconds <n>', 'of a round', number, 4)
  .option('--rounds <n>', 'of each', number, 5)
  .option('--connections <n>', 'kept busy by single verifications', number, 128)
  .option('--json', 'as JSON')
  .action(run(benchShapes))

program
  .command('start')
  .description('from the spawn to the first 200 of /health, and memory at rest')
  .option('--events <n>', 'in the log of the second half', number, 100_000)
  .option('--rounds <n>', 'starts of each', number, 5)
  .option('--json', 'as JSON')
  .action(run(benchStart))

try {
  await program.parseAsync()
} catch (error) {
  // A child that died says so before we end.
  await sleep(200)
  throw error
}
