// Soak `frozen`: a store stops responding under load.
import { setTimeout as sleep } from 'node:timers/promises'
import { openFaultyStores } from '../../../testbed/stores/faultyStores.js'
import type { Shape } from '../../../testbed/stores/place.js'
import { untilHealthy } from './healthy.js'
import { problemsOf, slackOf, slowestOf, type Trouble, tally } from './requestRecords.js'
import { openScene } from './scene.js'

interface FrozenOptions {
  readonly place: Shape
  /** MONGODB_URL, for places other than lmdb. */
  readonly mongo: string | undefined
  /** How long the store is frozen. */
  readonly frozenMs: number
  /** Time without a fault before and after. */
  readonly calmMs: number
  readonly clients: number
  /** Whether uploads without an acknowledgement are retried until they have one, which may take a minute. */
  readonly retryUploads: boolean
  readonly seed: number
}

interface FrozenReport {
  /** Outcomes per operation of requests sent and answered while the store was frozen. */
  readonly meanwhile: { readonly [operation: string]: { readonly [outcome: string]: number } }
  /** The slowest request. */
  readonly slowest: string
  /** Time from the thaw until every process was ready, in milliseconds. */
  readonly healthyMs: number
  readonly calls: number
  /** Empty if every response was as expected and in time, and nothing acknowledged was lost. */
  readonly problems: readonly string[]
}

/** Requests sent just before the freeze may still have succeeded, and a health check is remembered for 250 ms. */
const MARGIN_MS = 350

/**
 * Freezes and thaws a store under load. While it is frozen, callers get the expected errors; afterwards the service
 * recovers without a restart and has lost nothing that it acknowledged.
 */
export async function runFrozen({
  place,
  mongo,
  frozenMs,
  calmMs,
  clients,
  retryUploads,
  seed,
}: FrozenOptions): Promise<FrozenReport> {
  const stores = await openFaultyStores(place, mongo)
  const scene = await openScene({ stores, seed, retryUploads })
  try {
    const load = scene.load({ clients, pauseMs: 50 })
    await Promise.all([load.each(), sleep(calmMs)])
    const from = performance.now()
    await stores.freeze()
    await sleep(MARGIN_MS)
    const frozen = { from: performance.now(), to: 0 }
    await Promise.all([load.each(), sleep(frozenMs)])
    frozen.to = performance.now()
    await stores.thaw()
    const { healthyMs, problems: recoveryProblemsOf } = await untilHealthy(scene.service.processes)
    const trouble: Trouble = { from, to: performance.now() }
    await sleep(calmMs)
    await load.stop()

    return {
      meanwhile: tally(load.records, frozen),
      slowest: slowestOf(load.records, from),
      healthyMs,
      calls: load.records.length,
      problems: [
        ...problemsOf(load.records, { troubles: [trouble] }),
        ...recoveryProblemsOf(slackOf(load.records, [trouble])),
        ...(await scene.check(load)),
      ],
    }
  } finally {
    await stores.thaw()
    await scene.close()
  }
}
