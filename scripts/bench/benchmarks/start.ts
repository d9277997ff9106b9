import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT, startServiceProcess } from '../../soak/serviceProcess.js'
import { seedDirectory } from '../datasets/seedDirectory.js'
import { writeLog } from '../datasets/writeLog.js'
import { memoryMb } from '../environment/procfs.js'
import { withDirectory } from '../environment/service.js'
import { median, type Report } from '../report.js'

interface StartOptions {
  readonly events: number
  readonly rounds: number
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

/** Time from spawn to the first 200 of /health, and idle memory. */
export async function benchStart({ events, rounds }: StartOptions): Promise<Report> {
  const empty: Start[] = []
  for (let round = 0; round < rounds; round++) empty.push(await withDirectory(measureStart))
  const { notFolded, folded } = await withDirectory(async (directory) => {
    await seedDirectory(directory, (store) => writeLog(store, events, ACCOUNTS))
    const first = await measureStart(directory)
    const others: Start[] = []
    for (let round = 0; round < rounds; round++) others.push(await measureStart(directory))
    return { notFolded: [first], folded: others }
  })

  const log = `${events.toLocaleString('en')} events`
  const cases = Object.entries({
    'new data directory': empty,
    [`${log}, read models up to date`]: folded,
    [`${log}, nothing folded yet`]: notFolded,
  }).map(([name, starts]) => ({
    name,
    startMs: starts.map(({ startMs }) => startMs),
    idleMb: starts.map(({ idleMb }) => idleMb),
  }))
  return {
    benchmark: 'Start-up time and idle memory',
    settings: {
      program: `node ${BUILT.join(' ')} serve`,
      rounds: `${rounds} starts each (one of the log that is not folded yet); medians`,
      idle: `VmRSS ${IDLE_MS / 1_000} s after the first 200 of /health`,
    },
    columns: ['', 'start ms', 'max ms', 'idle MB', 'max MB'],
    rows: cases.map(({ name, startMs, idleMb }) => [
      name,
      median(startMs),
      Math.max(...startMs),
      median(idleMb),
      Math.max(...idleMb),
    ]),
    targets: cases.flatMap(({ name, startMs, idleMb }) => [
      { what: `${name}: ms until healthy`, measured: median(startMs), atMost: MAX_START_MS },
      { what: `${name}: idle MB`, measured: median(idleMb), atMost: MAX_IDLE_MB },
    ]),
  }
}

async function measureStart(directory: string): Promise<Start> {
  const env = { DATA_DIR: directory, DNS_SERVERS: '127.0.0.1:1', NODE_ENV: 'production' }
  const service = await startServiceProcess({ program: BUILT, env })
  await sleep(IDLE_MS)
  const idleMb = await memoryMb(service.pid, 'VmRSS')
  await service.stop()
  return { startMs: service.startMs, idleMb }
}
