import { setTimeout as sleep } from 'node:timers/promises'
import { startAttacker } from './attacker.js'
import { attackOf } from './attacks/index.js'
import { descriptorsOf, diskOf, lagOf } from './figures.js'
import { isSlow, type Marks, problemsOf } from './marks.js'
import type { Measured } from './measured.js'
import type { Served } from './others/protocol.js'
import { openScene, type Scene } from './scene.js'
import { untilDescriptors, watchMost } from './watch.js'

export interface NeighboursOptions {
  readonly attacks: readonly string[]
  readonly attackMs: number
  /** Duration without an attack after a service has started. */
  readonly quietMs: number
  /** Use one service for all attacks, replaced only if an attack stops it; otherwise each attack gets a new one. */
  readonly shared: boolean
  /** Shape 2 on this MongoDB; without it, shape 1. */
  readonly mongo: string | undefined
  readonly marks: Marks
  /** Runs of an attack whose first run was slow; the majority decides. */
  readonly runsIfSlow: number
  readonly onMeasured?: (measured: Measured) => void
}

export interface NeighboursReport {
  readonly measured: readonly Measured[]
  /** Empty if all limits were kept. */
  readonly problems: readonly string[]
}

/** Warm-up at full rate before anything is measured. */
const WARM_UP_MS = 3_000

interface Quiet {
  readonly served: Served
  readonly descriptors: number
  readonly memory: number
  readonly diskPerSecond: number
}

/** Runs the attacks one after the other while the other accounts keep using the service. */
export async function runNeighbours(options: NeighboursOptions): Promise<NeighboursReport> {
  const { attacks, shared, mongo, marks, runsIfSlow, onMeasured = () => {} } = options
  const measured: Measured[] = []
  const problems: string[] = []
  let scene: Scene | undefined
  let quiet: Quiet | undefined

  async function runOnce(at: number): Promise<Measured> {
    const name = attacks[at]!
    if (!scene || !quiet) {
      scene = await openScene({ attacks: shared ? attacks.slice(at) : [name], mongo })
      await sleep(WARM_UP_MS)
      quiet = await measureQuiet(scene, options.quietMs)
    }
    const one = await measure(scene, quiet, { ...options, name, source: `127.0.1.${at + 1}` })
    measured.push(one)
    onMeasured(one)
    const isSound = one.outcome.kind === 'carried out' && one.outcome.answersAfter
    if (shared && isSound) return one
    await scene.close()
    scene = undefined
    return one
  }

  try {
    for (const at of attacks.keys()) {
      const runs = [await runOnce(at)]
      while (isSlow(runs[0]!, marks) && runs.length < runsIfSlow) runs.push(await runOnce(at))
      problems.push(...problemsOf(runs, marks))
    }
  } finally {
    await scene?.close()
  }
  return { measured, problems }
}

interface AttackOptions extends NeighboursOptions {
  readonly name: string
  /** The attacker's address. */
  readonly source: string
}

async function measure(scene: Scene, quiet: Quiet, options: AttackOptions): Promise<Measured> {
  const { name, source, attackMs, marks } = options
  const { pids, url, metricsUrl, directory, others } = scene
  const attack = attackOf(name)
  const { summary, keepsSockets = false } = attack
  const attacker = await startAttacker({ attack: name, url, source, ...scene.attackers.get(name)! }).catch(
    (error: Error) => error.message,
  )
  if (typeof attacker === 'string') return { name, summary, outcome: { kind: 'not carried out', why: attacker } }
  try {
    await others.nextPhase()
    const before = Math.max(quiet.descriptors, descriptorsOf(pids))
    const disk = diskOf(directory)
    const began = performance.now()
    await lagOf(metricsUrl)
    const most = watchMost(pids)
    attacker.begin()
    await sleep(attackMs)
    attacker.end()
    // Keep the attacker alive (hanging receivers, open sockets) until all concurrent requests of others have ended.
    const [during, lag] = await Promise.all([others.nextPhase(), lagOf(metricsUrl)])
    if (!keepsSockets) await attacker.kill()
    const backMs = await untilDescriptors(pids, before + marks.descriptorsSlack, marks.descriptorsBackMs)
    const { descriptors, memory } = most()
    // Disk growth after running uploads have ended, without what others wrote meanwhile.
    const seconds = (performance.now() - began) / 1_000
    const grown = diskOf(directory) - disk - quiet.diskPerSecond * seconds
    const outcome = {
      kind: 'carried out' as const,
      tally: attacker.tally(),
      quiet: quiet.served,
      during,
      lag,
      answersAfter: await scene.answers(),
      descriptors: { before, most: descriptors, after: descriptorsOf(pids), backMs },
      memory: { quiet: quiet.memory, most: memory },
      diskPerSecond: (grown / attackMs) * 1_000,
    }
    return { name, summary, outcome }
  } finally {
    await attacker.kill()
  }
}

async function measureQuiet({ pids, directory, others }: Scene, quietMs: number): Promise<Quiet> {
  await others.nextPhase()
  const disk = diskOf(directory)
  const most = watchMost(pids)
  await sleep(quietMs)
  const served = await others.nextPhase()
  const diskPerSecond = ((diskOf(directory) - disk) / quietMs) * 1_000
  return { served, ...most(), diskPerSecond }
}
