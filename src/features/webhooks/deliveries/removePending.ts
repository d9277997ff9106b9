// Removes the deliveries that wait to be sent, when the log that they report was replaced.
import type { DocumentStore } from '../../../kernel/ports/documentStore.js'
import { DELIVERIES } from './collections.js'
import type { DeliveryRecord } from './record.js'
import { remove } from './revise.js'

/** Records read per page. */
const PAGE_SIZE = 200

/**
 * Removes every pending delivery. A reactor that starts from the beginning creates those again whose events are in the log;
 * what has been delivered stays, so that it is not sent again.
 * @returns the ids
 */
export const createRemovePendingDeliveries = ({ documents }: { readonly documents: DocumentStore }) => {
  const records = documents.collection<DeliveryRecord>(DELIVERIES)

  return async (): Promise<string[]> => {
    const removed: string[] = []
    for (;;) {
      const { items } = await records.find({ index: 'byDue', limit: PAGE_SIZE })
      if (items.length === 0) return removed
      await remove(records, items)
      removed.push(...items.map(({ id }) => id))
    }
  }
}
