import { setTimeout as sleep } from 'node:timers/promises'
import type { Eventing } from '../../eventing/eventing.js'
import type { Log } from '../../kernel/log.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { batches } from './projections/batches.js'
import type { ScheduleOldestBatches } from './scheduleOldestBatches.js'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 1_000
/** How long one retry waits for the read model. */
const CATCH_UP_MS = 30_000
/** A request whose response was lost may still be executed this long after the stores respond to others again. */
const LATE_MS = 2_000

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

/** An account whose batches may not have been scheduled. */
interface Unscheduled {
  /** Start of the first retry to which the stores responded. */
  respondedMs?: number
}

export function createScheduling({ eventing, scheduleOldestBatches, log }: SchedulingDependencies): Scheduling {
  const pending = new Map<string, Unscheduled>()
  const stopping = new AbortController()
  const { signal } = stopping
  let retrying: Promise<void> | undefined

  /** One attempt for all accounts. @throws StoreUnavailable */
  async function scheduleAll(): Promise<void> {
    const startedMs = performance.now()
    const accounts = [...pending]
    const head = await eventing.head()
    if (!(await eventing.waitForPosition(head, [batches.name], CATCH_UP_MS))) return
    for (const [account, unscheduled] of accounts) {
      if (signal.aborted) return
      await scheduleOldestBatches(account)
      unscheduled.respondedMs ??= startedMs
      const isDone = startedMs - unscheduled.respondedMs >= LATE_MS
      if (isDone && pending.get(account) === unscheduled) pending.delete(account)
    }
  }

  async function retry(): Promise<void> {
    for (let delayMs = FIRST_RETRY_MS; pending.size > 0; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await scheduleAll().catch((error: unknown) => {
        // A store that does not respond is reported by those who need a response from it.
        if (!(error instanceof StoreUnavailable)) log.warn({ error }, 'batches could not be scheduled; retrying')
      })
    }
  }

  function scheduleLater(account: string): void {
    if (signal.aborted) return
    pending.set(account, {})
    retrying ??= retry().finally(() => {
      retrying = undefined
    })
  }

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
      stopping.abort()
      await retrying
    },
  }
}
