import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { BUILT, startServiceProcess } from '../soak/serviceProcess.js'
import { withDirectory } from './house.js'
import { median, type Report } from './report.js'
import { writeLog } from './writeLog.js'

export interface StartOptions {
  readonly events: number
  readonly rounds: number
}

interface Start {
  readonly startMs: number
  readonly restMb: number
}

const REST_MS = 5_000
const MOST_MS = 1_500
const MOST_MB = 150
const ACCOUNTS = 1_000

/** Time from spawn to the first 200 of /health, and idle memory. */
export async function benchStart({ events, rounds }: StartOptions): Promise<Report> {
  const empty: Start[] = []
  for (let round = 0; round < rounds; round++) empty.push(await withDirectory(startOnce))
  const { unfolded, folded } = await withDirectory(async (directory) => {
    const { paths, release } = openDataDirectory(directory, { hold: true })
    const store = createLmdbEventStore({ path: paths.events, clock: systemClock })
    await writeLog(store, events, ACCOUNTS)
    await store.close()
    release()
    const first = await startOnce(directory)
    const rest: Start[] = []
    for (let round = 0; round < rounds; round++) rest.push(await startOnce(directory))
    return { unfolded: [first], folded: rest }
  })

  const log = `${events.toLocaleString('en')} events`
  const situations = {
    'a new directory': empty,
    [`${log}, read models fresh`]: folded,
    [`${log}, none folded yet`]: unfolded,
  }
  return {
    benchmark: 'Start, and memory at rest',
    settings: {
      program: `node ${BUILT.join(' ')} serve`,
      rounds: `${rounds} starts each (one of the log that was never folded); medians`,
      rest: `VmRSS ${REST_MS / 1_000} s after it was healthy`,
    },
    columns: ['', 'healthy after ms', 'slowest', 'at rest MB', 'most'],
    rows: Object.entries(situations).map(([name, starts]) => {
      const all = startsOf(starts)
      return [name, median(all.ms), Math.max(...all.ms), median(all.mb), Math.max(...all.mb)]
    }),
    targets: Object.entries(situations).flatMap(([name, starts]) => {
      const { ms, mb } = startsOf(starts)
      return [
        { what: `${name}: ms until healthy`, measured: median(ms), atMost: MOST_MS },
        { what: `${name}: MB at rest`, measured: median(mb), atMost: MOST_MB },
      ]
    }),
  }
}

const startsOf = (starts: readonly Start[]) => ({
  ms: starts.map(({ startMs }) => startMs),
  mb: starts.map(({ restMb }) => restMb),
})

async function startOnce(directory: string): Promise<Start> {
  const env = { DATA_DIR: directory, DNS_SERVERS: '127.0.0.1:1', NODE_ENV: 'production' }
  const service = await startServiceProcess({ program: BUILT, env })
  await sleep(REST_MS)
  const restMb = await residentMb(service.pid)
  await service.stop()
  return { startMs: service.startMs, restMb }
}

/** Linux only. */
async function residentMb(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
