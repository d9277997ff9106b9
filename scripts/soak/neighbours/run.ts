// Runs attacks one after the other, each several times beside quiet runs, while the other accounts use the service.
import { setTimeout as sleep } from 'node:timers/promises'
import { pointsOf } from './attacks/index.js'
import { type Marks, problemsOf } from './marks.js'
import { measureAttack, measureQuiet } from './measure.js'
import type { Measured } from './measured.js'
import { openScene, type Scene, type SceneOptions } from './scene.js'

export interface NeighboursOptions extends SceneOptions {
  readonly attacks: readonly string[]
  readonly attackMs: number
  /** Duration without an attack before each run. */
  readonly quietMs: number
  /** Runs of each attack. */
  readonly runs: number
  /** Use one service for all attacks, replaced only if an attack stops it; otherwise each attack gets a new one. */
  readonly shared: boolean
  readonly marks: Marks
  readonly onMeasured?: (measured: Measured) => void
}

export interface NeighboursReport {
  /** All runs, those of one attack together. */
  readonly measured: readonly (readonly Measured[])[]
  /** Empty if all limits were kept. */
  readonly problems: readonly string[]
  /** What limited the memory of the service; undefined without a limit. */
  readonly memory: string | undefined
}

/** Warm-up at full rate before anything is measured. */
const WARM_UP_MS = 3_000
/** What an attack holds open adds up, so that it lasts longer: 60 s at 100 Mbit/s are 750 MB. */
const HELD_TIMES = 2

const isHeld = (attack: string): boolean => pointsOf(attack).some(({ completeness }) => completeness === 'held')

export async function runNeighbours(options: NeighboursOptions): Promise<NeighboursReport> {
  const { attacks, attackMs, quietMs, runs, shared, marks, onMeasured = () => {} } = options
  let scene: Scene | undefined
  let memory: string | undefined

  async function runOnce(attack: string, left: number): Promise<Measured> {
    if (!scene) {
      scene = await openScene(left, options)
      memory = scene.memory
      await sleep(WARM_UP_MS)
    }
    const quiet = await measureQuiet(scene, quietMs)
    const one = await measureAttack(scene, quiet, {
      attack,
      attackMs: attackMs * (isHeld(attack) ? HELD_TIMES : 1),
      back: marks,
    })
    onMeasured(one)
    const { outcome } = one
    const isSound = outcome.kind === 'carried out' && outcome.answersAfter && outcome.memory.backMs !== undefined
    if (!isSound) await closeScene()
    return one
  }

  async function closeScene(): Promise<void> {
    await scene?.close()
    scene = undefined
  }

  const measured: Measured[][] = []
  try {
    for (const [at, attack] of attacks.entries()) {
      const own: Measured[] = []
      for (let run = 0; run < runs; run++) {
        const left = runs - run + (shared ? (attacks.length - at - 1) * runs : 0)
        own.push(await runOnce(attack, left))
      }
      measured.push(own)
      if (!shared) await closeScene()
    }
  } finally {
    await closeScene()
  }
  return { measured, problems: measured.flatMap((own) => problemsOf(own, marks)), memory }
}
