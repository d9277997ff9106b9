import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT, startServiceProcess } from '../../soak/serviceProcess.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { writeLog } from '../datasets/writeLog.js'
import { memoryMb } from '../environment/procfs.js'
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
/** Difference between two equal builds on a shared machine. */
const NOISE = 0.03

type Program = readonly string[]

/** The starts of one build, in each case. */
interface Starts {
  readonly empty: Start[]
  readonly folded: Start[]
  readonly notFolded: Start[]
}

/** Time from spawn to the first 200 of /health, and idle memory; with `before`, of both builds in alternating starts. */
export async function benchStart({ events, rounds, before }: StartOptions): Promise<Report> {
  const programs: Program[] = [BUILT]
  if (before !== undefined) programs.push([...BUILT.slice(0, -1), resolve(before, 'dist/main.js')])
  const builds = await withDirectory((directory) => measureBuilds(programs, directory, { events, rounds }))
  const log = `${events.toLocaleString('en')} events`
  const cases = [
    { name: 'new data directory', member: 'empty' },
    { name: `${log}, read models up to date`, member: 'folded' },
    { name: `${log}, nothing folded yet`, member: 'notFolded' },
  ] as const
  const figures = cases.map(({ name, member }) => {
    const [own, other] = builds.map((build) => figuresOf(build[member]))
    return { name, own: own!, ratio: other && own!.startMs / other.startMs }
  })
  return {
    benchmark: 'Start-up time and idle memory',
    settings: {
      program: `node ${BUILT.join(' ')} serve`,
      ...(before !== undefined && { before }),
      rounds: `${rounds} starts each (one of the log that is not folded yet); medians`,
      idle: `VmRSS ${IDLE_MS / 1_000} s after the first 200 of /health`,
    },
    columns: ['', 'start ms', 'max ms', 'idle MB', 'max MB', ...(before === undefined ? [] : ['start ÷ before'])],
    rows: figures.map(({ name, own, ratio }) => [
      name,
      own.startMs,
      own.maxStartMs,
      own.idleMb,
      own.maxIdleMb,
      ...(ratio === undefined ? [] : [times(ratio)]),
    ]),
    targets: figures.flatMap(({ name, own, ratio }) => [
      { what: `${name}: ms until healthy`, measured: own.startMs, atMost: MAX_START_MS },
      { what: `${name}: idle MB`, measured: own.idleMb, atMost: MAX_IDLE_MB },
      ...(ratio === undefined ? [] : [{ what: `${name}: start ÷ before`, measured: ratio, atMost: 1 + NOISE }]),
    ]),
  }
}

/** Each build has a log of its own; the builds take turns, so that both meet the same state of the machine. */
async function measureBuilds(
  programs: readonly Program[],
  directory: string,
  { events, rounds }: StartOptions,
): Promise<Starts[]> {
  const builds: Starts[] = []
  for (const [build, program] of programs.entries()) {
    const log = join(directory, `log-${build}`)
    await seedDirectory(log, (store) => writeLog(store, events, ACCOUNTS))
    builds.push({ empty: [], folded: [], notFolded: [await measureStart(program, log)] })
  }
  for (let round = 0; round < rounds; round++)
    for (const [build, program] of programs.entries()) {
      builds[build]!.empty.push(await withDirectory((empty) => measureStart(program, empty)))
      builds[build]!.folded.push(await measureStart(program, join(directory, `log-${build}`)))
    }
  return builds
}

function figuresOf(starts: readonly Start[]) {
  const startMs = starts.map((start) => start.startMs)
  const idleMb = starts.map((start) => start.idleMb)
  return {
    startMs: median(startMs),
    maxStartMs: Math.max(...startMs),
    idleMb: median(idleMb),
    maxIdleMb: Math.max(...idleMb),
  }
}

async function measureStart(program: Program, directory: string): Promise<Start> {
  const env = { DATA_DIR: directory, DNS_SERVERS: '127.0.0.1:1', NODE_ENV: 'production' }
  const service = await startServiceProcess({ program, env })
  await sleep(IDLE_MS)
  const idleMb = await memoryMb(service.pid, 'VmRSS')
  await service.stop()
  return { startMs: service.startMs, idleMb }
}
