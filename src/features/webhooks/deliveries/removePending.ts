// Removes the deliveries that wait to be sent, when the log that they report was replaced.
import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import { DELIVERIES } from './collections.js'
import type { DeliveryRecord } from './record.js'
import { remove } from './revise.js'

/** Records read per page. */
const PAGE_SIZE = 200

/**
 * Removes the pending deliveries of events that were recorded after a time, ISO 8601, or of all. A reactor that starts from the
 * beginning creates those again whose events are in the log; what has been delivered stays, so that it is not sent again.
 * @returns the ids
 */
export const createRemovePendingDeliveries = ({ documents }: { readonly documents: DocumentStore }) => {
  const records = documents.collection<DeliveryRecord>(DELIVERIES)

  return async (recordedAfter = ''): Promise<string[]> => {
    const removed: string[] = []
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const { items, next } = await records.find({ index: 'byDue', limit: PAGE_SIZE, ...(after && { after }) })
      const stale = items.filter(({ document }) => document.createdAt > recordedAfter)
      await remove(records, stale)
      removed.push(...stale.map(({ id }) => id))
      after = next
    }
    return removed
  }
}
