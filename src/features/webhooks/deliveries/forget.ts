import type { Collection, Document, DocumentStore } from '../../../kernel/ports/documentStore.js'
import { CONTENTS, DELIVERIES, HEALTH } from './collections.js'
import type { DeliveryRecord } from './record.js'
import { remove } from './revise.js'

/** Records read at once. */
const PAGE = 200

/**
 * Of accounts that are erased: deletes what was to be sent to their endpoints, what was sent, and how that went.
 * @returns the endpoints that something was deleted of
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
  see: (document: D) => unknown = () => {},
): Promise<void> {
  for (;;) {
    const { items } = await collection.find({ index: 'byOwner', equals: { owner }, limit: PAGE })
    if (items.length === 0) return
    for (const { document } of items) see(document)
    await remove(collection, items)
  }
}
