import { setTimeout as sleep } from 'node:timers/promises'
import { descriptorsOf, memoryOf } from './figures.js'

const EVERY_MS = 100

/** Tracks the maximum descriptors and memory of processes. */
export function watchMost(pids: readonly number[]) {
  let descriptors = 0
  let memory = 0
  const look = () => {
    descriptors = Math.max(descriptors, descriptorsOf(pids))
    memory = Math.max(memory, memoryOf(pids))
  }
  const timer = setInterval(look, EVERY_MS)
  look()
  return () => {
    clearInterval(timer)
    look()
    return { descriptors, memory }
  }
}

/** Waits until processes have no more descriptors than that. @returns how long it took; undefined when it was too long */
export async function untilDescriptors(
  pids: readonly number[],
  most: number,
  withinMs: number,
): Promise<number | undefined> {
  const began = performance.now()
  while (performance.now() - began < withinMs) {
    if (descriptorsOf(pids) <= most) return performance.now() - began
    await sleep(EVERY_MS)
  }
  return undefined
}
