import type { Family } from '../../kernel/metrics.js'
import type { StoreClient } from '../../kernel/ports/storeClient.js'

/** Counts the clients of stores that were replaced because they hung. */
export const countReplacements = (clients: readonly StoreClient[]): Family => ({
  name: 'mailproof_store_client_replacements_total',
  help: 'Clients of a store that were replaced because they got no answer, although the store answered a new client.',
  type: 'counter',
  labels: ['store'],
  samples: () => clients.map(({ store, replacements }) => ({ labels: { store }, value: replacements() })),
})
