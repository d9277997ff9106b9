import type { AgendaBackend, JobId, JobParameters, JobRepository } from 'agenda'
import type { Log } from '../kernel/log.js'

export interface Claims {
  /** The backend, as Agenda is to see it. */
  readonly backend: AgendaBackend
  /** When due jobs were last looked for, milliseconds since the epoch; 0 before. */
  lookedAt(): number
  /** Claims nothing more, and lets go of what is still held: it is due again, here or elsewhere. */
  release(): Promise<void>
}

/**
 * Stands between Agenda and its backend, and knows what this process holds. Agenda itself forgets a job that it
 * claimed while it stopped, and the runs that it no longer waits for.
 * @param options.lockMs a lock that was not renewed for so long is no lock
 */
export function holdClaims(
  { name, repository }: AgendaBackend,
  { lockMs, log }: { readonly lockMs: number; readonly log: Log },
): Claims {
  const held = new Map<JobId, JobParameters>()
  let closed = false
  let lookedAt = 0

  async function letGo(job: JobParameters): Promise<void> {
    held.delete(job._id!)
    // Agenda does not wait for it; a lock that stays is taken over when its time is up.
    await repository
      .unlockJob(job)
      .catch((error: unknown) => log.warn({ job: job.name, error }, 'a job could not be unlocked'))
  }

  const claiming: Partial<JobRepository> = {
    async getNextJobToRun(jobName, nextScanAt, _lockDeadline, now, options) {
      if (closed) return undefined
      const lockDeadline = new Date(Date.now() - lockMs)
      const job = await repository.getNextJobToRun(jobName, nextScanAt, lockDeadline, now, options)
      lookedAt = Date.now()
      if (!job) return undefined
      held.set(job._id!, job)
      if (!closed) return job
      await letGo(job)
      return undefined
    },
    async saveJobState(job, options) {
      const ended = !job.lockedAt
      await repository.saveJobState(job, options)
      if (ended) held.delete(job._id!)
    },
    unlockJob: letGo,
  }

  return {
    // Connected already: Agenda would not hear when it fails.
    backend: { name, repository: overlay(repository, claiming), connect: async () => {}, disconnect: async () => {} },
    lookedAt: () => lookedAt,
    async release() {
      closed = true
      await Promise.all([...held.values()].map(letGo))
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
