import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceProcess } from '../../../testbed/service/process.js'

/** Maximum recovery time after a fault. */
const HEALTHY_MS = 10_000
const TIMEOUT_MS = 60_000
const POLL_MS = 50

interface Recovery {
  /** Time until /health/ready of the last process responded with 200. */
  readonly healthyMs: number
  /** @param slackMs what a slow machine may add to ten seconds */
  problems(slackMs?: number): string[]
}

/** Waits until every process is ready; it is a problem if that takes longer than ten seconds. */
export async function untilHealthy(members: readonly ServiceProcess[]): Promise<Recovery> {
  const startedAt = performance.now()
  for (const member of members) {
    while ((await readinessOf(member)) !== 200 && performance.now() - startedAt < TIMEOUT_MS) await sleep(POLL_MS)
  }
  const healthyMs = Math.round(performance.now() - startedAt)
  return {
    healthyMs,
    problems: (slackMs = 0) =>
      healthyMs > HEALTHY_MS + slackMs ? [`the service was not healthy until ${healthyMs} ms after the fault`] : [],
  }
}

const readinessOf = async (member: ServiceProcess): Promise<number> =>
  (await member.request('GET', '/health/ready', { key: '' })).status
