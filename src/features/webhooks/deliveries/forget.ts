import type { Collection, Document, DocumentStore } from '../../../kernel/ports/documentStore.js'
import { CONTENTS, DELIVERIES, HEALTH } from './collections.js'
import type { DeliveryRecord } from './record.js'
import { remove } from './revise.js'

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
    await removeOwned(records, account, ({ endpoint }) => endpoints.add(endpoint))
    for (const collection of others) await removeOwned(collection, account)
    return endpoints
  }
}

async function removeOwned<D extends Document>(
  collection: Collection<D>,
  owner: string,
  onDelete: (document: D) => unknown = () => {},
): Promise<void> {
  for (;;) {
    const { items } = await collection.find({ index: 'byOwner', equals: { owner }, limit: PAGE_SIZE })
    if (items.length === 0) return
    for (const { document } of items) onDelete(document)
    await remove(collection, items)
  }
}
