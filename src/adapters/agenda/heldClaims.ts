// The jobs that this process has claimed, each with its slot, until they are saved or given up.
import type { JobParameters } from 'agenda'
import type { Claim } from './fencedBackend.js'
import type { Slots } from './slots.js'

/**
 * Maximum jobs of a name that are claimed and not yet running. Agenda starts claimed jobs only once it finds no more:
 * with hundreds of due jobs, the first would wait until all are claimed.
 */
const MAX_NOT_STARTED = 8

/** A job as it was claimed. The token comes back from Agenda with every save. */
export type ClaimedJob = JobParameters & { readonly claim?: string }

interface Hold {
  readonly job: ClaimedJob
  readonly freeSlot: () => void
  /** Claimed, but not yet running. */
  waiting: boolean
}

/** Not the job's id alone: after a lost lock, the same job may be claimed again while its old run continues. */
const tokenOf = ({ _id, claim }: ClaimedJob): string => claim ?? `${_id}`

export const claimOf = (job: ClaimedJob): Claim => ({ name: job.name, token: tokenOf(job) })

export interface HeldClaimsOptions {
  readonly slots: Slots
  /** Makes Agenda poll for due jobs of a name again. */
  readonly poll: (name: string) => void
}

export type HeldClaims = ReturnType<typeof createHeldClaims>

/** The claims that this process holds, and their slots. */
export function createHeldClaims({ slots, poll }: HeldClaimsOptions) {
  const held = new Map<string, Hold>()
  /** Names for which claiming is paused until a claimed job starts. */
  const paused = new Set<string>()

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

  return {
    jobs: (): ClaimedJob[] => [...held.values()].map(({ job }) => job),
    /** @returns false when the tenant is at its limit */
    add(job: ClaimedJob): boolean {
      const freeSlot = slots.take(job)
      if (freeSlot) held.set(tokenOf(job), { job, freeSlot, waiting: true })
      return freeSlot !== undefined
    },
    isWaiting: (job: ClaimedJob): boolean => held.get(tokenOf(job))?.waiting ?? false,
    /** Whether no more jobs of a name may be claimed for now; then `poll` is called once one starts. */
    isPaused(name: string): boolean {
      if (notStarted(name) < MAX_NOT_STARTED) return false
      paused.add(name)
      return true
    },
    started(job: ClaimedJob): void {
      const hold = held.get(tokenOf(job))
      if (hold?.waiting) stopWaiting(hold)
    },
    /** The run has ended, or never starts. */
    forget(job: ClaimedJob): void {
      const hold = held.get(tokenOf(job))
      if (!hold) return
      held.delete(tokenOf(job))
      hold.freeSlot()
      if (hold.waiting) stopWaiting(hold)
    },
  }
}
