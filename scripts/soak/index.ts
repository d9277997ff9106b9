import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { runBatchKills } from './batchKillCycles.js'
import { runFairness } from './fairness.js'
import { runClock } from './faults/clock.js'
import { runDiskFull } from './faults/diskFull.js'
import { runDrain } from './faults/drain.js'
import { runFrozen } from './faults/freeze.js'
import { PHASES, runPhaseKills } from './faults/killPhases.js'
import { runResets } from './faults/reset.js'
import { mountSmallDisk } from './faults/smallDisk.js'
import type { Place } from './faults/stores.js'
import { runKillCycles } from './killCycles.js'
import { ATTACK_NAMES } from './neighbours/attacks/index.js'
import { FULL } from './neighbours/marks.js'
import { runNeighbours } from './neighbours/run.js'
import { tableOf } from './neighbours/table.js'

const program = new Command('soak').description(
  'Disturbs the built service under load; nothing that it acknowledged may be lost, duplicated or stuck',
)

const mongo = process.env.MONGODB_URL
const HOUR_MS = 60 * 60_000
/** Stores to disturb; those of shapes 2 and 3 need MONGODB_URL. */
const PLACES: readonly Place[] = mongo ? ['lmdb', 'mongodb', 'kurrentdb'] : ['lmdb']
const SHAPES = mongo ? [undefined, mongo] : [undefined]

const number = (text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('Must be a number above 0.')
  return value
}
const place = () =>
  new Option('--place <name>', 'Disturb only this store; mongodb and kurrentdb need MONGODB_URL').choices([
    'lmdb',
    'mongodb',
    'kurrentdb',
  ])
const seed = () =>
  new Option('--seed <n>', 'Seed of the random numbers').argParser(number).default(Date.now() % 1_000_000)
const clients = (count: number) => new Option('--clients <n>', 'Concurrent clients').argParser(number).default(count)
const milliseconds = (seconds: number): number => seconds * 1_000

interface Outcome {
  /** Empty if the run passed. */
  readonly problems: readonly string[]
}

