import type { Vault } from '../../../kernel/ports/vault.js'
import type { EndpointHealth } from '../deliveries/health.js'
import type { DisabledReason, WebhookEventKind } from '../events.js'
import type { WebhookDocument } from '../projections/webhooks.js'
import { NO_OPTIONS, openOptions } from './requestOptions.js'

/** A webhook as shown to its owner; times are ISO 8601. */
export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEventKind[]
  /** Names of the account's own headers; their values are not shown. */
  readonly headerNames: readonly string[]
  /** PEM; null if there is none. */
  readonly certificateAuthority: string | null
  readonly status: 'enabled' | 'disabled'
  readonly disabledReason: DisabledReason | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly lastSuccessAt: string | null
  readonly lastFailureAt: string | null
  /** Consecutive failed attempts, across all deliveries. */
  readonly consecutiveFailures: number
}

export async function viewWebhook(
  vault: Vault,
  id: string,
  { owner, url, events, options, disabled, createdAt, updatedAt }: WebhookDocument,
  { lastSuccessAt, lastFailureAt, consecutiveFailures }: EndpointHealth,
): Promise<WebhookView> {
  const { headers, authority } = (await openOptions(vault, owner, options)) ?? NO_OPTIONS
  return {
    id,
    url: (await vault.open(owner, url)) ?? '',
    events,
    headerNames: Object.keys(headers),
    certificateAuthority: authority,
    status: disabled === null ? 'enabled' : 'disabled',
    disabledReason: disabled,
    createdAt,
    updatedAt,
    lastSuccessAt,
    lastFailureAt,
    consecutiveFailures,
  }
}
