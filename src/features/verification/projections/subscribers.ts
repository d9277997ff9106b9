import type { Projection } from '../../../eventing/projection.js'
import type { WebhookEvent, WebhookEventKind } from '../../webhooks/events.js'

type SubscribersDocument = {
  readonly owner: string
  /** An account's webhooks, oldest first. */
  readonly webhooks: readonly {
    readonly webhook: string
    readonly events: readonly WebhookEventKind[]
    readonly enabled: boolean
  }[]
}

/** The event kinds that each account's webhooks subscribe to. Key: account. */
export const subscribers: Projection<WebhookEvent, SubscribersDocument> = {
  name: 'subscribers',
  version: 2,
  keys: (event) => {
    switch (event.type) {
      case 'WebhookRegistered':
      case 'WebhookChanged':
      case 'WebhookDisabled':
      case 'WebhookEnabled':
      case 'WebhookDeleted':
        return [event.data.account]
      default:
        return []
    }
  },
  apply: (document, event) => {
    const { account: owner, webhook } = event.data
    const webhooks = document?.webhooks ?? []
    if (event.type === 'WebhookRegistered') {
      return { owner, webhooks: [...webhooks, { webhook, events: event.data.events, enabled: true }] }
    }
    const at = webhooks.findIndex((each) => each.webhook === webhook)
    const known = webhooks[at]
    if (!known) return document ?? null
    switch (event.type) {
      case 'WebhookChanged':
        return { owner, webhooks: webhooks.with(at, { ...known, events: event.data.events ?? known.events }) }
      case 'WebhookDisabled':
      case 'WebhookEnabled':
        return { owner, webhooks: webhooks.with(at, { ...known, enabled: event.type === 'WebhookEnabled' }) }
      case 'WebhookDeleted':
        return webhooks.length > 1 ? { owner, webhooks: webhooks.toSpliced(at, 1) } : null
      case 'WebhookSecretRotated':
        return document ?? null
    }
  },
}
