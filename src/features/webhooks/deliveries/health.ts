import { iso } from '../../../kernel/clock.js'
import type { Collection, DocumentStore } from '../../../kernel/ports/documentStore.js'
import { HEALTH } from './collections.js'
import { remove, revise } from './revise.js'

/** How a webhook has done of late. Operational: no event, and worth losing. */
export type Health = {
  readonly owner?: string
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
  readonly consecutiveFailures: number
  /** Of the first of them, milliseconds since the epoch; null when there is none. */
  readonly failingSince: number | null
}

export const UNKNOWN_HEALTH: Health = {
  lastSuccessAt: null,
  lastFailureAt: null,
  consecutiveFailures: 0,
  failingSince: null,
}

export type HealthRecords = ReturnType<typeof createHealthRecords>

export function createHealthRecords({ documents }: { readonly documents: DocumentStore }) {
  const records: Collection<Health> = documents.collection(HEALTH)
  return {
    /** Counts an attempt. @returns how the webhook does now */
    async note(webhook: string, owner: string, success: boolean, at: number): Promise<Health> {
      const noted = await revise(records, webhook, (before = { ...UNKNOWN_HEALTH, owner }) =>
        success
          ? { ...before, lastSuccessAt: iso(at), consecutiveFailures: 0, failingSince: null }
          : {
              ...before,
              lastFailureAt: iso(at),
              consecutiveFailures: before.consecutiveFailures + 1,
              failingSince: before.failingSince ?? at,
            },
      )
      return noted!
    },

    /** It is given another chance. */
    async reset(webhook: string): Promise<void> {
      await revise(records, webhook, (before) => before && { ...before, consecutiveFailures: 0, failingSince: null })
    },

    async of(webhooks: readonly string[]): Promise<Health[]> {
      const found = await records.getMany(webhooks)
      return found.map((record) => record?.document ?? UNKNOWN_HEALTH)
    },

    async forget(webhook: string): Promise<void> {
      const found = await records.get(webhook)
      if (found) await remove(records, [found])
    },
  }
}
