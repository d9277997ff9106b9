// Schedules the next batches of an account when something has changed, and again if that fails.
import type { Eventing } from '../../eventing/eventing.js'
import { createRetries } from '../../kernel/concurrency/retries.js'
import type { Log } from '../../kernel/log.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { batches } from './projections/batches.js'
import type { ScheduleOldestBatches } from './scheduleOldestBatches.js'

/** How long one retry waits for the read model. */
const CATCH_UP_MS = 30_000

/**
 * Schedules the next batches of accounts after a change. Without retries, an account whose scheduling failed would wait
 * for two sweeps, up to a minute.
 */
export interface Scheduling {
  /**
   * Waits until queries see a position, and schedules the account's oldest open batches. If that takes too long or
   * fails, it is retried in the background.
   * @param models read models that the caller queries next, besides batches
   * @throws StoreUnavailable
   */
  scheduleNext(account: string, position: Position, models?: readonly string[]): Promise<void>
  /** Schedules the account's oldest open batches in the background, as soon as the stores respond. */
  scheduleLater(account: string): void
  /** Ends the retries. */
  stop(): Promise<void>
}

interface SchedulingDependencies {
  readonly eventing: Eventing
  readonly scheduleOldestBatches: ScheduleOldestBatches
  readonly log: Log
}

export function createScheduling({ eventing, scheduleOldestBatches, log }: SchedulingDependencies): Scheduling {
  const retries = createRetries<undefined>({
    async attempt(accounts, answered, signal) {
      const head = await eventing.head()
      if (!(await eventing.waitForPosition(head, [batches.name], CATCH_UP_MS))) return
      for (const account of accounts.keys()) {
        if (signal.aborted) return
        await scheduleOldestBatches(account)
        answered(account)
      }
    },
    onError(error) {
      // A store that does not respond is reported by those who need a response from it.
      if (!(error instanceof StoreUnavailable)) log.warn({ error }, 'batches could not be scheduled; retrying')
    },
  })
  const scheduleLater = (account: string): void => retries.add(account, undefined)

  return {
    async scheduleNext(account, position, models = []) {
      try {
        const visible = await eventing.waitForPosition(position, [batches.name, ...models])
        await scheduleOldestBatches(account)
        if (!visible) scheduleLater(account)
      } catch (error) {
        scheduleLater(account)
        throw error
      }
    },
    scheduleLater,
    async stop() {
      await retries.stop()
    },
  }
}
