import type { JobHandler } from '../kernel/ports/jobs.js'

export const SWEEP = 'sweep'

const EVERY_MS = 30_000
/** A look that is so late waits for a clock that was set back, or was lost itself. */
const LATE_MS = 15_000

export interface Sweep {
  /** Looks for what was lost on its way. One that fails does not keep the others from looking. */
  readonly look: JobHandler
  stop(): void
}

/**
 * Looks twice a minute. The job's time is the wall clock's; a process that has looked sees to it by its own stopwatch
 * that the next look comes.
 * @param askAgain has the job be due now
 */
export function createSweep(
  sweeps: readonly (() => Promise<void>)[],
  askAgain: () => Promise<void>,
  { everyMs, lateMs } = { everyMs: EVERY_MS, lateMs: LATE_MS },
): Sweep {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function watch(): void {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(
      () =>
        void askAgain()
          .catch(() => {})
          .finally(watch),
      everyMs + lateMs,
    ).unref()
  }

  return {
    async look() {
      watch()
      const looked = await Promise.allSettled(sweeps.map((sweep) => sweep()))
      const failed = looked.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
      return { again: Date.now() + everyMs }
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
