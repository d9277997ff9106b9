// Soak `disk-full`: fills the disk under load.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilHealthy } from './healthy.js'
import { problemsOf, slackOf, slowestOf, tally } from './requestRecords.js'
import { openScene } from './scene.js'
import type { SmallDisk } from './smallDisk.js'

interface DiskFullOptions {
  /** Removed at the end. */
  readonly disk: SmallDisk
  /** How often the disk is filled and freed. */
  readonly times: number
  /** How long it stays full each time. */
  readonly fullMs: number
  readonly calmMs: number
  readonly clients: number
  /** Whether uploads without an acknowledgement are retried until they have one, which may take a minute. */
  readonly retryUploads: boolean
  readonly seed: number
}

interface DiskFullReport {
  /** Outcomes per operation while the disk was full the last time. */
  readonly meanwhile: { readonly [operation: string]: { readonly [outcome: string]: number } }
  readonly slowest: string
  readonly healthyMs: number
  readonly calls: number
  /** Empty if every response was as expected and in time, and nothing acknowledged was lost. */
  readonly problems: readonly string[]
}

const FILL_ROUNDS = 10
const FILL_INTERVAL_MS = 20

/** Fills the disk of a service and frees it again: the service must recover without a restart. */
export async function runDiskFull(options: DiskFullOptions): Promise<DiskFullReport> {
  const { disk, times, fullMs, calmMs, clients, retryUploads, seed } = options
  const settings = { DATA_DIR: join(disk.path, 'data') }
  const stores = { settings, roles: ['all'] as const, remove: async () => disk.remove() }
  const scene = await openScene({ stores, seed, retryUploads })
  try {
    const { pid } = scene.api()
    const load = scene.load({ clients, pauseMs: 50 })
    const troubles: { from: number; to: number }[] = []
    const problems: string[] = []
    const recoveries: Awaited<ReturnType<typeof untilHealthy>>[] = []
    let full = { from: 0, to: 0 }
    let healthyMs = 0
    for (let turn = 0; turn < times; turn++) {
      await Promise.all([load.each(), sleep(calmMs)])
      const trouble = { from: performance.now(), to: Number.POSITIVE_INFINITY }
      troubles.push(trouble)
      // The service first uses up free pages within its files, so one fill is not enough.
      for (let round = 0; round < FILL_ROUNDS; round++) {
        disk.fill()
        await sleep(FILL_INTERVAL_MS)
      }
      full = { from: performance.now(), to: 0 }
      await Promise.all([load.each(), sleep(fullMs)])
      full.to = performance.now()
      disk.free()
      const recovery = await untilHealthy(scene.service.processes)
      recoveries.push(recovery)
      healthyMs = Math.max(healthyMs, recovery.healthyMs)
      trouble.to = performance.now()
    }
    await sleep(calmMs)
    await load.stop()
    const slackMs = slackOf(load.records, troubles)
    problems.push(...recoveries.flatMap((recovery) => recovery.problems(slackMs)))
    if (scene.api().pid !== pid) problems.push('the service was restarted')
    return {
      meanwhile: tally(load.records, full),
      slowest: slowestOf(load.records),
      healthyMs,
      calls: load.records.length,
      problems: [...problemsOf(load.records, { troubles }), ...problems, ...(await scene.check(load))],
    }
  } finally {
    await scene.close()
  }
}
