import { setTimeout as sleep } from 'node:timers/promises'
import { startAttacker } from './attacker.js'
import { attackOf } from './attacks/index.js'
import { descriptorsOf, diskOf, lagOf } from './figures.js'
import { DESCRIPTORS_SLACK, type Marks, problemsOf } from './marks.js'
import type { Measured } from './measured.js'
import type { Served } from './others/protocol.js'
import { openScene, type Scene } from './scene.js'
import { untilDescriptors, watchMost } from './watch.js'

export interface NeighboursOptions {
  readonly attacks: readonly string[]
  readonly attackMs: number
  /** Without any attack, before each. */
  readonly quietMs: number
  /** One service for all attacks, unless one of them stops it; else each has a new one. */
  readonly shared: boolean
  /** Shape 2 on this MongoDB; without it, shape 1. */
  readonly mongo: string | undefined
  readonly marks: Marks
  readonly onMeasured?: (measured: Measured) => void
}

export interface NeighboursReport {
  readonly measured: readonly Measured[]
  /** Empty when nobody was hurt. */
  readonly problems: readonly string[]
}

/** The service is asked at full rate for so long before anything is measured: code that runs for the first time is slow. */
const WARM_UP_MS = 3_000
/** Others' sockets that waited are closed, and what they wrote is folded. */
const SETTLE_MS = 500

interface Quiet {
  readonly served: Served
  readonly descriptors: number
  readonly memory: number
  readonly diskPerSecond: number
}

/** Carries out attacks, one after the other, while others go on as always. */
export async function runNeighbours(options: NeighboursOptions): Promise<NeighboursReport> {
  const { attacks, shared, mongo, marks, onMeasured = () => {} } = options
  const measured: Measured[] = []
  let scene: Scene | undefined
  try {
    for (const [at, name] of attacks.entries()) {
      if (!scene) {
        scene = await openScene({ attacks: shared ? attacks.slice(at) : [name], mongo })
        await sleep(WARM_UP_MS)
      }
      const one = await measure(scene, name, `127.0.1.${at + 1}`, options)
      measured.push(one)
      onMeasured(one)
      const isSound = one.outcome.kind === 'carried out' && one.outcome.answersAfter
      if (shared && isSound) continue
      await scene.close()
      scene = undefined
    }
  } finally {
    await scene?.close()
  }
  return { measured, problems: measured.flatMap((one) => problemsOf(one, marks)) }
}

async function measure(scene: Scene, name: string, source: string, options: NeighboursOptions): Promise<Measured> {
  const { attackMs, quietMs, marks } = options
  const { pids, url, metricsUrl, directory, others } = scene
  const attack = attackOf(name)
  const { summary, keepsSockets = false } = attack
  const quiet = await measureQuiet(scene, quietMs)
  const attacker = await startAttacker({ attack: name, url, source, ...scene.attackers.get(name)! }).catch(
    (error: Error) => error.message,
  )
  if (typeof attacker === 'string') return { name, summary, outcome: { kind: 'not carried out', why: attacker } }
  try {
    await others.nextPhase()
    const disk = diskOf(directory)
    await lagOf(metricsUrl)
    const most = watchMost(pids)
    attacker.begin()
    await sleep(attackMs)
    const grown = diskOf(directory) - disk
    attacker.end()
    if (!keepsSockets) await attacker.kill()
    const ended = performance.now()
    const [during, lag, backMs] = await Promise.all([
      others.nextPhase(),
      lagOf(metricsUrl),
      untilDescriptors(pids, quiet.descriptors + DESCRIPTORS_SLACK, marks.descriptorsBackMs),
    ])
    const { descriptors, memory } = most()
    const answersAfter = await scene.answers()
    if (backMs === undefined) await sleep(Math.max(0, marks.descriptorsBackMs - (performance.now() - ended)))
    const outcome = {
      kind: 'carried out' as const,
      tally: attacker.tally(),
      quiet: quiet.served,
      during,
      lag,
      answersAfter,
      descriptors: { quiet: quiet.descriptors, most: descriptors, after: descriptorsOf(pids), backMs },
      memory: { quiet: quiet.memory, most: memory },
      diskPerSecond: (grown / attackMs) * 1_000 - quiet.diskPerSecond,
    }
    return { name, summary, outcome }
  } finally {
    await attacker.kill()
  }
}

async function measureQuiet({ pids, directory, others }: Scene, quietMs: number): Promise<Quiet> {
  await sleep(SETTLE_MS)
  await others.nextPhase()
  const disk = diskOf(directory)
  const most = watchMost(pids)
  await sleep(quietMs)
  const served = await others.nextPhase()
  const diskPerSecond = ((diskOf(directory) - disk) / quietMs) * 1_000
  return { served, ...most(), diskPerSecond }
}
