import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import { type HealthRecords, UNKNOWN_HEALTH } from '../deliveries/health.js'
import type { FindWebhook } from '../internal/findWebhook.js'
import { viewWebhook, type WebhookView } from '../internal/webhookView.js'

interface GetWebhookDependencies {
  readonly findWebhook: FindWebhook
  readonly health: HealthRecords
  readonly vault: Vault
}

/** A webhook of the caller's account. */
export type GetWebhook = (caller: Caller, id: string) => Promise<WebhookView>

export const createGetWebhook =
  ({ findWebhook, health, vault }: GetWebhookDependencies): GetWebhook =>
  async (caller, id) => {
    const found = await findWebhook(caller, id)
    const [webhookHealth = UNKNOWN_HEALTH] = await health.getMany([id])
    return viewWebhook(vault, id, found, webhookHealth)
  }
