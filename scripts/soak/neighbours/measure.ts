// Measures the service without an attack, and under one.
import { setTimeout as sleep } from 'node:timers/promises'
import { startAttacker } from './attacker.js'
import { heldAfter, pointsOf } from './attacks/index.js'
import { cpuOf, descriptorsIn, diskOf, lagOf, memoryOf } from './figures.js'
import type { Marks } from './marks.js'
import type { CarriedOut, Measured } from './measured.js'
import type { Served } from './others/protocol.js'
import { startOwner } from './owner.js'
import { isPublished } from './point/point.js'
import type { Scene } from './scene.js'
import { untilBack, watchMost } from './watch.js'

export interface Quiet {
  readonly served: Served
  readonly descriptors: number
  readonly memory: number
  readonly held: number
  readonly cpu: number
  readonly diskPerSecond: number
}

type Back = Pick<Marks, 'backMs' | 'descriptorsSlack' | 'heldSlack' | 'memorySlack'>

export async function measureQuiet({ pids, directory, others, held }: Scene, quietMs: number): Promise<Quiet> {
  const heldBefore = (await held()) ?? 0
  await others.nextPhase()
  const [disk, cpu] = [diskOf(directory), cpuOf(pids)]
  const most = watchMost(pids)
  await sleep(quietMs)
  const [diskAfter, cpuAfter] = [diskOf(directory), cpuOf(pids)]
  const served = await others.nextPhase()
  return {
    served,
    ...most(),
    held: heldBefore,
    cpu: ((cpuAfter - cpu) / quietMs) * 1_000,
    diskPerSecond: ((diskAfter - disk) / quietMs) * 1_000,
  }
}

/** @param scene must have an attacker left */
export async function measureAttack(
  scene: Scene,
  quiet: Quiet,
  options: {
    readonly attack: string
    readonly attackMs: number
    readonly back: Back
    /** Time for responses that are late at the end. */
    readonly graceMs?: number
  },
): Promise<Measured> {
  const { attack, attackMs, back, graceMs } = options
  const { pids, url, metricsUrl, directory, others } = scene
  const order = { attack, url, ...scene.nextAttacker()! }
  const attacker = await startAttacker(order, scene.attackerPrefix).catch((error: Error) => error.message)
  if (typeof attacker === 'string') return { attack, outcome: { kind: 'not carried out', why: attacker } }
  try {
    await others.nextPhase()
    const before = { descriptors: Math.max(quiet.descriptors, descriptorsIn(pids)), memory: memoryOf(pids) }
    const [disk, cpu, began] = [diskOf(directory), cpuOf(pids), performance.now()]
    await lagOf(metricsUrl)
    const most = watchMost(pids)
    const endOwner = pointsOf(attack).some(isPublished) ? startOwner(url, order.paidKey) : undefined
    attacker.begin()
    await sleep(attackMs)
    attacker.end()
    const owner = await endOwner?.()
    const seconds = (performance.now() - began) / 1_000
    const cores = (cpuOf(pids) - cpu) / seconds
    const sent = attacker.sent()
    // The attacker stays alive (hanging receivers, open sockets) until all concurrent requests of others have ended.
    const [during, lag] = await Promise.all([others.nextPhase(graceMs), lagOf(metricsUrl)])
    const heldMost = (await scene.held()) ?? quiet.held
    if (!refusesToClose(attack)) await attacker.kill()
    const limits = {
      descriptors: before.descriptors + back.descriptorsSlack + heldAfter(attack),
      memory: before.memory + back.memorySlack,
      held: quiet.held + back.heldSlack,
    }
    const recovered = await untilBack(scene, limits, back.backMs)
    // Disk growth after running uploads have ended, without what others wrote meanwhile.
    const untilNow = (performance.now() - began) / 1_000
    const grown = diskOf(directory) - disk - quiet.diskPerSecond * untilNow
    const peak = most()
    const outcome: CarriedOut = {
      kind: 'carried out',
      tally: attacker.tally(),
      sent,
      seconds,
      quiet: quiet.served,
      during,
      owner,
      lag,
      answersAfter: await scene.answers(),
      descriptors: {
        before: before.descriptors,
        most: peak.descriptors,
        after: descriptorsIn(pids),
        backMs: recovered.descriptorsMs,
      },
      memory: { before: before.memory, most: peak.memory, after: memoryOf(pids), backMs: recovered.memoryMs },
      held: { before: quiet.held, most: heldMost, after: recovered.held },
      cpu: { quiet: quiet.cpu, during: cores },
      diskPerSecond: grown / seconds,
    }
    return { attack, outcome }
  } finally {
    await attacker.kill()
  }
}

/** Whether the attacker must stay alive while descriptors are counted: the service has refused its sockets, and must not keep them. */
const refusesToClose = (attack: string): boolean =>
  pointsOf(attack).some(({ target, completeness }) => target.startsWith('malformed:') && completeness === 'held')
