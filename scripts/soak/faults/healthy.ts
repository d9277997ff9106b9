import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from './member.js'

/** Maximum recovery time after a fault. */
const HEALTHY_MS = 10_000
const GIVE_UP_MS = 60_000
const EVERY_MS = 50

export interface Recovery {
  /** Time until the last process responded with 200 at /health/ready. */
  readonly healthyMs: number
  readonly problems: readonly string[]
}

/** Waits until every process is ready, for ten seconds at most. */
export async function untilHealthy(members: readonly Member[]): Promise<Recovery> {
  const began = performance.now()
  for (const member of members) {
    while ((await readinessOf(member)) !== 200 && performance.now() - began < GIVE_UP_MS) await sleep(EVERY_MS)
  }
  const healthyMs = Math.round(performance.now() - began)
  return { healthyMs, problems: healthyMs > HEALTHY_MS ? [`healthy only ${healthyMs} ms after the fault ended`] : [] }
}

export const readinessOf = async (member: Member): Promise<number> =>
  (await member.ask('GET', '/health/ready', { key: '' })).status
