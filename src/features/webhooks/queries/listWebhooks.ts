import type { Reading } from '../../../eventing/eventing.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import type { HealthRecords } from '../deliveries/health.js'
import { viewWebhook, type WebhookView } from '../internal/webhookView.js'
import { webhooks } from '../projections/webhooks.js'

/** More than the maximum per account. */
const LIMIT = 1_000

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
    const { items } = await eventing.read(webhooks).find({ index: 'byOwner', equals: { owner }, limit: LIMIT })
    const healths = await health.getMany(items.map(({ id }) => id))
    return Promise.all(items.map(({ id, document }, index) => viewWebhook(vault, id, document, healths[index]!)))
  }
