// Benchmark `year`: what a year of verifications takes on disk, live and archived, and how a service starts on it.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runArchive } from '../../../src/composition/archive/run.js'
import { openBackupSource } from '../../../src/composition/backup/backup.js'
import { loadConfig } from '../../../src/config.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { DAY_MS } from '../../../src/kernel/time.js'
import { memoryMb } from '../../../testbed/procfs.js'
import { BUILT, runProgram } from '../../../testbed/service/program.js'
import { start } from '../../../testbed/service/start.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { writeLog } from '../datasets/writeLog.js'
import { writePool } from '../datasets/writePool.js'
import { measuredSettings, withDirectory } from '../environment/service.js'
import { percent, type Report } from '../report.js'
import { secondsOf } from '../timing.js'

interface YearOptions {
  readonly events: number
  readonly perSecond: number
  /** Segments to start with; a year of 315 million events has 3,150. */
  readonly segments: number
}

const YEAR_MS = 365 * DAY_MS
const ACCOUNTS = 1_000
const CONTRIBUTED_SHARE = 0.07
const GIGABYTE = 1e9
const MAX_GB = 40
const MAX_START_SECONDS = 10
const MAX_IDLE_MB = 200
const IDLE_MS = 5_000

/** Of the log that has as many segments as a year. */
const EVENTS_PER_SEGMENT = 20

/**
 * A part of a year, spread over all its months, archived by the command with its defaults and compacted. Sizes grow with the number of
 * events, so a year is this part times a factor. What a start looks at is the number of segments: a second log has those of a year.
 */
export async function benchYear({ events, perSecond, segments }: YearOptions): Promise<Report> {
  const many = await withDirectory(async (directory) => {
    await writeYear(directory, segments * EVENTS_PER_SEGMENT)
    const settings = settingsOf(directory)
    const { close, ...source } = await openBackupSource(loadConfig({ ...settings, LOG_LEVEL: 'silent' }))
    const stores = { events: source.events, archive: source.archive! }
    const added = await runArchive(stores, { before: Date.now(), rangeEvents: EVENTS_PER_SEGMENT }).finally(close)
    await run(settings, 'projections', 'rebuild', '--all')
    return { segments: added.length, ...(await measureStart(settings)) }
  })
  return withDirectory(async (directory) => {
    const settings = settingsOf(directory)
    const written = await secondsOf(() => writeYear(directory, events))
    const archived = await secondsOf(() => run(settings, 'archive', 'run'))
    await run(settings, 'compact')
    const live = statSync(join(directory, 'events.mdb')).size
    const sizes = readdirSync(join(directory, 'archive')).map((name) => statSync(join(directory, 'archive', name)).size)
    const archive = sizes.reduce((sum, size) => sum + size, 0)
    const read = await secondsOf(() => run(settings, 'log', 'check'))
    // Folds the read models, which a service that lived for a year has.
    await run(settings, 'projections', 'rebuild', '--all')
    const few = await measureStart(settings)
    const resident = [many, few].map(({ residentMb }) => residentMb.toFixed(0)).join(' and ')
    const factor = (perSecond * YEAR_MS) / 1_000 / events
    const yearGb = ((live + archive) * factor) / GIGABYTE
    return {
      benchmark: `A year at ${perSecond} verifications a second, from ${events.toLocaleString('en')} of them`,
      settings: {
        content: `${percent(CONTRIBUTED_SHARE)} contributions, ${ACCOUNTS} accounts, archived and compacted by the commands with their defaults`,
        seconds: `written in ${written.toFixed(0)}, archived in ${archived.toFixed(0)}, checked in ${read.toFixed(0)}`,
      },
      columns: ['', 'bytes', 'bytes an event', 'GB a year'],
      rows: [
        ['live', live, live / events, (live * factor) / GIGABYTE],
        [`archive, ${sizes.length} segments`, archive, archive / events, (archive * factor) / GIGABYTE],
      ],
      targets: [
        { what: 'GB a year, live and archived', measured: yearGb, atMost: MAX_GB },
        ...[{ segments: sizes.length, ...few }, many].flatMap(({ segments: count, readyMs, idleMb }) => [
          {
            what: `seconds until /health/ready says ok, ${count} segments`,
            measured: readyMs / 1_000,
            atMost: MAX_START_SECONDS,
          },
          { what: `anonymous MB at rest, ${count} segments`, measured: idleMb, atMost: MAX_IDLE_MB },
        ]),
      ],
      notes: [
        `${resident} MB resident with the pages of the stores' files that are in memory, which the system takes back`,
      ],
    }
  })
}

const settingsOf = (directory: string) => ({ DATA_DIR: directory, ...measuredSettings(1) })

async function run(settings: Record<string, string>, ...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await runProgram([...words, '--json'], settings)
  if (code !== 0) throw new Error(`mailproof ${words.join(' ')} failed:\n${stdout}${stderr}`)
}

/** Writes events as if a year had passed. */
async function writeYear(directory: string, events: number): Promise<void> {
  const begin = Date.now() - YEAR_MS
  let appended = 0
  const clock = { now: () => begin + (appended / events) * YEAR_MS }
  await seedDirectory(
    directory,
    async (store) => {
      const counting: EventStore = {
        ...store,
        append(...given) {
          appended++
          return store.append(...given)
        },
      }
      const contributions = Math.floor(events * CONTRIBUTED_SHARE)
      await Promise.all([
        writeLog(counting, events - contributions, ACCOUNTS),
        writePool(counting, contributions, ACCOUNTS),
      ])
    },
    clock,
  )
}

async function measureStart(env: Record<string, string>) {
  const begin = performance.now()
  const service = await start({ where: 'process', limited: true, program: BUILT, env })
  const { pid } = service.processes[0]!
  let status = ''
  while (status !== 'ok') {
    const answer = await fetch(`${service.apis[0]!.url}/health/ready`)
    status = ((await answer.json()) as { status: string }).status
    if (status !== 'ok') await sleep(20)
  }
  const readyMs = performance.now() - begin
  await sleep(IDLE_MS)
  const idleMb = await memoryMb(pid, 'RssAnon')
  const residentMb = await memoryMb(pid, 'VmRSS')
  await service.stop()
  return { readyMs, idleMb, residentMb }
}
