import type { AccountQueries } from '../../eventing/asOf/past.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { UNKNOWN_HEALTH } from './deliveries/health.js'
import { webhooks } from './projections/webhooks.js'
import { createListWebhooks, type ListWebhooks } from './queries/listWebhooks.js'

const NO_HEALTH = { getMany: async (ids: readonly string[]) => ids.map(() => UNKNOWN_HEALTH) }

/** An account's webhooks as of a past time. How deliveries fared is not in the log, so that it is unknown. */
export const createWebhooksAsOf = ({
  vault,
}: {
  readonly vault: Vault
}): AccountQueries<{ readonly listWebhooks: ListWebhooks }> => ({
  name: 'webhooks',
  models: [webhooks],
  at: ({ eventing }) => ({ listWebhooks: createListWebhooks({ eventing, vault, health: NO_HEALTH }) }),
})
