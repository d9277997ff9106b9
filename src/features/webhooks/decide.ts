// Decides commands of webhooks. Pure.
import { Failure, invalidAt } from '../../kernel/failure.js'
import { perAccount } from '../../kernel/limits.js'
import {
  type DisabledReason,
  WEBHOOK_EVENTS,
  WEBHOOK_NOTICES,
  type WebhookEvent,
  type WebhookEventKind,
} from './events.js'
import type { WebhookState } from './state.js'

/** Maximum webhooks per account. */
export const MAX_WEBHOOKS = perAccount.webhooks.max

type Existing = Exclude<WebhookState, { status: 'none' }>

export const tooManyWebhooks = () =>
  new Failure(
    'VALIDATION_ERROR',
    `An account may have at most ${MAX_WEBHOOKS} webhooks. Delete one you no longer use, then try again.`,
  )

export const webhookNotFound = () => new Failure('NOT_FOUND', 'There is no such webhook.')

/** Another account's webhook and a deleted one are reported as unknown. @throws Failure NOT_FOUND */
function owned(state: WebhookState, account: string): Existing {
  if (state.status === 'none' || state.status === 'deleted' || state.account !== account) throw webhookNotFound()
  return state
}

/**
 * Rejects requests to send something to a disabled webhook, because nothing would be sent.
 * @throws Failure WEBHOOK_DISABLED
 */
export function requireEnabled({ disabled }: { readonly disabled: DisabledReason | null }): void {
  if (disabled === null) return
  const message =
    'This webhook is disabled, so nothing is sent to it. Enable it first: PATCH it with {"status":"enabled"}.'
  throw new Failure('WEBHOOK_DISABLED', message, { reason: disabled })
}

/** The kinds without duplicates, in canonical order; null stands for all but notices. */
function kindsOf(events: readonly WebhookEventKind[] | null): readonly WebhookEventKind[] {
  const kinds = events === null ? WEBHOOK_EVENTS : ALL_KINDS.filter((kind) => events.includes(kind))
  if (kinds.length > 0) return kinds
  throw invalidAt('/events', '`events` must name at least one event; omit it for all but notices about webhooks')
}

const ALL_KINDS: readonly WebhookEventKind[] = [...WEBHOOK_EVENTS, ...WEBHOOK_NOTICES]

interface Registration {
  readonly account: string
  readonly webhook: string
  /** Sealed. */
  readonly url: string
  readonly events: readonly WebhookEventKind[] | null
  /** Sealed. */
  readonly secret: string
  /** Sealed. */
  readonly options?: string
}

/** Idempotent. @param existing number of webhooks the account already has */
export function registerWebhook(
  state: WebhookState,
  { events, ...rest }: Registration,
  existing: number,
): WebhookEvent[] {
  if (state.status !== 'none') return []
  if (existing >= MAX_WEBHOOKS) throw tooManyWebhooks()
  return [{ type: 'WebhookRegistered', data: { ...rest, events: kindsOf(events) } }]
}

export interface WebhookChange {
  /** Sealed; undefined = unchanged. */
  readonly url?: string
  /** Sealed; undefined = unchanged. */
  readonly options?: string
  /** null = all but notices; undefined = unchanged. */
  readonly events?: readonly WebhookEventKind[] | null
  readonly status?: 'enabled' | 'disabled'
}

/** Produces events only for what differs from the present state. */
export function changeWebhook(
  state: WebhookState,
  { account, webhook }: { account: string; webhook: string },
  { url, options, events, status }: WebhookChange,
): WebhookEvent[] {
  const before = owned(state, account)
  const decided: WebhookEvent[] = []
  const kinds = events === undefined ? before.events : kindsOf(events)
  const newKinds = kinds.join() === before.events.join() ? null : kinds
  if (url !== undefined || newKinds || options !== undefined) {
    const data = { account, webhook, url: url ?? null, events: newKinds, ...(options !== undefined && { options }) }
    decided.push({ type: 'WebhookChanged', data })
  }
  if (status === 'disabled') decided.push(...disableWebhook(state, webhook, 'by_request'))
  if (status === 'enabled' && before.status === 'disabled') {
    decided.push({ type: 'WebhookEnabled', data: { account, webhook } })
  }
  return decided
}

/**
 * Has no effect unless the webhook is enabled, so the first reason stays.
 * @param url the one that the reason is about, sealed; without effect if the webhook has another. Any by default
 */
export function disableWebhook(
  state: WebhookState,
  webhook: string,
  reason: DisabledReason,
  url?: string,
): WebhookEvent[] {
  if (state.status !== 'enabled' || (url !== undefined && url !== state.url)) return []
  return [{ type: 'WebhookDisabled', data: { account: state.account, webhook, reason } }]
}

/** @param rotation the new secret, sealed, and the time (ISO 8601) until which the present one also signs */
export function rotateSecret(
  state: WebhookState,
  { account, webhook }: { account: string; webhook: string },
  rotation: { readonly secret: string; readonly previousUntil: string },
): WebhookEvent[] {
  owned(state, account)
  return [{ type: 'WebhookSecretRotated', data: { account, webhook, ...rotation } }]
}

export function deleteWebhook(
  state: WebhookState,
  { account, webhook }: { account: string; webhook: string },
): WebhookEvent[] {
  owned(state, account)
  return [{ type: 'WebhookDeleted', data: { account, webhook } }]
}
