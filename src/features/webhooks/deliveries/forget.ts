import type { Document, DocumentStore } from '../../../kernel/ports/documentStore.js'
import { CONTENTS, DELIVERIES, HEALTH } from './collections.js'
import type { DeliveryRecord } from './record.js'
import { removeAll } from './revise.js'

/** Records read per page. */
const PAGE_SIZE = 200

/**
 * Deletes an erased account's deliveries, their bodies, and the health records of its webhooks.
 * @returns the endpoints whose deliveries were deleted
 */
export const createForgetDeliveries = ({ documents }: { readonly documents: DocumentStore }) => {
  const records = documents.collection<DeliveryRecord>(DELIVERIES)
  const others = [CONTENTS, HEALTH].map((definition) => documents.collection<Document>(definition))

  return async (account: string): Promise<ReadonlySet<string>> => {
    const endpoints = new Set<string>()
    const owned = { index: 'byOwner', equals: { owner: account }, limit: PAGE_SIZE }
    await removeAll(records, owned, ({ endpoint }) => endpoints.add(endpoint))
    for (const collection of others) await removeAll(collection, owned)
    return endpoints
  }
}
