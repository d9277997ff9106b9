// The command `npm run soak`: all scenarios and their options.
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Shape } from '../../testbed/stores/place.js'
import { addCommand, numberOption, positiveNumber } from '../support/options.js'
import { runBatchKills } from './batchKillCycles.js'
import { runClosing } from './closing/run.js'
import { tableOf as closingTableOf } from './closing/table.js'
import { DISTURBANCES } from './cluster/disturbances.js'
import { runCluster } from './cluster/run.js'
import { runFairness } from './fairness.js'
import { runClock } from './faults/clock.js'
import { runDiskFull } from './faults/diskFull.js'
import { runDrain } from './faults/drain.js'
import { runFrozen } from './faults/freeze.js'
import { PHASES, runPhaseKills } from './faults/killPhases.js'
import { runResets } from './faults/reset.js'
import { mountSmallDisk } from './faults/smallDisk.js'
import { runKillCycles } from './killCycles.js'
import { addNeighbours } from './neighbours/command.js'

const program = new Command('soak').description(
  'Disturbs the built service under load; nothing that it acknowledged may be lost, duplicated or stuck',
)

const mongo = process.env.MONGODB_URL
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Stores to disturb; those of deployments 2 and 3 need MONGODB_URL. */
const PLACES: readonly Shape[] = mongo ? ['lmdb', 'mongodb', 'kurrentdb'] : ['lmdb']
/** MongoDB of each deployment to test; undefined: embedded. */
const DEPLOYMENTS = mongo ? [undefined, mongo] : [undefined]

const place = () =>
  new Option('--place <name>', 'Disturb only this store; mongodb and kurrentdb need MONGODB_URL').choices([
    'lmdb',
    'mongodb',
    'kurrentdb',
  ])
const seed = () =>
  new Option('--seed <n>', 'Seed of the random numbers').argParser(positiveNumber).default(Date.now() % 1_000_000)
const clients = (count: number) => numberOption('--clients <n>', 'Concurrent clients', count)
const milliseconds = (seconds: number): number => seconds * 1_000

/** Adds a run of the soak test, which needs the built service. */
function addSoak<Options>(
  name: string,
  description: string,
  options: readonly Option[],
  run: (options: Options) => void | Promise<void>,
): void {
  addCommand(program, name, description, options).action(run)
}

interface Outcome {
  /** Empty if the run passed. */
  readonly problems: readonly string[]
}

/** Prints the outcome; sets exit code 1 if there are problems. */
function report(what: string, { problems, ...figures }: Outcome): void {
  console.log(`${what}: ${JSON.stringify(figures, undefined, 2)}`)
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'Nothing was lost, duplicated or stuck.' : `Problems: ${problems.length}`)
  if (problems.length > 0) process.exitCode = 1
}

function warnWithoutMongo(): void {
  if (!mongo) console.log('MONGODB_URL is not set: only the embedded deployment is tested.')
}

addSoak(
  'kill',
  'Repeatedly kills the service under load and restarts it',
  [numberOption('--cycles <n>', 'Number of kills', 50), clients(32), seed()],
  async (options: { cycles: number; clients: number; seed: number }) => {
    const onCycle: Parameters<typeof runKillCycles>[0]['onCycle'] = (cycle, { accounts, problems }) =>
      console.log(`killed ${cycle} times; ${accounts.size} accounts, ${problems.length} problems so far`)
    report(`seed ${options.seed}`, await runKillCycles({ ...options, onCycle }))
  },
)

addSoak(
  'batch-kill',
  'Repeatedly kills the service during one job; every row must exist exactly once',
  [
    numberOption('--rows <n>', 'Rows of the file', 20_000),
    numberOption('--kills <n>', 'Kills during the job', 20),
    numberOption('--uploads <n>', 'Kills during an upload', 12),
    numberOption('--delay <ms>', 'Delay of DNS responses', 1_000),
    seed(),
  ],
  async (options: { rows: number; kills: number; uploads: number; delay: number; seed: number }) => {
    const outcome = await runBatchKills({ ...options, delayMs: options.delay, onKill: console.log })
    report(`seed ${options.seed}`, outcome)
  },
)

