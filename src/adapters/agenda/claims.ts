import { setTimeout as sleep } from 'node:timers/promises'
import type { AgendaBackend, JobRepository, JobRepositoryOptions } from 'agenda'
import { newId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { createAbandonedClaims } from './abandonedClaims.js'
import type { FencedAgendaBackend } from './fencedBackend.js'
import { type ClaimedJob, createHeldClaims, type HeldClaimsOptions, tokenOf } from './heldClaims.js'
import type { ClaimOptions } from './tenant.js'

export interface Claims {
  /** The backend to hand to Agenda. */
  readonly backend: AgendaBackend
  /** Time of the last poll for due jobs, in milliseconds since the epoch; 0 before the first. */
  polledAt(): number
  /** Stops claiming, and releases all held claims: those jobs are due again, in this process or another. */
  release(): Promise<void>
}

export interface ClaimsOptions extends HeldClaimsOptions {
  /** Lifetime of a lock that is not renewed, in milliseconds. */
  readonly lockMs: number
  readonly log: Log
}

const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 1_000

/**
 * Wraps Agenda's backend: tracks which jobs this process holds, limits each tenant to its fair share, and retries what
 * would otherwise leave a job locked until its lock expires. Agenda itself loses track of a job that it claims while
 * stopping, and of runs that it no longer waits for, and ignores it when the end of a run cannot be saved.
 */
export function trackClaims({ name, repository }: FencedAgendaBackend, options: ClaimsOptions): Claims {
  const { lockMs, slots, log } = options
  const held = createHeldClaims(options)
  const abandoned = createAbandonedClaims({ repository, lockMs, log })
  /** Claims and saves that the backend has not answered: it must not be closed before that. */
  const pending = new Set<Promise<unknown>>()
  const closing = new AbortController()
  let polledAt = 0

  const abandon = (job: ClaimedJob): void => abandoned.add({ name: job.name, token: tokenOf(job) })

  async function releaseClaim(job: ClaimedJob): Promise<void> {
    held.forget(job)
    // Agenda does not wait for this.
    await repository.unlockJob(job).catch((error: unknown) => {
      log.warn({ job: job.name, error }, 'could not unlock a job; it is retried')
      abandon(job)
    })
  }

  async function claim(name: string, nextScanAt: Date, now?: Date, options?: JobRepositoryOptions) {
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

  /** Saves the start of a run, or its progress. */
  async function saveRun(job: ClaimedJob, options?: JobRepositoryOptions): Promise<void> {
    try {
      await repository.saveJobState(job, options)
      held.started(job)
    } catch (error) {
      // A run whose start cannot be saved does not start.
      if (held.isWaiting(job)) {
        held.forget(job)
        if (error instanceof StoreUnavailable) abandon(job)
      }
      throw error
    }
  }

  /**
   * Saves the end of a run, and retries until the lock would have expired. The save is fenced, and therefore idempotent:
   * once it is applied, or another process has taken the job over, it is rejected.
   */
  async function saveEnd(job: ClaimedJob, options?: JobRepositoryOptions): Promise<void> {
    try {
      await retryWhileUnavailable(() => repository.saveJobState(job, options), lockMs, closing.signal)
    } catch (error) {
      if (error instanceof StoreUnavailable) abandon(job)
      throw error
    } finally {
      held.forget(job)
    }
  }

  /** Tracks a call until it is answered, even if Agenda does not wait for it. */
  function track<T>(call: Promise<T>): Promise<T> {
    const settled = call.catch(() => {}).finally(() => pending.delete(settled))
    pending.add(settled)
    return call
  }

  const claimNext: JobRepository['getNextJobToRun'] = async (name, nextScanAt, _lockDeadline, now, options) => {
    while (!closing.signal.aborted) {
      if (!slots.anyFree(name) || held.isPaused(name)) return undefined
      const job: ClaimedJob | undefined = await claim(name, nextScanAt, now, options)
      polledAt = Date.now()
      if (!job) return undefined
      if (held.add(job) && !closing.signal.aborted) return job
      // Concurrent claims have used up the tenant's share.
      await releaseClaim(job)
    }
    return undefined
  }

  const claiming: Partial<JobRepository> = {
    getNextJobToRun: (...args) => track(claimNext(...args)),
    saveJobState: (job: ClaimedJob, options) => track(job.lockedAt ? saveRun(job, options) : saveEnd(job, options)),
    unlockJob: releaseClaim,
  }

  return {
    // Already connected: Agenda would not notice a failure.
    backend: { name, repository: overlay(repository, claiming), connect: async () => {}, disconnect: async () => {} },
    polledAt: () => polledAt,
    async release() {
      closing.abort()
      await Promise.all(pending)
      await Promise.all(held.jobs().map(releaseClaim))
      await abandoned.close()
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

/** A view of an object in which some methods are replaced; the object may be an instance of a class. */
const overlay = <T extends object>(target: T, members: Partial<T>): T =>
  new Proxy(target, {
    get(_, member) {
      const value: unknown = members[member as keyof T] ?? target[member as keyof T]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
