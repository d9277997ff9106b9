import type { AgendaBackend, JobParameters, JobRepository } from 'agenda'
import type { Log } from '../../kernel/log.js'
import type { Slots } from './slots.js'

export interface Claims {
  /** The backend, as Agenda is to see it. */
  readonly backend: AgendaBackend
  /** When due jobs were last looked for, milliseconds since the epoch; 0 before. */
  lookedAt(): number
  /** Claims nothing more, and lets go of what is still held: it is due again, here or elsewhere. */
  release(): Promise<void>
}

export interface ClaimsOptions {
  /** A lock that was not renewed for so long is no lock. */
  readonly lockMs: number
  readonly slots: Slots
  readonly log: Log
  /** Has Agenda look for due jobs of a name again. */
  readonly look: (name: string) => void
}

/**
 * Jobs of a name that are claimed and have not begun. Agenda begins what it claimed only once it finds no more: beside
 * hundreds of due jobs, the first of them would wait for the claims of all.
 */
const MAX_NOT_BEGUN = 8

/** A job as it was claimed. The claim is the backend's, and comes back with every save. */
type Claimed = JobParameters & { readonly claim?: string }

interface Hold {
  readonly job: Claimed
  readonly freeSlot: () => void
  /** Claimed, and not begun. */
  waiting: boolean
}

/** Not the job's id alone: after a lost lock the same job may be claimed again while its old run goes on. */
const claimOf = ({ _id, claim }: Claimed): string => claim ?? `${_id}`

/**
 * Sits between Agenda and its backend: knows what this process holds, and claims no more of one tenant than its share.
 * Agenda itself forgets a job that it claimed while it stopped, and the runs that it no longer waits for.
 */
export function holdClaims({ name, repository }: AgendaBackend, { lockMs, slots, log, look }: ClaimsOptions): Claims {
  const held = new Map<string, Hold>()
  /** Names of which no more is claimed until one begins. */
  const paused = new Set<string>()
  let closed = false
  let lookedAt = 0

  async function unlock(job: JobParameters): Promise<void> {
    // Agenda does not wait for it; a lock that stays is taken over when its time is up.
    await repository
      .unlockJob(job)
      .catch((error: unknown) => log.warn({ job: job.name, error }, 'a job could not be unlocked'))
  }

  async function letGo(job: Claimed): Promise<void> {
    const hold = held.get(claimOf(job))
    if (hold) forget(hold)
    await unlock(job)
  }

  const notBegun = (name: string): number => {
    let count = 0
    for (const { job, waiting } of held.values()) if (waiting && job.name === name) count++
    return count
  }

  /** It has begun, or never will. */
  function waitsNoMore(hold: Hold): void {
    hold.waiting = false
    if (paused.delete(hold.job.name)) look(hold.job.name)
  }

  /** It has ended, or never begins. */
  function forget(hold: Hold): void {
    held.delete(claimOf(hold.job))
    hold.freeSlot()
    if (hold.waiting) waitsNoMore(hold)
  }

  const claiming: Partial<JobRepository> = {
    async getNextJobToRun(jobName, nextScanAt, _lockDeadline, now, options) {
      while (!closed) {
        if (!slots.anyFree(jobName)) return undefined
        if (notBegun(jobName) >= MAX_NOT_BEGUN) {
          paused.add(jobName)
          return undefined
        }
        const lockDeadline = new Date(Date.now() - lockMs)
        const turn = slots.turn(jobName)
        const asked = turn ? { ...options, turn } : options
        const job: Claimed | undefined = await repository.getNextJobToRun(jobName, nextScanAt, lockDeadline, now, asked)
        lookedAt = Date.now()
        if (!job) return undefined
        const freeSlot = slots.take(job)
        if (freeSlot) held.set(claimOf(job), { job, freeSlot, waiting: true })
        if (freeSlot && !closed) return job
        // Claims that were under way at the same time have filled the tenant's share.
        await letGo(job)
      }
      return undefined
    },
    async saveJobState(job: Claimed, options) {
      const hold = held.get(claimOf(job))
      const ended = !job.lockedAt
      try {
        await repository.saveJobState(job, options)
        if (hold?.waiting) waitsNoMore(hold)
      } catch (error) {
        // A run whose beginning cannot be saved does not begin.
        if (hold?.waiting) forget(hold)
        throw error
      } finally {
        // Even if its end could not be saved: its lock expires, and it is due again.
        if (ended && hold) forget(hold)
      }
    },
    unlockJob: letGo,
  }

  return {
    // Connected already: Agenda would not hear when it fails.
    backend: { name, repository: overlay(repository, claiming), connect: async () => {}, disconnect: async () => {} },
    lookedAt: () => lookedAt,
    async release() {
      closed = true
      await Promise.all([...held.values()].map(({ job }) => letGo(job)))
    },
  }
}

/** An object with other methods in place of some of its own; it may be an instance of a class. */
const overlay = <T extends object>(target: T, members: Partial<T>): T =>
  new Proxy(target, {
    get(_, member) {
      const value: unknown = members[member as keyof T] ?? target[member as keyof T]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
