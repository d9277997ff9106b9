import {
  type DisabledReason,
  WEBHOOK_EVENTS,
  type WebhookChanged,
  type WebhookDeleted,
  type WebhookDisabled,
  type WebhookEnabled,
  type WebhookRegistered,
  type WebhookSecretRotated,
} from '../../src/features/webhooks/events.js'
import { derivedId } from '../../src/kernel/ids.js'
import { ada } from './accountEvents.js'

/** The id of a webhook by its name. */
export const webhookId = (name: string): string => `wh_${derivedId(`webhook ${name}`)}`

export const hook = webhookId('first')

export const hookRegistered = (differs: Partial<WebhookRegistered['data']> = {}): WebhookRegistered => ({
  type: 'WebhookRegistered',
  data: { account: ada, webhook: hook, url: 'dXJs', events: WEBHOOK_EVENTS, secret: 'c2VjcmV0', ...differs },
})

export const hookChanged = (differs: Partial<WebhookChanged['data']>): WebhookChanged => ({
  type: 'WebhookChanged',
  data: { account: ada, webhook: hook, url: null, events: null, ...differs },
})

export const secretRotated = (secret: string, previousUntil: string): WebhookSecretRotated => ({
  type: 'WebhookSecretRotated',
  data: { account: ada, webhook: hook, secret, previousUntil },
})

export const hookDisabled = (
  reason: DisabledReason = 'by_request',
  webhook = hook,
  account = ada,
): WebhookDisabled => ({
  type: 'WebhookDisabled',
  data: { account, webhook, reason },
})

export const hookEnabled = (webhook = hook, account = ada): WebhookEnabled => ({
  type: 'WebhookEnabled',
  data: { account, webhook },
})

export const hookDeleted = (webhook = hook, account = ada): WebhookDeleted => ({
  type: 'WebhookDeleted',
  data: { account, webhook },
})
