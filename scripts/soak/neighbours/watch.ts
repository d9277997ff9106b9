// Watches the descriptors and the memory of the processes under attack.
import { setTimeout as sleep } from 'node:timers/promises'
import { descriptorsIn, memoryOf } from './figures.js'
import type { Scene } from './scene.js'

const POLL_MS = 100
/** A forced garbage collection stops the process for some time. */
const COLLECT_EVERY_MS = 1_000

/** Samples the descriptors and memory of processes. @returns a function that stops sampling and returns the maxima */
export function watchMost(pids: readonly number[]) {
  let descriptors = 0
  let memory = 0
  const sample = () => {
    descriptors = Math.max(descriptors, descriptorsIn(pids))
    memory = Math.max(memory, memoryOf(pids))
  }
  const timer = setInterval(sample, POLL_MS)
  sample()
  return () => {
    clearInterval(timer)
    sample()
    return { descriptors, memory }
  }
}

interface Recovered {
  /** Time until the descriptors, and the memory, were back; undefined on a timeout. */
  readonly descriptorsMs: number | undefined
  readonly memoryMs: number | undefined
  readonly held: number
}

/** Waits until a service holds no more than these limits. */
export async function untilBack(
  { pids, held }: Scene,
  limits: { readonly descriptors: number; readonly memory: number; readonly held: number },
  withinMs: number,
): Promise<Recovered> {
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  let descriptorsMs: number | undefined
  let memoryMs: number | undefined
  let bytes = Number.POSITIVE_INFINITY
  let collectedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    if (descriptorsMs === undefined && descriptorsIn(pids) <= limits.descriptors) descriptorsMs = elapsed()
    if (memoryMs === undefined && elapsed() - collectedAt >= COLLECT_EVERY_MS) {
      collectedAt = elapsed()
      bytes = (await held(Math.max(COLLECT_EVERY_MS, withinMs - elapsed()))) ?? bytes
      if (bytes <= limits.held && memoryOf(pids) <= limits.memory) memoryMs = elapsed()
    }
    const isBack = descriptorsMs !== undefined && memoryMs !== undefined
    if (isBack || elapsed() >= withinMs) return { descriptorsMs, memoryMs, held: bytes }
    await sleep(POLL_MS)
  }
}
