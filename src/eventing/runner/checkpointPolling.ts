import { pause } from '../../kernel/concurrency/pause.js'
import type { CheckpointWaiters } from '../checkpointWaiters.js'
import type { Generations } from '../generations.js'
import { type Model, serveIfCaughtUp } from '../model.js'

/** Milliseconds between two polls. */
const POLL_INTERVAL_MS = 100
/** Milliseconds between two polls while a caller waits. */
const WAITING_POLL_INTERVAL_MS = 15

interface CheckpointPollingDependencies {
  readonly generations: Pick<Generations, 'refreshCheckpoints'>
  readonly models: ReadonlyMap<string, Model>
  readonly waiters: CheckpointWaiters
}

export type CheckpointPolling = ReturnType<typeof createCheckpointPolling>

/** Polls the checkpoints that other processes reach. */
export function createCheckpointPolling({ generations, models, waiters }: CheckpointPollingDependencies) {
  async function poll(): Promise<void> {
    await generations.refreshCheckpoints([...models.values()].flatMap(({ serving, folding }) => [serving, folding]))
    for (const model of models.values()) serveIfCaughtUp(model)
    waiters.wake()
  }

  return {
    /** Polls once. */
    poll,
    /** Polls until the signal aborts, except while this process folds. */
    async run(signal: AbortSignal, isLeading: () => boolean): Promise<void> {
      for (let failures = 0; !signal.aborted; ) {
        await waiters.pause(POLL_INTERVAL_MS)
        await pause(WAITING_POLL_INTERVAL_MS, signal)
        if (isLeading() || signal.aborted) continue
        try {
          await poll()
          failures = 0
        } catch (error) {
          // A single failure may be a broken connection.
          if (++failures > 1) waiters.rejectAll(error as Error)
        }
      }
    },
  }
}
