import type { AgendaBackend, JobParameters, JobRepository } from 'agenda'
import type { Log } from '../../kernel/log.js'
import type { Slots } from './slots.js'

export interface Claims {
  /** The backend to hand to Agenda. */
  readonly backend: AgendaBackend
  /** Time of the last poll for due jobs, in milliseconds since the epoch; 0 before the first. */
  polledAt(): number
  /**
   * Stops claiming, and releases all held claims: those jobs are due again, in this process or another. Afterwards no call
   * to the backend is in progress, so that it can be closed.
   */
  release(): Promise<void>
}

export interface ClaimsOptions {
  /** Lifetime of a lock that is not renewed, in milliseconds. */
  readonly lockMs: number
  readonly slots: Slots
  readonly log: Log
  /** Makes Agenda poll for due jobs of a name again. */
  readonly poll: (name: string) => void
}

/**
 * Maximum jobs of a name that are claimed and not yet running. Agenda starts claimed jobs only once it finds no more:
 * with hundreds of due jobs, the first would wait until all are claimed.
 */
const MAX_NOT_STARTED = 8

/** A job as it was claimed. The claim comes from the backend, and is returned to it with every save. */
type Claimed = JobParameters & { readonly claim?: string }

interface Hold {
  readonly job: Claimed
  readonly freeSlot: () => void
  /** Claimed, but not yet running. */
  waiting: boolean
}

/** Not the job's id alone: after a lost lock, the same job may be claimed again while its old run continues. */
const claimOf = ({ _id, claim }: Claimed): string => claim ?? `${_id}`

/**
 * Wraps Agenda's backend: tracks which jobs this process holds, and limits each tenant to its fair share. Agenda itself
 * loses track of a job that it claims while stopping, and of runs that it no longer waits for.
 */
export function trackClaims({ name, repository }: AgendaBackend, { lockMs, slots, log, poll }: ClaimsOptions): Claims {
  const held = new Map<string, Hold>()
  /** Names for which claiming is paused until a claimed job starts. */
  const paused = new Set<string>()
  /** Calls that the backend has not answered yet. */
  const pending = new Set<Promise<unknown>>()
  let closed = false
  let polledAt = 0

  /** Agenda does not wait for every call, but the backend must not be closed before it has answered. */
  function track<T>(call: Promise<T>): Promise<T> {
    const settled = call.catch(() => {}).finally(() => pending.delete(settled))
    pending.add(settled)
    return call
  }

  async function unlock(job: JobParameters): Promise<void> {
    // A lock that remains is taken over when it expires.
    await repository
      .unlockJob(job)
      .catch((error: unknown) => log.warn({ job: job.name, error }, 'could not unlock a job'))
  }

  async function releaseClaim(job: Claimed): Promise<void> {
    const hold = held.get(claimOf(job))
    if (hold) forget(hold)
    await unlock(job)
  }

  const notStarted = (name: string): number => {
    let count = 0
    for (const { job, waiting } of held.values()) if (waiting && job.name === name) count++
    return count
  }

  /** The job has started, or never will. */
  function stopWaiting(hold: Hold): void {
    hold.waiting = false
    if (paused.delete(hold.job.name)) poll(hold.job.name)
  }

  /** The run has ended, or never starts. */
  function forget(hold: Hold): void {
    held.delete(claimOf(hold.job))
    hold.freeSlot()
    if (hold.waiting) stopWaiting(hold)
  }

  const claimNext: JobRepository['getNextJobToRun'] = async (jobName, nextScanAt, _lockDeadline, now, options) => {
    while (!closed) {
      if (!slots.anyFree(jobName)) return undefined
      if (notStarted(jobName) >= MAX_NOT_STARTED) {
        paused.add(jobName)
        return undefined
      }
      const lockDeadline = new Date(Date.now() - lockMs)
      const turn = slots.turn(jobName)
      const claimOptions = turn ? { ...options, turn } : options
      const job: Claimed | undefined = await repository.getNextJobToRun(
        jobName,
        nextScanAt,
        lockDeadline,
        now,
        claimOptions,
      )
      polledAt = Date.now()
      if (!job) return undefined
      const freeSlot = slots.take(job)
      if (freeSlot) held.set(claimOf(job), { job, freeSlot, waiting: true })
      if (freeSlot && !closed) return job
      // Concurrent claims have used up the tenant's share.
      await releaseClaim(job)
    }
    return undefined
  }

  const claiming: Partial<JobRepository> = {
    getNextJobToRun: (...args) => track(claimNext(...args)),
    async saveJobState(job: Claimed, options) {
      const hold = held.get(claimOf(job))
      const ended = !job.lockedAt
      try {
        await repository.saveJobState(job, options)
        if (hold?.waiting) stopWaiting(hold)
      } catch (error) {
        // A run whose start cannot be saved does not start.
        if (hold?.waiting) forget(hold)
        throw error
      } finally {
        // Even if its end could not be saved: its lock expires, and it is due again.
        if (ended && hold) forget(hold)
      }
    },
    unlockJob: (job) => track(releaseClaim(job)),
  }

  return {
    // Already connected: Agenda would not notice a failure.
    backend: { name, repository: overlay(repository, claiming), connect: async () => {}, disconnect: async () => {} },
    polledAt: () => polledAt,
    async release() {
      closed = true
      await Promise.all([...held.values()].map(({ job }) => releaseClaim(job)))
      await Promise.all(pending)
    },
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
