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

/** Whether the measured process can have the first core to itself, while the load generator uses another. */
const canPin = hasTaskset && availableParallelism() > 1

/** Command prefix that pins a measured process to the first core. */
export const onFirstCore: readonly string[] = canPin ? ['taskset', '-c', '0'] : []

/** Command prefix of a process that may use every core. */
export const onAllCores: readonly string[] = canPin ? ['taskset', '-c', `0-${cpus().length - 1}`] : []

/** Moves this process with all its threads to the second core. */
export function leaveFirstCore(): void {
  if (canPin) execFileSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)], { stdio: 'ignore' })
}

/** For the settings of a report. */
export const pinning = canPin
  ? 'measured process on core 0, load generator on core 1'
  : 'NONE (no taskset, or a single core): both sides compete for the CPU'