/** Prints the outcome; sets exit code 1 if there are problems. */
function report(what: string, { problems, ...counted }: Outcome): void {
  console.log(`${what}: ${JSON.stringify(counted, undefined, 2)}`)
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'Nothing was lost, duplicated or stuck.' : `${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}

function warnWithoutMongo(): void {
  if (!mongo) console.log('MONGODB_URL is not set: testing only the embedded deployment')
}

program
  .command('kill')
  .description('Repeatedly kills the service under load and restarts it')
  .option('--cycles <n>', 'Number of kills', number, 50)
  .addOption(clients(32))
  .addOption(seed())
  .action(async (options: { cycles: number; clients: number; seed: number }) => {
    const onCycle: Parameters<typeof runKillCycles>[0]['onCycle'] = (cycle, { accounts, problems }) =>
      console.log(`killed ${cycle} times; ${accounts.size} accounts, ${problems.length} problems so far`)
    report(`seed ${options.seed}`, await runKillCycles({ ...options, onCycle }))
  })

program
  .command('batch-kill')
  .description('Repeatedly kills the service during one job; every row must exist exactly once')
  .option('--rows <n>', 'Rows of the file', number, 20_000)
  .option('--kills <n>', 'Kills during the job', number, 20)
  .option('--uploads <n>', 'Kills during an upload', number, 12)
  .option('--delay <ms>', 'Delay of DNS responses', number, 1_000)
  .addOption(seed())
  .action(async (options: { rows: number; kills: number; uploads: number; delay: number; seed: number }) => {
    const outcome = await runBatchKills({ ...options, delayMs: options.delay, onKill: console.log })
    report(`seed ${options.seed}`, outcome)
  })

program
  .command('fairness')
  .description('Measures how long ten rows of one account take while a large job of another account runs')
  .option('--rows <n>', 'Rows of the large job', number, 200_000)
  .option('--tries <n>', 'Number of small jobs', number, 10)
  .option('--most <ms>', 'Maximum median duration', number, 1_000)
  .action(async ({ most, ...options }: { rows: number; tries: number; most: number }) => {
    const onTry = (ms: number, processed: number) => console.log(`${ms} ms, the large job at ${processed}`)
    const { times, ...rest } = await runFairness({ ...options, onTry })
    const median = [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)]!
    const problems = [
      ...(median > most ? [`half of them took longer than ${most} ms`] : []),
      ...(rest.status === 'processing' ? [] : ['the large job made no progress']),
    ]
    report('small jobs', { median, longest: Math.max(...times), ...rest, problems } as Outcome)
  })

program
  .command('frozen')
  .description('Freezes a store: the embedded log, MongoDB or KurrentDB')
  .option('--seconds <n>', 'Seconds to freeze it', number, 60)
  .addOption(place())
  .addOption(clients(16))
  .addOption(seed())
  .action(async (options: { seconds: number; place?: Place; clients: number; seed: number }) => {
    warnWithoutMongo()
    for (const at of options.place ? [options.place] : PLACES) {
      const frozenMs = milliseconds(options.seconds)
      report(at, await runFrozen({ ...options, place: at, mongo, frozenMs, calmMs: 3_000, again: true }))
    }
  })

program
  .command('reset')
  .description('Repeatedly resets the connections to MongoDB or KurrentDB')
  .option('--resets <n>', 'Resets per store', number, 100)
  .option('--every <ms>', 'Average time between resets', number, 500)
  .addOption(place())
  .addOption(clients(16))
  .addOption(seed())
  .action(async (options: { resets: number; every: number; place?: Place; clients: number; seed: number }) => {
    warnWithoutMongo()
    for (const at of options.place ? [options.place] : PLACES) {
      if (at === 'lmdb') continue
      report(at, await runResets({ ...options, place: at, mongo, everyMs: options.every, again: true }))
    }
  })

program
  .command('kill-phases')
  .description(`Kills a process in each phase of an upload: ${PHASES.join(', ')}`)
  .option('--rounds <n>', 'Rounds through all phases', number, 5)
  .option('--rows <n>', 'Rows of the file', number, 4_000)
  .option('--delay <ms>', 'Delay of DNS responses', number, 300)
  .addOption(seed())
  .action(async (options: { rounds: number; rows: number; delay: number; seed: number }) => {
    warnWithoutMongo()
    for (const url of SHAPES) {
      const outcome = await runPhaseKills({
        ...options,
        mongo: url,
        phases: PHASES,
        delayMs: options.delay,
        onKill: console.log,
      })
      report(url ? 'one api and one worker process' : 'one process', outcome)
    }
  })

program
  .command('clock')
  .description('Sets the wall clock of the processes an hour forward and back')
  .option('--rounds <n>', 'Rounds of: an hour forward, an hour back, correct time', number, 3)
  .addOption(clients(8))
  .addOption(seed())
  .action(async ({ rounds, ...options }: { rounds: number; clients: number; seed: number }) => {
    warnWithoutMongo()
    const shifts = Array.from({ length: rounds }, () => [HOUR_MS, -HOUR_MS, 0]).flat()
    for (const url of SHAPES) {
      const outcome = await runClock({ ...options, mongo: url, shifts, calmMs: 3_000 })
      report(url ? 'one api and one worker process' : 'one process', outcome)
    }
  })

program
  .command('disk-full')
  .description('Fills the disk and frees it again (a small tmpfs; mounting it needs root)')
  .option('--times <n>', 'How often it fills up', number, 5)
  .option('--seconds <n>', 'Seconds each time', number, 15)
  .option('--megabytes <n>', 'Size of the disk', number, 64)
  .addOption(clients(16))
  .addOption(seed())
  .action(async (options: { times: number; seconds: number; megabytes: number; clients: number; seed: number }) => {
    const disk = mountSmallDisk(options.megabytes)
    if (typeof disk === 'string') return console.log(`skipped: cannot mount a tmpfs (${disk})`)
    const fullMs = milliseconds(options.seconds)
    report('one process', await runDiskFull({ ...options, disk, fullMs, calmMs: 3_000, again: true }))
  })

program
  .command('drain')
  .description('Sends SIGTERM under a steady load')
  .option('--rate <n>', 'Requests per second', number, 200)
  .option('--stops <n>', 'Processes to stop', number, 10)
  .addOption(seed())
  .action(async ({ rate, ...options }: { rate: number; stops: number; seed: number }) => {
    warnWithoutMongo()
    for (const url of SHAPES) {
      const outcome = await runDrain({ ...options, mongo: url, perSecond: rate, calmMs: 3_000 })
      report(url ? 'two api processes' : 'one process', outcome)
    }
  })

program
  .command('neighbours')
  .description('Attacks the service from one process while another measures everybody else')
  .option('--seconds <n>', 'Seconds per attack', number, 30)
  .option('--quiet <n>', 'Seconds without an attack before each', number, 10)
  .addOption(
    new Option('--only <attack...>', 'Run only these attacks').choices(ATTACK_NAMES).default([...ATTACK_NAMES], 'all'),
  )
  .addOption(new Option('--shape <n>', 'Deployment; 2 needs MONGODB_URL').choices(['1', '2']).default('1'))
  .option('--json', 'Print JSON instead of a table')
  .action(async (options: { seconds: number; quiet: number; only: string[]; shape: string; json?: true }) => {
    if (options.shape === '2' && !mongo) throw new Error('--shape 2 needs MONGODB_URL')
    const { measured, problems } = await runNeighbours({
      attacks: options.only,
      attackMs: milliseconds(options.seconds),
      quietMs: milliseconds(options.quiet),
      shared: false,
      mongo: options.shape === '2' ? mongo : undefined,
      marks: FULL,
      onMeasured: ({ name }) => console.error(`${name} has ended`),
    })
    console.log(options.json ? JSON.stringify({ measured, problems }, undefined, 2) : tableOf(measured))
    for (const problem of problems) console.error(problem)
    console.error(problems.length === 0 ? 'All limits were kept.' : `${problems.length} problems`)
    if (problems.length > 0) process.exitCode = 1
  })

try {
  await program.parseAsync()
} catch (error) {
  // Lets a child process that died print its error first.
  await sleep(200)
  throw error
}
