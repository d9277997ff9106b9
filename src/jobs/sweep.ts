import type { JobHandler } from '../kernel/ports/jobs.js'

export const SWEEP = 'sweep'

const EVERY_MS = 30_000

/** Looks, twice a minute, for what was lost on its way. One that fails does not keep the others from looking. */
export const createSweep =
  (sweeps: readonly (() => Promise<void>)[]): JobHandler =>
  async () => {
    const looked = await Promise.allSettled(sweeps.map((sweep) => sweep()))
    const failed = looked.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    return { again: Date.now() + EVERY_MS }
  }
