import type { Entity } from '../../eventing/entity.js'
import type { Recorded } from '../../kernel/envelope.js'
import { streamName } from '../../kernel/stream.js'
import type { DisabledReason, WebhookEvent, WebhookEventKind } from './events.js'

/** The state on which decisions about a webhook are based. */
export type WebhookState =
  | { readonly status: 'none' }
  | {
      readonly status: 'enabled' | 'disabled' | 'deleted'
      readonly account: string
      /** Sealed. */
      readonly url: string
      readonly events: readonly WebhookEventKind[]
      /** Why it was disabled the last time. */
      readonly reason?: DisabledReason
    }

function evolve(state: WebhookState, { type, data }: Recorded<WebhookEvent>): WebhookState {
  if (type === 'WebhookRegistered') {
    return { status: 'enabled', account: data.account, url: data.url, events: data.events }
  }
  if (state.status === 'none') return state
  switch (type) {
    case 'WebhookChanged':
      return { ...state, url: data.url ?? state.url, events: data.events ?? state.events }
    case 'WebhookDisabled':
      return { ...state, status: 'disabled', reason: data.reason }
    case 'WebhookEnabled':
      return { ...state, status: 'enabled' }
    case 'WebhookDeleted':
      return { ...state, status: 'deleted' }
    case 'WebhookSecretRotated':
      return state
  }
}

export const webhook = (id: string): Entity<WebhookState, WebhookEvent> => ({
  stream: streamName('webhook', id),
  initial: { status: 'none' },
  evolve,
})
