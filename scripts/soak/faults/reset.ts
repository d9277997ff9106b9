import { setTimeout as sleep } from 'node:timers/promises'
import { isGood, problemsOf, slowestOf } from './deeds.js'
import { untilHealthy } from './healthy.js'
import { openScene } from './scene.js'
import { openFaultyStores, type Place } from './stores.js'

export interface ResetOptions {
  readonly place: Exclude<Place, 'lmdb'>
  readonly mongo: string | undefined
  readonly resets: number
  /** Average interval. */
  readonly everyMs: number
  readonly clients: number
  readonly again: boolean
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

/** Whoever appends or follows tries again for a while, step by step: an upload has some. */
const PATIENCE_MS = 15_000

/** The connections to a store break again and again under a service that is used. */
export async function runResets(options: ResetOptions): Promise<ResetReport> {
  const { place, mongo, resets, everyMs, clients, again, seed } = options
  const stores = await openFaultyStores(place, mongo)
  const scene = await openScene({ stores, seed, again })
  try {
    const load = scene.load({ clients, pauseMs: 30 })
    await Promise.all([load.each(), sleep(everyMs)])
    const from = performance.now()
    for (let turn = 0; turn < resets; turn++) {
      stores.reset()
      await sleep(scene.chance.between(everyMs / 2, everyMs * 1.5))
    }
    const { healthyMs, problems: late } = await untilHealthy(scene.members)
    const trouble = { from, to: performance.now() }
    await sleep(everyMs)
    await load.stop()
    return {
      calls: load.deeds.length,
      good: load.deeds.filter(isGood).length,
      slowest: slowestOf(load.deeds),
      healthyMs,
      problems: [
        ...problemsOf(load.deeds, { troubles: [trouble], withinMs: PATIENCE_MS }),
        ...late,
        ...(await scene.check(load)),
      ],
    }
  } finally {
    await scene.close()
  }
}