addSoak(
  'fairness',
  'Measures how long ten rows of one account take while a large job of another account runs',
  [
    numberOption('--rows <n>', 'Rows of the large job', 200_000),
    numberOption('--tries <n>', 'Number of small jobs', 10),
    numberOption('--most <ms>', 'Maximum median duration', 1_000),
  ],
  async ({ most, ...options }: { rows: number; tries: number; most: number }) => {
    const onTry = (ms: number, processed: number) => console.log(`${ms} ms, large job at row ${processed}`)
    const { times, ...rest } = await runFairness({ ...options, onTry })
    const median = [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!
    const problems = [
      ...(median > most ? [`the median duration of a small job was above ${most} ms`] : []),
      ...(rest.status === 'processing' ? [] : ['the large job was not running at the end']),
    ]
    const figures = { median, longest: Math.max(...times), ...rest }
    report('small jobs', { ...figures, problems })
  },
)

addSoak(
  'frozen',
  'Freezes a store: the embedded log, MongoDB or KurrentDB',
  [numberOption('--seconds <n>', 'Seconds to freeze it', 60), place(), clients(16), seed()],
  async (options: { seconds: number; place?: Shape; clients: number; seed: number }) => {
    warnWithoutMongo()
    for (const at of options.place ? [options.place] : PLACES) {
      const frozenMs = milliseconds(options.seconds)
      report(at, await runFrozen({ ...options, place: at, mongo, frozenMs, calmMs: 3_000, retryUploads: true }))
    }
  },
)

addSoak(
  'reset',
  'Repeatedly resets the connections to MongoDB or KurrentDB',
  [
    numberOption('--resets <n>', 'Resets per store', 100),
    numberOption('--every <ms>', 'Average time between resets', 500),
    place(),
    clients(16),
    seed(),
  ],
  async (options: { resets: number; every: number; place?: Shape; clients: number; seed: number }) => {
    warnWithoutMongo()
    for (const at of options.place ? [options.place] : PLACES) {
      if (at === 'lmdb') continue
      report(at, await runResets({ ...options, place: at, mongo, everyMs: options.every, retryUploads: true }))
    }
  },
)

addSoak(
  'closing',
  'Closes the connections of MongoDB and KurrentDB with FIN, at random, under load; needs MONGODB_URL',
  [
    numberOption('--minutes <n>', 'Minutes to run', 10),
    numberOption('--least <ms>', 'Shortest pause between two cuts', 3_000),
    numberOption('--most <ms>', 'Longest pause between two cuts', 13_000),
    clients(16),
    seed(),
  ],
  async (options: { minutes: number; least: number; most: number; clients: number; seed: number }) => {
    if (!mongo) throw new Error('closing needs MONGODB_URL')
    const { processes, ...outcome } = await runClosing({
      ...options,
      mongo,
      durationMs: options.minutes * MINUTE_MS,
      pauseMs: [options.least, options.most],
      retryUploads: true,
    })
    console.log(closingTableOf(processes))
    report(`seed ${options.seed}`, outcome)
  },
)

addSoak(
  'kurrentdb-cluster',
  'Kills, freezes and restarts the nodes of a KurrentDB cluster (KURRENTDB_CLUSTER_START; else the stand-in); needs MONGODB_URL',
  [
    numberOption('--seconds <n>', 'Seconds for which nodes are dead or frozen', 20),
    new Option('--only <name...>', 'Only these').choices(Object.keys(DISTURBANCES)).default(Object.keys(DISTURBANCES)),
    clients(16),
    seed(),
  ],
  async ({ seconds, only, ...options }: { seconds: number; only: string[]; clients: number; seed: number }) => {
    if (!mongo) throw new Error('kurrentdb-cluster needs MONGODB_URL')
    const { seconds: table, ...outcome } = await runCluster({
      ...options,
      mongo,
      program: process.env.KURRENTDB_CLUSTER_START,
      disturbances: only,
      holdMs: milliseconds(seconds),
      calmMs: 5_000,
      retryUploads: true,
    })
    console.log(table)
    report(`seed ${options.seed}`, outcome)
  },
)

addSoak(
  'kill-phases',
  `Kills a process in each phase of an upload: ${PHASES.join(', ')}`,
  [
    numberOption('--rounds <n>', 'Rounds through all phases', 5),
    numberOption('--rows <n>', 'Rows of the file', 4_000),
    numberOption('--delay <ms>', 'Delay of DNS responses', 300),
    seed(),
  ],
  async (options: { rounds: number; rows: number; delay: number; seed: number }) => {
    warnWithoutMongo()
    for (const url of DEPLOYMENTS) {
      const outcome = await runPhaseKills({
        ...options,
        mongo: url,
        phases: PHASES,
        delayMs: options.delay,
        onKill: console.log,
      })
      report(url ? 'one api and one worker process' : 'one process', outcome)
    }
  },
)

addSoak(
  'clock',
  'Sets the wall clock of the processes an hour forward and back',
  [numberOption('--rounds <n>', 'Rounds of: an hour forward, an hour back, correct time', 3), clients(8), seed()],
  async ({ rounds, ...options }: { rounds: number; clients: number; seed: number }) => {
    warnWithoutMongo()
    const shifts = Array.from({ length: rounds }, () => [HOUR_MS, -HOUR_MS, 0]).flat()
    for (const url of DEPLOYMENTS) {
      const outcome = await runClock({ ...options, mongo: url, shifts, calmMs: 3_000 })
      report(url ? 'one api and one worker process' : 'one process', outcome)
    }
  },
)

addSoak(
  'disk-full',
  'Fills the disk and frees it again (a small tmpfs; mounting it needs root)',
  [
    numberOption('--times <n>', 'How often it fills up', 5),
    numberOption('--seconds <n>', 'Seconds each time', 15),
    numberOption('--megabytes <n>', 'Size of the disk', 64),
    clients(16),
    seed(),
  ],
  async (options: { times: number; seconds: number; megabytes: number; clients: number; seed: number }) => {
    const disk = mountSmallDisk(options.megabytes)
    if (typeof disk === 'string') return console.log(`Skipped: a tmpfs cannot be mounted (${disk}).`)
    const fullMs = milliseconds(options.seconds)
    report('one process', await runDiskFull({ ...options, disk, fullMs, calmMs: 3_000, retryUploads: true }))
  },
)

addSoak(
  'drain',
  'Sends SIGTERM under a steady load',
  [
    numberOption('--rate <n>', 'Requests per second', 200),
    numberOption('--stops <n>', 'Processes to stop', 10),
    seed(),
  ],
  async ({ rate, ...options }: { rate: number; stops: number; seed: number }) => {
    warnWithoutMongo()
    for (const url of DEPLOYMENTS) {
      const outcome = await runDrain({ ...options, mongo: url, perSecond: rate, calmMs: 3_000 })
      report(url ? 'two api processes' : 'one process', outcome)
    }
  },
)

addNeighbours(program, mongo)

try {
  await program.parseAsync()
} catch (error) {
  // A child process that died gets time to print its error first.
  await sleep(200)
  throw error
}
