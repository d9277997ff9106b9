// How many jobs of a kind run at once in this process, shared between tenants.
import type { JobParameters } from 'agenda'
import { createFairSemaphore, type FairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import type { JobDefinition, SlotCounts, Turn } from '../../kernel/ports/jobs.js'
import type { JobData } from './run.js'

/** Concurrency slots of this process, by job name, shared fairly between tenants. */
export interface Slots {
  define(definition: Pick<JobDefinition, 'name' | 'concurrency'>): void
  anyFree(name: string): boolean
  /** Constraints for the next claim; undefined while no tenant is at its limit: then the job that is due first is claimed. */
  turn(name: string): Turn | undefined
  /**
   * Takes a slot for a claimed job.
   * @returns a function that releases the slot (once); undefined when the tenant is at its limit
   */
  take(job: JobParameters): (() => void) | undefined
  counts(): readonly SlotCounts[]
}

interface Slot {
  readonly concurrency: number
  readonly semaphore: FairSemaphore
  lastServed: string
}

const TENANT = 'tenant '

const tenantOf = ({ data }: JobParameters): string | undefined => (data as JobData | undefined)?.tenant

export function createSlots(): Slots {
  const slots = new Map<string, Slot>()

  const limitedTenants = ({ semaphore }: Slot): string[] =>
    semaphore.limited().flatMap((key) => (key.startsWith(TENANT) ? [key.slice(TENANT.length)] : []))

  return {
    define({ name, concurrency }) {
      slots.set(name, { concurrency, semaphore: createFairSemaphore({ permits: concurrency }), lastServed: '' })
    },
    anyFree: (name) => (slots.get(name)?.semaphore.free() ?? 0) > 0,
    turn(name) {
      const slot = slots.get(name)
      const excluded = slot ? limitedTenants(slot) : []
      return excluded.length === 0 ? undefined : { excluded: new Set(excluded), after: slot!.lastServed }
    },
    take(job) {
      const slot = slots.get(job.name)
      if (!slot) return undefined
      const tenant = tenantOf(job)
      const key = tenant === undefined ? `job ${job._id}` : TENANT + tenant
      slot.lastServed = tenant ?? ''
      if (!slot.semaphore.tryAcquire(key)) return undefined
      let taken = true
      return () => {
        if (taken) slot.semaphore.release(key)
        taken = false
      }
    },
    counts: () =>
      [...slots].map(([name, slot]) => {
        const free = slot.semaphore.free()
        return { name, taken: slot.concurrency - free, free, limitedTenants: limitedTenants(slot).length }
      }),
  }
}
