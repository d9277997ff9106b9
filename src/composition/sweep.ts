import type { JobHandler } from '../kernel/ports/jobs.js'

export const SWEEP = 'sweep'

const INTERVAL_MS = 30_000
/** After this delay, a sweep counts as lost, or as waiting for a clock that was set back. */
const MAX_DELAY_MS = 15_000

interface Sweep {
  /** Runs every sweep; one that fails does not keep the others from running. */
  readonly look: JobHandler
  stop(): void
}

/**
 * A job that looks for lost work (batches, deliveries, expired records) twice a minute. The job is scheduled by the wall
 * clock; in addition, a process that has swept checks by its monotonic clock that the next sweep comes.
 * @param enqueueNow makes the job due now
 */
export function createSweep(
  sweeps: readonly (() => Promise<void>)[],
  enqueueNow: () => Promise<void>,
  { everyMs, lateMs } = { everyMs: INTERVAL_MS, lateMs: MAX_DELAY_MS },
): Sweep {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function restartTimer(): void {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(
      () =>
        void enqueueNow()
          .catch(() => {})
          .finally(restartTimer),
      everyMs + lateMs,
    ).unref()
  }

  return {
    async look() {
      restartTimer()
      const outcomes = await Promise.allSettled(sweeps.map((sweep) => sweep()))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      return { again: Date.now() + everyMs }
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
