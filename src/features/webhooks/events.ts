import type { DomainEvent } from '../../kernel/envelope.js'

/** What is subscribed to unless a webhook says otherwise. */
export const WEBHOOK_EVENTS = ['verification.completed', 'bulk.completed', 'usage.limit_reached'] as const
/** Notices about the account's quota and webhooks, for those who watch over them: only webhooks that name them get them. */
export const WEBHOOK_NOTICES = ['usage.threshold_reached', 'webhook.disabled', 'webhook.recovered'] as const
export type WebhookEventKind = (typeof WEBHOOK_EVENTS | typeof WEBHOOK_NOTICES)[number]

/**
 * Why a webhook is disabled: the caller's request, a 410 response, five days of failures, or too many pending
 * deliveries.
 */
export type DisabledReason = 'by_request' | 'gone' | 'failing' | 'backlog'

interface OfWebhook {
  readonly account: string
  readonly webhook: string
}

/** Stream `webhook-<id>`. URLs may contain tokens, so they are sealed, as secrets are. */
export type WebhookRegistered = DomainEvent<
  'WebhookRegistered',
  OfWebhook & {
    readonly url: string
    readonly events: readonly WebhookEventKind[]
    readonly secret: string
    /** Headers and certificate authority of its requests (`RequestOptions`), sealed; absent if there are none. */
    readonly options?: string
  }
>

/** Unchanged members are null. */
export type WebhookChanged = DomainEvent<
  'WebhookChanged',
  OfWebhook & {
    readonly url: string | null
    readonly events: readonly WebhookEventKind[] | null
    /** Sealed; absent if unchanged. */
    readonly options?: string
  }
>

/** The previous secret also signs until `previousUntil` (ISO 8601). */
export type WebhookSecretRotated = DomainEvent<
  'WebhookSecretRotated',
  OfWebhook & { readonly secret: string; readonly previousUntil: string }
>

export type WebhookDisabled = DomainEvent<'WebhookDisabled', OfWebhook & { readonly reason: DisabledReason }>
export type WebhookEnabled = DomainEvent<'WebhookEnabled', OfWebhook>
export type WebhookDeleted = DomainEvent<'WebhookDeleted', OfWebhook>

export type WebhookEvent =
  | WebhookRegistered
  | WebhookChanged
  | WebhookSecretRotated
  | WebhookDisabled
  | WebhookEnabled
  | WebhookDeleted
