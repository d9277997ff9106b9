// Which jobs this process claims from Agenda's backend: a fair share per tenant, and none left locked by a failure.
import { setMaxListeners } from 'node:events'
import type { AgendaBackend, JobRepository } from 'agenda'
import type { Log } from '../../kernel/log.js'
import { createAbandonedClaims } from './abandonedClaims.js'
import { createClaimNext } from './claimNext.js'
import type { FencedAgendaBackend } from './fencedBackend.js'
import { type ClaimedJob, claimOf, createHeldClaims, type HeldClaimsOptions } from './heldClaims.js'
import { createSaveRuns } from './saveRuns.js'

export interface Claims {
  /** The backend to hand to Agenda. */
  readonly backend: AgendaBackend
  /** Time of the last poll for due jobs, in milliseconds since the epoch; 0 before the first. */
  polledAt(): number
  /** Stops claiming, and releases all held claims: those jobs are due again, in this process or another. */
  release(): Promise<void>
}

interface ClaimsOptions extends HeldClaimsOptions {
  /** Lifetime of a lock that is not renewed, in milliseconds. */
  readonly lockMs: number
  readonly log: Log
}

/**
 * Wraps Agenda's backend: tracks which jobs this process holds, limits each tenant to its fair share, and retries what
 * would otherwise leave a job locked until its lock expires. Agenda itself loses track of a job that it claims while
 * stopping, and of runs that it no longer waits for, and ignores it when the end of a run cannot be saved.
 */
export function trackClaims({ name, repository }: FencedAgendaBackend, options: ClaimsOptions): Claims {
  const { lockMs, slots, log } = options
  const held = createHeldClaims(options)
  const abandoned = createAbandonedClaims({ repository, lockMs, log })
  const closing = new AbortController()
  const { signal } = closing
  // One for each run whose end is being saved again.
  setMaxListeners(0, signal)
  const calls = createPendingCalls()
  let polledAt = 0
  const onPoll = () => {
    polledAt = Date.now()
  }

  async function releaseClaim(job: ClaimedJob): Promise<void> {
    held.forget(job)
    // Agenda does not wait for this.
    await repository.unlockJob(job).catch((error: unknown) => {
      log.warn({ job: job.name, error }, 'could not unlock a job; it is retried')
      abandoned.add(claimOf(job))
    })
  }

  const claimNext = createClaimNext({ repository, slots, held, abandoned, lockMs, signal, releaseClaim, onPoll })
  const { saveRun, saveEnd } = createSaveRuns({ repository, held, abandoned, lockMs, signal })
  const claiming: Partial<JobRepository> = {
    getNextJobToRun: (...args) => calls.track(claimNext(...args)),
    saveJobState: (job: ClaimedJob, options) =>
      calls.track(job.lockedAt ? saveRun(job, options) : saveEnd(job, options)),
    unlockJob: releaseClaim,
  }

  return {
    // Already connected: Agenda would not notice a failure.
    backend: { name, repository: overlay(repository, claiming), connect: async () => {}, disconnect: async () => {} },
    polledAt: () => polledAt,
    async release() {
      closing.abort()
      await calls.settled()
      await Promise.all(held.jobs().map(releaseClaim))
      await abandoned.close()
    },
  }
}

/** Calls that the backend has not answered, even if Agenda does not wait for them: it must not be closed before that. */
function createPendingCalls() {
  const pending = new Set<Promise<unknown>>()
  return {
    track<T>(call: Promise<T>): Promise<T> {
      const settled = call.catch(() => {}).finally(() => pending.delete(settled))
      pending.add(settled)
      return call
    },
    settled: (): Promise<unknown> => Promise.all(pending),
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
