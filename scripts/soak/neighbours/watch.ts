import { setTimeout as sleep } from 'node:timers/promises'
import { descriptorsOf, memoryOf } from './figures.js'

const POLL_MS = 100

/** Samples the descriptors and memory of processes. @returns a function that stops sampling and returns the maxima */
export function watchMost(pids: readonly number[]) {
  let descriptors = 0
  let memory = 0
  const sample = () => {
    descriptors = Math.max(descriptors, descriptorsOf(pids))
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

/** Waits until processes have at most so many descriptors. @returns the time it took in ms; undefined on a timeout */
export async function untilDescriptors(
  pids: readonly number[],
  maximum: number,
  withinMs: number,
): Promise<number | undefined> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < withinMs) {
    if (descriptorsOf(pids) <= maximum) return performance.now() - startedAt
    await sleep(POLL_MS)
  }
  return undefined
}
