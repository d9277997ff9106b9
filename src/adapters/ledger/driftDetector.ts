// Detects quota counters that are too high because a process died.
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../kernel/entryLimit.js'
import type { Prime } from '../../kernel/ports/ledger.js'

/** Maximum number of counters that a process observes; an evicted one is observed from the start again. */
const MAX_OBSERVED = 10_000

/** State of a stored counter; `version` changes with every write. */
export interface CounterState {
  readonly _id: string
  readonly used: number
  readonly version: number
}

/** A counter that refused an amount. */
interface Observation {
  readonly version: number
  /** Monotonic time; wall clocks of different processes are not compared. */
  readonly since: number
  /** Usage according to the log when the observation started; undefined in the first idle period. */
  readonly logged?: number
}

interface DriftDetectorOptions {
  /** Longer than any amount stays in flight. */
  readonly idleMs: number
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number
}

/**
 * Detects counters that are too high because a process died with amounts in flight. This matters only at the limit, and
 * a counter at its limit becomes idle, because refused amounts do not change it. After one idle period nothing is in
 * flight: every amount is in the log or lost. During a second one the log could only change through releases of
 * batches; if it did not, no process is about to give back what the log already shows as released.
 */
export function createDriftDetector({ idleMs, monotonicNow }: DriftDetectorOptions) {
  const observed = new LRUCache<string, Observation>(entryLimit(MAX_OBSERVED))

  return {
    /**
     * To be called whenever a counter refuses an amount.
     * @returns the usage according to the log, once the counter has been idle for two periods with the same wrong value
     */
    async correctedUsage({ _id, version, used }: CounterState, prime: Prime): Promise<number | undefined> {
      const observation = observed.get(_id)
      if (observation?.version !== version) {
        observed.set(_id, { version, since: monotonicNow() })
        return undefined
      }
      if (monotonicNow() - observation.since < idleMs) return undefined
      const logged = await prime()
      if (observation.logged !== logged || logged === used) {
        observed.set(_id, { version, since: monotonicNow(), logged })
        return undefined
      }
      observed.delete(_id)
      return logged
    },
  }
}
