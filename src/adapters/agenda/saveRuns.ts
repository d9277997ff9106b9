// Saves starts and ends of jobs: an end is retried while the store fails, a start that cannot be saved gives up its claim.
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobRepository, JobRepositoryOptions } from 'agenda'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { AbandonedClaims } from './abandonedClaims.js'
import { type ClaimedJob, claimOf, type HeldClaims } from './heldClaims.js'

const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 1_000

interface SaveRunsOptions {
  readonly repository: Pick<JobRepository, 'saveJobState'>
  readonly held: HeldClaims
  readonly abandoned: AbandonedClaims
  /** Lifetime of a lock that is not renewed, in milliseconds. */
  readonly lockMs: number
  /** Aborting it ends the retries. */
  readonly signal: AbortSignal
}

/** Saves the state of runs, and gives up their claims where that is needed. */
export function createSaveRuns({ repository, held, abandoned, lockMs, signal }: SaveRunsOptions) {
  return {
    /** Saves the start of a run, or its progress. */
    async saveRun(job: ClaimedJob, options?: JobRepositoryOptions): Promise<void> {
      try {
        await repository.saveJobState(job, options)
        held.started(job)
      } catch (error) {
        // A run whose start cannot be saved does not start.
        if (held.isWaiting(job)) {
          held.forget(job)
          if (error instanceof StoreUnavailable) abandoned.add(claimOf(job))
        }
        throw error
      }
    },

    /**
     * Saves the end of a run, and retries until the lock would have expired. The save is fenced, and therefore idempotent:
     * once it is applied, or another process has taken the job over, it is rejected.
     */
    async saveEnd(job: ClaimedJob, options?: JobRepositoryOptions): Promise<void> {
      try {
        await retryWhileUnavailable(() => repository.saveJobState(job, options), lockMs, signal)
      } catch (error) {
        if (error instanceof StoreUnavailable) abandoned.add(claimOf(job))
        throw error
      } finally {
        held.forget(job)
      }
    },
  }
}

/** Retries with back-off while the store is unavailable, for `maxMs` or until the signal aborts. */
async function retryWhileUnavailable(work: () => Promise<void>, maxMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + maxMs
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      const isLast = signal.aborted || performance.now() + delayMs >= until
      if (!(error instanceof StoreUnavailable) || isLast) throw error
    }
    await sleep(delayMs, undefined, { signal }).catch(() => {})
  }
}
