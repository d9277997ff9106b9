import { CALL_RECORDS } from '../api/idempotency/records.js'
import { accountCollections } from '../features/accounts/index.js'
import { webhookCollections } from '../features/webhooks/index.js'
import type { CollectionDefinition } from '../kernel/ports/documentStore.js'

/** Definitions of the collections of operational records that have indexes or times. They are not in the log. */
export const recordCollections: readonly CollectionDefinition[] = [
  CALL_RECORDS,
  ...accountCollections,
  ...webhookCollections,
]
