// Benchmark `start`: the time until the service is healthy, and its idle memory.
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../../testbed/files.js'
import { memoryMb } from '../../../testbed/procfs.js'
import { start } from '../../../testbed/service/start.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { writeLog } from '../datasets/writeLog.js'
import { npmStart, programOf } from '../environment/checkout.js'
import { withDirectory } from '../environment/service.js'
import { median, type Report, times } from '../report.js'

interface StartOptions {
  readonly events: number
  readonly rounds: number
  /** Path of another built checkout to compare with. */
  readonly before?: string
}

interface Start {
  readonly startMs: number
  readonly idleMb: number
}

/** Time from the first response of /health to the memory sample. */
const IDLE_MS = 5_000
const MAX_START_MS = 1_500
const MAX_IDLE_MB = 150
const ACCOUNTS = 1_000
/** Bounds relative to the other build. */
const MAX_START_RATIO = 1.1
const MAX_IDLE_RATIO = 1.03

/** A built checkout. */
interface Build {
  readonly root: string
  /** Its own start command. */
  readonly program: readonly string[]
}

/** The starts of one build, in each case. */
interface Starts {
  readonly npm: Start[]
  readonly empty: Start[]
  readonly folded: Start[]
  readonly notFolded: Start[]
}

/**
 * Time from spawn to the first 200 of /health, and idle memory; with `before`, of both builds in alternating starts, each
 * with the command of its own `npm start`.
 */
export async function benchStart({ events, rounds, before }: StartOptions): Promise<Report> {
  const roots = before === undefined ? [ROOT] : [ROOT, resolve(before)]
  const builds = roots.map((root): Build => ({ root, program: programOf(root) }))
  const starts = await withDirectory((directory) => measureBuilds(builds, directory, { events, rounds }))
  const log = `${events.toLocaleString('en')} events`
  const cases = [
    { name: 'npm start, new data directory', member: 'npm', maxStartMs: undefined },
    { name: 'new data directory', member: 'empty', maxStartMs: MAX_START_MS },
    { name: `${log}, read models up to date`, member: 'folded', maxStartMs: MAX_START_MS },
    { name: `${log}, nothing folded yet`, member: 'notFolded', maxStartMs: MAX_START_MS },
  ] as const
  const figures = cases.map(({ member, ...each }) => {
    const [own, other] = starts.map((build) => figuresOf(build[member]))
    return { ...each, own: own!, other }
  })
  return {
    benchmark: 'Start-up time and idle memory',
    settings: {
      program: builds[0]!.program.join(' '),
      ...(builds[1] && { before: builds[1].program.join(' ') }),
      rounds: `${rounds} starts each (one of the log that is not folded yet); medians`,
      idle: `VmRSS ${IDLE_MS / 1_000} s after the first 200 of /health`,
    },
    columns: [
      '',
      'start ms',
      'max ms',
      'idle MB',
      'max MB',
      ...(before === undefined ? [] : ['before ms', 'start ÷ before', 'before MB', 'idle ÷ before']),
    ],
    rows: figures.map(({ name, own, other }) => [
      name,
      own.startMs,
      own.maxStartMs,
      own.idleMb,
      own.maxIdleMb,
      ...(other
        ? [other.startMs, times(own.startMs / other.startMs), other.idleMb, times(own.idleMb / other.idleMb)]
        : []),
    ]),
    targets: figures.flatMap(({ name, own, other, maxStartMs }) => [
      ...(maxStartMs === undefined
        ? []
        : [{ what: `${name}: ms until healthy`, measured: own.startMs, atMost: maxStartMs }]),
      { what: `${name}: idle MB`, measured: own.idleMb, atMost: MAX_IDLE_MB },
      ...(other
        ? [
            { what: `${name}: start ÷ before`, measured: own.startMs / other.startMs, atMost: MAX_START_RATIO },
            { what: `${name}: idle ÷ before`, measured: own.idleMb / other.idleMb, atMost: MAX_IDLE_RATIO },
          ]
        : []),
    ]),
  }
}

/** Each build has a log of its own; the builds take turns, so that both meet the same state of the machine. */
async function measureBuilds(
  builds: readonly Build[],
  directory: string,
  { events, rounds }: StartOptions,
): Promise<Starts[]> {
  const starts: Starts[] = []
  for (const [index, build] of builds.entries()) {
    const log = join(directory, `log-${index}`)
    await seedDirectory(log, (store) => writeLog(store, events, ACCOUNTS))
    starts.push({ npm: [], empty: [], folded: [], notFolded: [await measureStart(build, log)] })
  }
  for (let round = 0; round < rounds; round++)
    for (const [index, build] of builds.entries()) {
      const { npm, empty, folded } = starts[index]!
      npm.push(await withDirectory((fresh) => measureNpmStart(build, fresh)))
      empty.push(await withDirectory((fresh) => measureStart(build, fresh)))
      folded.push(await measureStart(build, join(directory, `log-${index}`)))
    }
  return starts
}

function figuresOf(starts: readonly Start[]) {
  const startMs = starts.map(({ startMs }) => startMs)
  const idleMb = starts.map(({ idleMb }) => idleMb)
  return {
    startMs: median(startMs),
    maxStartMs: Math.max(...startMs),
    idleMb: median(idleMb),
    maxIdleMb: Math.max(...idleMb),
  }
}

const settings = (directory: string) => ({
  DATA_DIR: directory,
  DNS_SERVERS: '127.0.0.1:1',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
})

async function measureStart({ program }: Build, directory: string): Promise<Start> {
  const service = await start({ where: 'process', limited: true, program, env: settings(directory) })
  const { pid, startMs } = service.processes[0]!
  return untilIdle({ pid, startMs, stop: service.stop })
}

const measureNpmStart = async ({ root }: Build, directory: string): Promise<Start> =>
  untilIdle(await npmStart(root, settings(directory)))

interface Started {
  readonly pid: number
  readonly startMs: number
  stop(): Promise<void>
}

async function untilIdle({ pid, startMs, stop }: Started): Promise<Start> {
  await sleep(IDLE_MS)
  const idleMb = await memoryMb(pid, 'VmRSS')
  await stop()
  return { startMs, idleMb }
}
