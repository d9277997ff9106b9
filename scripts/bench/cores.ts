import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'

const hasTaskset = (() => {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The measured process has the first core to itself; the measuring process uses another. */
export const canPin = hasTaskset && availableParallelism() > 1

/** Command prefix of a measured process. */
export const onFirstCore: readonly string[] = canPin ? ['taskset', '-c', '0'] : []

/** Command prefix that keeps a process off the first core. */
export const onOtherCores: readonly string[] = canPin ? ['taskset', '-c', `1-${cpus().length - 1}`] : []

/** Command prefix of a process that may use all cores. */
export const onAllCores: readonly string[] = canPin ? ['taskset', '-c', `0-${cpus().length - 1}`] : []

/** Moves this process, with all of its threads, off the first core. */
export function leaveFirstCore(): void {
  if (canPin) execFileSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)], { stdio: 'ignore' })
}

export const pinning = canPin
  ? 'measured on core 0, load from core 1'
  : 'NOT pinned (no taskset, or one core): figures mix both sides'
