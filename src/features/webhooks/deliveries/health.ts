// When a webhook counts as failing, and as recovered: its recent results.
import { iso } from '../../../kernel/clock.js'
import type { Collection, DocumentStore } from '../../../kernel/ports/documentStore.js'
import { DAY_MS, HOUR_MS } from '../../../kernel/time.js'
import { HEALTH } from './collections.js'
import { remove, revise } from './revise.js'

/** Recent results of attempts at a webhook. Operational data, not in the log: losing it does no harm. */
export type EndpointHealth = {
  readonly owner?: string
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
  readonly consecutiveFailures: number
  /** Time of the first failure without a success or a pause since, milliseconds since the epoch; null without failures. */
  readonly failingSince: number | null
  /** True from when the service disabled it until a delivery arrives again. Otherwise absent. */
  readonly recovering?: true
}

/** A webhook that failed for less than this has not been away. */
const AWAY_MS = HOUR_MS
/** Failures for this long, without a success or a pause, disable a webhook. */
const FAILING_MS = 5 * DAY_MS
/** A pause between failures after which they count anew: longer than any between two attempts at a delivery. */
const PAUSE_MS = 1.5 * DAY_MS

export const UNKNOWN_HEALTH: EndpointHealth = {
  lastSuccessAt: null,
  lastFailureAt: null,
  consecutiveFailures: 0,
  failingSince: null,
}

export type HealthRecords = ReturnType<typeof createHealthRecords>

export function createHealthRecords({ documents }: { readonly documents: DocumentStore }) {
  const records: Collection<EndpointHealth> = documents.collection(HEALTH)
  return {
    /** Records the result of an attempt. @returns whether the webhook has failed for too long, or has recovered by it */
    async record(
      webhook: string,
      owner: string,
      success: boolean,
      at: number,
    ): Promise<{ readonly failing: boolean; readonly recovered: boolean }> {
      let recovered = false
      const recorded = await revise(records, webhook, (before = { ...UNKNOWN_HEALTH, owner }) => {
        const { recovering, ...rest } = before
        const since = before.failingSince
        const paused = before.lastFailureAt !== null && at - Date.parse(before.lastFailureAt) > PAUSE_MS
        recovered = success && (recovering === true || (since !== null && at - since >= AWAY_MS))
        return success
          ? { ...rest, lastSuccessAt: iso(at), consecutiveFailures: 0, failingSince: null }
          : {
              ...before,
              lastFailureAt: iso(at),
              consecutiveFailures: before.consecutiveFailures + 1,
              failingSince: paused ? at : (since ?? at),
            }
      })
      const since = recorded!.failingSince
      return { failing: since !== null && at - since >= FAILING_MS, recovered }
    },

    /** Notes that the service has disabled a webhook. */
    async away(webhook: string, owner: string): Promise<void> {
      await revise(records, webhook, (before = { ...UNKNOWN_HEALTH, owner }) =>
        before.recovering ? undefined : { ...before, recovering: true as const },
      )
    },

    /** Clears the failures, after the webhook was enabled again or has another URL. */
    async reset(webhook: string): Promise<void> {
      await revise(records, webhook, (before) => before && { ...before, consecutiveFailures: 0, failingSince: null })
    },

    /** In the order of the ids. */
    async getMany(webhooks: readonly string[]): Promise<EndpointHealth[]> {
      const found = await records.getMany(webhooks)
      return found.map((record) => record?.document ?? UNKNOWN_HEALTH)
    },

    async forget(webhook: string): Promise<void> {
      const found = await records.get(webhook)
      if (found) await remove(records, [found])
    },
  }
}
