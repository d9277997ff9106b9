// Observes for how long a process is not ready.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceProcess } from '../../../testbed/service/process.js'

const PROBE_EVERY_MS = 200

interface Probe {
  /** `performance.now()` when the response arrived. */
  readonly at: number
  readonly isReady: boolean
}

/** A period without a successful probe, in `performance.now()` milliseconds. */
export interface Gap {
  readonly from: number
  readonly to: number
}

export interface Probes {
  readonly member: ServiceProcess
  /** Number of probes. */
  count(): number
  /** Periods of failed probes, each from the last success to the next one. */
  gaps(): Gap[]
  /** Resolves after the last probe. */
  stop(): Promise<void>
}

/** Repeatedly asks a process whether it is ready, which makes it query every store. */
export function startProbes(member: ServiceProcess): Probes {
  const probes: Probe[] = []
  let stopped = false

  async function run(): Promise<void> {
    while (!stopped) {
      const status = await member.request('GET', '/health/ready', { key: '' }).then(
        (answer) => answer.status,
        () => 0,
      )
      probes.push({ at: performance.now(), isReady: status === 200 })
      await sleep(PROBE_EVERY_MS)
    }
  }

  const running = run()
  return {
    member,
    count: () => probes.length,
    gaps: () => gapsOf(probes),
    async stop() {
      stopped = true
      await running
    },
  }
}

function gapsOf(probes: readonly Probe[]): Gap[] {
  const gaps: Gap[] = []
  let lastReadyAt = probes[0]?.at ?? 0
  let isFailing = false
  for (const { at, isReady } of probes) {
    if (isReady && isFailing) gaps.push({ from: lastReadyAt, to: at })
    if (isReady) lastReadyAt = at
    isFailing = !isReady
  }
  if (isFailing) gaps.push({ from: lastReadyAt, to: Number.POSITIVE_INFINITY })
  return gaps
}
