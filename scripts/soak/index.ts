import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { runBatchKills } from './batchKillCycles.js'
import { runFairness } from './fairnessRun.js'
import { runClock } from './faults/clock.js'
import { runDiskFull } from './faults/diskFull.js'
import { runDrain } from './faults/drain.js'
import { runFrozen } from './faults/frozen.js'
import { PHASES, runPhaseKills } from './faults/phases.js'
import { runResets } from './faults/reset.js'
import { mountSmallDisk } from './faults/smallDisk.js'
import type { Place } from './faults/stores.js'
import { runKillCycles } from './killCycles.js'
import { ATTACK_NAMES } from './neighbours/attacks/index.js'
import { FULL } from './neighbours/marks.js'
import { runNeighbours } from './neighbours/run.js'
import { tableOf } from './neighbours/table.js'

const program = new Command('soak').description(
  'disturbs the built service while it is used; nothing it acknowledged may be lost, doubled or stuck',
)

const mongo = process.env.MONGODB_URL
const HOUR_MS = 60 * 60_000
/** What is frozen, reset or killed, of those shapes that a MongoDB was named for. */
const PLACES: readonly Place[] = mongo ? ['lmdb', 'mongodb', 'kurrentdb'] : ['lmdb']
const SHAPES = mongo ? [undefined, mongo] : [undefined]

const number = (text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new InvalidArgumentError('A number above 0.')
  return value
}
const place = () =>
  new Option('--place <name>', 'only this one; those but lmdb need MONGODB_URL').choices([
    'lmdb',
    'mongodb',
    'kurrentdb',
  ])
const seed = () => new Option('--seed <n>', 'of the chance').argParser(number).default(Date.now() % 1_000_000)
const clients = (count: number) =>
  new Option('--clients <n>', 'that ask at the same time').argParser(number).default(count)
const milliseconds = (seconds: number): number => seconds * 1_000

interface Outcome {
  /** Empty when all is well. */
  readonly problems: readonly string[]
}

