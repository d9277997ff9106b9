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

/** What is measured has the first core to itself; whatever measures it has another. */
export const canPin = hasTaskset && availableParallelism() > 1

/** Words before a command that is measured. */
export const onFirstCore: readonly string[] = canPin ? ['taskset', '-c', '0'] : []

/** Words before a command that keeps off the first core: whatever stands beside what is measured. */
export const onOtherCores: readonly string[] = canPin ? ['taskset', '-c', `1-${cpus().length - 1}`] : []

/** Words before a command that may use all of them, wherever the process that gives it is. */
export const onAllCores: readonly string[] = canPin ? ['taskset', '-c', `0-${cpus().length - 1}`] : []

/** Moves this process, with all of its threads, off the first core. */
export function leaveFirstCore(): void {
  if (canPin) execFileSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)], { stdio: 'ignore' })
}

export const pinning = canPin
  ? 'measured on core 0, load from core 1'
  : 'NOT pinned (no taskset, or one core): figures mix both sides'
