// Runs a search against a service: short probes, a new service whenever one has not recovered.
import { setTimeout as sleep } from 'node:timers/promises'
import { FULL } from '../marks.js'
import { measureAttack, measureQuiet, type Quiet } from '../measure.js'
import type { Measured } from '../measured.js'
import { nameOf, type Point } from '../point/point.js'
import { openScene, type Scene, type SceneOptions } from '../scene.js'
import { search, type Tried } from './search.js'

export interface SearchRunOptions extends SceneOptions {
  readonly seeds: readonly number[]
  /** Duration of the search with each seed. */
  readonly searchMs: number
  readonly probeMs: number
  readonly onTried: (tried: Tried, seed: number) => void
}

const WARM_UP_MS = 3_000
const QUIET_MS = 2_000
/** Probes that one service carries at most: each has an address and accounts of its own. */
const PROBES = 30
const BACK_MS = 4_000

/** @returns everything that was tried, with all seeds */
export async function runSearch(options: SearchRunOptions): Promise<Tried[]> {
  const { seeds, searchMs, onTried } = options
  const probes = createProbes(options)
  const tried: Tried[] = []
  try {
    for (const seed of seeds) {
      const startedAt = performance.now()
      const progress = () => (performance.now() - startedAt) / searchMs
      tried.push(...(await search({ seed, progress, measure: probes.measure, onTried: (one) => onTried(one, seed) })))
    }
  } finally {
    await probes.close()
  }
  return tried
}

function createProbes({ probeMs, ...sceneOptions }: SearchRunOptions) {
  let scene: Scene | undefined
  let quiet: Quiet
  /** The quietest of all quiet runs, because the machine does not stall on purpose. */
  let calm: Quiet['served'] | undefined
  let left = 0

  const close = async (): Promise<void> => {
    await scene?.close()
    scene = undefined
  }

  async function measure(point: Point): Promise<Measured> {
    if (left === 0) await close()
    if (!scene) {
      scene = await openScene(PROBES, sceneOptions)
      await sleep(WARM_UP_MS)
      quiet = await measureQuiet(scene, QUIET_MS)
      if (!calm || quiet.served.verify.p99 < calm.verify.p99) calm = quiet.served
      quiet = { ...quiet, served: calm }
      left = PROBES
    }
    left--
    const measured = await measureAttack(scene, quiet, {
      attack: nameOf(point),
      attackMs: probeMs,
      back: { ...FULL, backMs: BACK_MS },
      graceMs: BACK_MS,
    })
    const { outcome } = measured
    if (outcome.kind === 'carried out') {
      const { answersAfter, descriptors, memory, held } = outcome
      if (answersAfter && descriptors.backMs !== undefined && memory.backMs !== undefined)
        quiet = { ...quiet, held: held.after }
      else await close()
    }
    return measured
  }

  return { measure, close }
}
