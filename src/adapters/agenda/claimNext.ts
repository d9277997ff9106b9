import type { JobRepository, JobRepositoryOptions } from 'agenda'
import { newId } from '../../kernel/ids.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { AbandonedClaims } from './abandonedClaims.js'
import type { ClaimedJob, HeldClaims } from './heldClaims.js'
import type { Slots } from './slots.js'
import type { ClaimOptions } from './tenant.js'

interface ClaimNextOptions {
  readonly repository: Pick<JobRepository, 'getNextJobToRun'>
  readonly slots: Pick<Slots, 'anyFree' | 'turn'>
  readonly held: HeldClaims
  readonly abandoned: AbandonedClaims
  /** Lifetime of a lock that is not renewed, in milliseconds. */
  readonly lockMs: number
  /** Aborting it ends the claiming. */
  readonly signal: AbortSignal
  /** Unlocks a claimed job; never rejects. */
  readonly releaseClaim: (job: ClaimedJob) => Promise<void>
  /** Called after each poll. */
  readonly onPoll: () => void
}

/** Claims the next due job that its tenant has a free slot for. */
export function createClaimNext(dependencies: ClaimNextOptions): JobRepository['getNextJobToRun'] {
  const { repository, slots, held, abandoned, lockMs, signal, releaseClaim, onPoll } = dependencies

  async function claim(
    name: string,
    nextScanAt: Date,
    now?: Date,
    options?: JobRepositoryOptions,
  ): Promise<ClaimedJob | undefined> {
    const lockDeadline = new Date(Date.now() - lockMs)
    const token = newId()
    const claimOptions: ClaimOptions = { ...options, claim: token, turn: slots.turn(name) }
    try {
      return await repository.getNextJobToRun(name, nextScanAt, lockDeadline, now, claimOptions)
    } catch (error) {
      // The store may have locked a job for this claim all the same.
      if (error instanceof StoreUnavailable) abandoned.add({ name, token })
      throw error
    }
  }

  return async (name, nextScanAt, _lockDeadline, now, options) => {
    while (!signal.aborted) {
      if (!slots.anyFree(name) || held.isPaused(name)) return undefined
      const job = await claim(name, nextScanAt, now, options)
      onPoll()
      if (!job) return undefined
      if (held.add(job) && !signal.aborted) return job
      // Concurrent claims have used up the tenant's share.
      await releaseClaim(job)
    }
    return undefined
  }
}