/** Prints what came of it. Exit code 1 when there are problems. */
function tell(what: string, { problems, ...counted }: Outcome): void {
  console.log(`${what}: ${JSON.stringify(counted, undefined, 2)}`)
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'Nothing was lost, doubled or stuck.' : `${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}

function tellOfNoMongo(): void {
  if (!mongo) console.log('MONGODB_URL is not set: only the service of a single process is looked at')
}

program
  .command('kill')
  .description('kills it under load and starts it again, again and again')
  .option('--cycles <n>', 'kills', number, 50)
  .addOption(clients(32))
  .addOption(seed())
  .action(async (options: { cycles: number; clients: number; seed: number }) => {
    const onCycle: Parameters<typeof runKillCycles>[0]['onCycle'] = (cycle, { accounts, problems }) =>
      console.log(`killed ${cycle} times; ${accounts.size} accounts, ${problems.length} problems so far`)
    tell(`seed ${options.seed}`, await runKillCycles({ ...options, onCycle }))
  })

program
  .command('batch-kill')
  .description('kills it in the middle of one upload again and again; every row must be there once')
  .option('--rows <n>', 'of the file', number, 20_000)
  .option('--kills <n>', 'over the one job', number, 20)
  .option('--uploads <n>', 'kills in the middle of an upload', number, 12)
  .option('--delay <ms>', 'how late DNS answers', number, 1_000)
  .addOption(seed())
  .action(async (options: { rows: number; kills: number; uploads: number; delay: number; seed: number }) => {
    const outcome = await runBatchKills({ ...options, delayMs: options.delay, onKill: console.log })
    tell(`seed ${options.seed}`, outcome)
  })

program
  .command('fairness')
  .description('how long ten rows of one account take while a large job of another runs')
  .option('--rows <n>', 'of the large job', number, 200_000)
  .option('--tries <n>', 'small jobs', number, 10)
  .option('--most <ms>', 'that half of them may take', number, 1_000)
  .action(async ({ most, ...options }: { rows: number; tries: number; most: number }) => {
    const onTry = (ms: number, processed: number) => console.log(`${ms} ms, the large job at ${processed}`)
    const { times, ...rest } = await runFairness({ ...options, onTry })
    const median = [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)]!
    const problems = [
      ...(median > most ? [`half of them took longer than ${most} ms`] : []),
      ...(rest.status === 'processing' ? [] : ['the large job did not go on meanwhile']),
    ]
    tell('small jobs', { median, longest: Math.max(...times), ...rest, problems } as Outcome)
  })

program
  .command('frozen')
  .description('a store stands still: the log of one process, MongoDB, KurrentDB')
  .option('--seconds <n>', 'that it stands still', number, 60)
  .addOption(place())
  .addOption(clients(16))
  .addOption(seed())
  .action(async (options: { seconds: number; place?: Place; clients: number; seed: number }) => {
    tellOfNoMongo()
    for (const at of options.place ? [options.place] : PLACES) {
      const frozenMs = milliseconds(options.seconds)
      tell(at, await runFrozen({ ...options, place: at, mongo, frozenMs, calmMs: 3_000, again: true }))
    }
  })

program
  .command('reset')
  .description('the connections to a store break again and again: MongoDB, KurrentDB')
  .option('--resets <n>', 'of each', number, 100)
  .option('--every <ms>', 'on average', number, 500)
  .addOption(place())
  .addOption(clients(16))
  .addOption(seed())
  .action(async (options: { resets: number; every: number; place?: Place; clients: number; seed: number }) => {
    tellOfNoMongo()
    for (const at of options.place ? [options.place] : PLACES) {
      if (at === 'lmdb') continue
      tell(at, await runResets({ ...options, place: at, mongo, everyMs: options.every, again: true }))
    }
  })

program
  .command('kill-phases')
  .description(`kills a process in each phase of an upload: ${PHASES.join(', ')}`)
  .option('--rounds <n>', 'through all phases', number, 5)
  .option('--rows <n>', 'of the file', number, 4_000)
  .option('--delay <ms>', 'how late DNS answers', number, 300)
  .addOption(seed())
  .action(async (options: { rounds: number; rows: number; delay: number; seed: number }) => {
    tellOfNoMongo()
    for (const url of SHAPES) {
      const outcome = await runPhaseKills({
        ...options,
        mongo: url,
        phases: PHASES,
        delayMs: options.delay,
        onKill: console.log,
      })
      tell(url ? 'one that answers and one that works' : 'one process', outcome)
    }
  })

program
  .command('clock')
  .description('the wall clock of the processes is set an hour forward and back')
  .option('--rounds <n>', 'forward, back behind the beginning, and to the right time', number, 3)
  .addOption(clients(8))
  .addOption(seed())
  .action(async ({ rounds, ...options }: { rounds: number; clients: number; seed: number }) => {
    tellOfNoMongo()
    const shifts = Array.from({ length: rounds }, () => [HOUR_MS, -HOUR_MS, 0]).flat()
    for (const url of SHAPES) {
      const outcome = await runClock({ ...options, mongo: url, shifts, calmMs: 3_000 })
      tell(url ? 'one that answers and one that works' : 'one process', outcome)
    }
  })

program
  .command('disk-full')
  .description('the disk fills up and has room again (a small tmpfs, which root may mount)')
  .option('--times <n>', 'that it is full', number, 5)
  .option('--seconds <n>', 'each time', number, 15)
  .option('--megabytes <n>', 'of the disk', number, 64)
  .addOption(clients(16))
  .addOption(seed())
  .action(async (options: { times: number; seconds: number; megabytes: number; clients: number; seed: number }) => {
    const disk = mountSmallDisk(options.megabytes)
    if (typeof disk === 'string') return console.log(`skipped: no tmpfs can be mounted here (${disk})`)
    const fullMs = milliseconds(options.seconds)
    tell('one process', await runDiskFull({ ...options, disk, fullMs, calmMs: 3_000, again: true }))
  })

program
  .command('drain')
  .description('SIGTERM under a steady load')
  .option('--rate <n>', 'requests a second', number, 200)
  .option('--stops <n>', 'processes that are told to stop', number, 10)
  .addOption(seed())
  .action(async ({ rate, ...options }: { rate: number; stops: number; seed: number }) => {
    tellOfNoMongo()
    for (const url of SHAPES) {
      const outcome = await runDrain({ ...options, mongo: url, perSecond: rate, calmMs: 3_000 })
      tell(url ? 'two that answer' : 'one process', outcome)
    }
  })

program
  .command('neighbours')
  .description('carries out attacks from a process of its own while another measures everybody else')
  .option('--seconds <n>', 'of each attack', number, 30)
  .option('--quiet <n>', 'seconds without any attack, before each', number, 10)
  .addOption(
    new Option('--only <attack...>', 'only these').choices(ATTACK_NAMES).default([...ATTACK_NAMES], 'all of them'),
  )
  .addOption(new Option('--shape <n>', 'of the service; 2 needs MONGODB_URL').choices(['1', '2']).default('1'))
  .option('--json', 'print what was measured as JSON, not as a table')
  .action(async (options: { seconds: number; quiet: number; only: string[]; shape: string; json?: true }) => {
    if (options.shape === '2' && !mongo) throw new Error('--shape 2 needs MONGODB_URL')
    const { measured, problems } = await runNeighbours({
      attacks: options.only,
      attackMs: milliseconds(options.seconds),
      quietMs: milliseconds(options.quiet),
      shared: false,
      mongo: options.shape === '2' ? mongo : undefined,
      marks: FULL,
      onMeasured: ({ name }) => console.error(`${name} is over`),
    })
    console.log(options.json ? JSON.stringify({ measured, problems }, undefined, 2) : tableOf(measured))
    for (const problem of problems) console.error(problem)
    console.error(problems.length === 0 ? 'Nobody was hurt.' : `${problems.length} problems`)
    if (problems.length > 0) process.exitCode = 1
  })

try {
  await program.parseAsync()
} catch (error) {
  // A child that died says so before we end.
  await sleep(200)
  throw error
}
