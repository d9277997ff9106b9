// The read model of webhooks.
import type { Projection } from '../../../eventing/projection.js'
import type { Position } from '../../../kernel/position.js'
import type { DisabledReason, WebhookEvent, WebhookEventKind } from '../events.js'

export type WebhookDocument = {
  readonly owner: string
  /** Sealed. */
  readonly url: string
  readonly events: readonly WebhookEventKind[]
  /** Headers and certificate authority (`RequestOptions`), sealed; absent if there are none. */
  readonly options?: string
  /** Why it is disabled; null while it is enabled. */
  readonly disabled: DisabledReason | null
  /** Sealed. */
  readonly secret: string
  /** Replaced secrets, sealed, newest first. Each also signs until `until` (ISO 8601). */
  readonly previous: readonly { readonly secret: string; readonly until: string }[]
  /** Position of its registration in the log; earlier events are not delivered to it. */
  readonly registered: Position
  readonly createdAt: string
  readonly updatedAt: string
}

/** Maximum replaced secrets that still sign; bounded because every signature makes the header longer. */
const MAX_PREVIOUS = 4

/** An account's subscriptions. Key: webhook id. */
export const webhooks: Projection<WebhookEvent, WebhookDocument> = {
  name: 'webhooks',
  version: 1,
  // Only those that are disabled are in the second one.
  indexes: { byOwner: ['owner', 'createdAt', '_id'], byDisabled: ['disabled', '_id'] },
  times: { createdAt: 'iso', updatedAt: 'iso', 'previous.until': 'iso' },
  keys: (event) => {
    switch (event.type) {
      case 'WebhookRegistered':
      case 'WebhookChanged':
      case 'WebhookSecretRotated':
      case 'WebhookDisabled':
      case 'WebhookEnabled':
      case 'WebhookDeleted':
        return [event.data.webhook]
      default:
        return []
    }
  },
  apply: (document, { type, data, position, recordedAt: updatedAt }) => {
    if (type === 'WebhookRegistered') {
      const { account: owner, url, events, secret, options } = data
      const empty = { disabled: null, previous: [], ...(options !== undefined && { options }) }
      return { owner, url, events, secret, ...empty, registered: position, createdAt: updatedAt, updatedAt }
    }
    if (!document) return null
    switch (type) {
      case 'WebhookChanged': {
        const options = data.options ?? document.options
        return {
          ...document,
          url: data.url ?? document.url,
          events: data.events ?? document.events,
          ...(options !== undefined && { options }),
          updatedAt,
        }
      }
      case 'WebhookSecretRotated': {
        const replaced = { secret: document.secret, until: data.previousUntil }
        const previous = [replaced, ...document.previous.filter(({ until }) => until > updatedAt)]
        return { ...document, secret: data.secret, previous: previous.slice(0, MAX_PREVIOUS), updatedAt }
      }
      case 'WebhookDisabled':
        return { ...document, disabled: data.reason, updatedAt }
      case 'WebhookEnabled':
        return { ...document, disabled: null, updatedAt }
      case 'WebhookDeleted':
        return null
    }
  },
}
