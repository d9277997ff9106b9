// Soak `reset`: breaks connections to a store under load.
import { setTimeout as sleep } from 'node:timers/promises'
import { openFaultyStores } from '../../../testbed/stores/faultyStores.js'
import type { Shape } from '../../../testbed/stores/place.js'
import { untilHealthy } from './healthy.js'
import { isGood, problemsOf, slackOf, slowestOf } from './requestRecords.js'
import { openScene } from './scene.js'

export interface ResetOptions {
  readonly place: Exclude<Shape, 'lmdb'>
  readonly mongo: string | undefined
  readonly resets: number
  /** Average interval. */
  readonly everyMs: number
  readonly clients: number
  readonly retryUploads: boolean
  readonly seed: number
}

export interface ResetReport {
  readonly calls: number
  /** Requests that succeeded nevertheless. */
  readonly good: number
  readonly slowest: string
  readonly healthyMs: number
  /** Empty if every request was answered as expected and in time, and nothing acknowledged was lost. */
  readonly problems: readonly string[]
}

/** Maximum response time: each append and subscription retries for a while, and an upload has several. */
const MAX_RESPONSE_MS = 15_000

/** Repeatedly resets the connections to a store while the service is under load. */
export async function runResets(options: ResetOptions): Promise<ResetReport> {
  const { place, mongo, resets, everyMs, clients, retryUploads, seed } = options
  const stores = await openFaultyStores(place, mongo)
  const scene = await openScene({ stores, seed, retryUploads })
  try {
    const load = scene.load({ clients, pauseMs: 30 })
    await Promise.all([load.each(), sleep(everyMs)])
    const from = performance.now()
    for (let turn = 0; turn < resets; turn++) {
      stores.reset()
      await sleep(scene.chance.between(everyMs / 2, everyMs * 1.5))
    }
    const { healthyMs, problems: lateProblemsOf } = await untilHealthy(scene.service.processes)
    const trouble = { from, to: performance.now() }
    await sleep(everyMs)
    await load.stop()
    return {
      calls: load.records.length,
      good: load.records.filter(isGood).length,
      slowest: slowestOf(load.records),
      healthyMs,
      problems: [
        ...problemsOf(load.records, { troubles: [trouble], withinMs: MAX_RESPONSE_MS }),
        ...lateProblemsOf(slackOf(load.records, [trouble])),
        ...(await scene.check(load)),
      ],
    }
  } finally {
    await scene.close()
  }
}
