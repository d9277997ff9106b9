import type { Reading } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import type { HealthRecords } from '../deliveries/health.js'
import { viewWebhook, type WebhookView } from '../internal/webhookView.js'
import { webhooksOf } from '../notifications/subscribers.js'

interface ListWebhooksDependencies {
  readonly eventing: Reading
  readonly health: Pick<HealthRecords, 'getMany'>
  readonly vault: Vault
}

/** An account's webhooks, oldest first; empty for a sandbox key. */
export type ListWebhooks = (caller: Pick<Caller, 'account' | 'sandbox'>) => Promise<WebhookView[]>

export const createListWebhooks =
  ({ eventing, health, vault }: ListWebhooksDependencies): ListWebhooks =>
  async ({ account: owner, sandbox }) => {
    if (sandbox) return []
    const items = await webhooksOf(eventing, owner)
    const healths = await health.getMany(items.map(({ id }) => id))
    return Promise.all(items.map(({ id, document }, index) => viewWebhook(vault, id, document, healths[index]!)))
  }
