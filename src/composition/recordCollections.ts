// The collections of records: what is not derived from the log, so backups and migrations copy it.
import { CALL_RECORDS } from '../api/idempotency/records.js'
import { REACTOR_CHECKPOINTS } from '../eventing/reactors/checkpoints.js'
import { accountCollections } from '../features/accounts/index.js'
import { mailCollections } from '../features/mails/index.js'
import { listCollections } from '../features/verification/index.js'
import { webhookCollections } from '../features/webhooks/index.js'
import type { Collection, CollectionDefinition, Document } from '../kernel/ports/documentStore.js'
import { FORGOTTEN_ACCOUNTS } from './erasure.js'
import type { Stores } from './stores.js'

/** Definitions of the collections of operational records that have indexes or times. They are not in the log. */
export const recordCollections: readonly CollectionDefinition[] = [
  CALL_RECORDS,
  ...accountCollections,
  ...webhookCollections,
  ...mailCollections,
]

/**
 * Every collection whose content is neither in the log nor of this process alone, in the order in which backups copy them:
 * what a reactor has done up to its checkpoint is in the collections after it.
 */
export const operationalCollections: readonly CollectionDefinition[] = [
  { name: REACTOR_CHECKPOINTS },
  ...recordCollections,
  ...listCollections,
  FORGOTTEN_ACCOUNTS,
]

/** The collection of one of these definitions: the checkpoints of reactors are kept apart from the documents. */
export const operationalCollection = (
  { documents, records }: Pick<Stores, 'documents' | 'records'>,
  definition: CollectionDefinition,
): Collection => (definition.name === REACTOR_CHECKPOINTS ? records : documents).collection<Document>(definition)
