/**
 * Webhooks: an account's subscriptions, and signed at-least-once deliveries with a record of every attempt. Other rooms
 * see what is declared here; each operation's type leads to its code.
 */
import type { Reactor } from '../../eventing/reactor.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import type { CreateWebhook } from './commands/createWebhook.js'
import type { DeleteWebhook } from './commands/deleteWebhook.js'
import type { ReplayDeliveries } from './commands/replayDeliveries.js'
import type { ResendDelivery } from './commands/resendDelivery.js'
import type { RotateWebhookSecret } from './commands/rotateWebhookSecret.js'
import type { TestWebhook } from './commands/testWebhook.js'
import type { UpdateWebhook } from './commands/updateWebhook.js'
import type { SubscribedEvent } from './notifications/subscribedNotifications.js'
import type { CountDeliveries } from './queries/countDeliveries.js'
import type { GetDeliveryBody } from './queries/getDeliveryBody.js'
import type { GetSigningSecret } from './queries/getSigningSecret.js'
import type { GetWebhook } from './queries/getWebhook.js'
import type { ListDeliveries } from './queries/listDeliveries.js'
import type { ListDeliveriesOfMany } from './queries/listDeliveriesOfMany.js'
import type { ListWebhooks } from './queries/listWebhooks.js'
import { type WebhooksDependencies, wireWebhooks } from './wiring.js'

/**
 * What the feature offers. Callers act on webhooks of their own account; another account's is reported as NOT_FOUND.
 * For a sandbox key the account has no webhooks, only the deliveries of its sandbox batches. When a command returns,
 * queries and later verifications see what it changed. Any operation rejects with StoreUnavailable while the stores do
 * not answer.
 */
export interface Webhooks {
  /**
   * Any caller with a live key. Idempotent per `actor.commandId`: the same webhook and the same secret.
   * @throws Failure WEBHOOK_URL_NOT_ALLOWED; VALIDATION_ERROR if the account has too many webhooks, or for a sandbox
   * key; SERVICE_UNAVAILABLE while the read models do not have all of them, also if repeated
   */
  readonly createWebhook: CreateWebhook
  /**
   * The webhook's owner. Idempotent: records only what differs.
   * @throws Failure NOT_FOUND, VALIDATION_ERROR, WEBHOOK_URL_NOT_ALLOWED
   */
  readonly updateWebhook: UpdateWebhook
  /** The webhook's owner. A second deletion finds nothing. @throws Failure NOT_FOUND */
  readonly deleteWebhook: DeleteWebhook
  /** The webhook's owner. Idempotent per `actor.commandId`: the same secret. @throws Failure NOT_FOUND */
  readonly rotateWebhookSecret: RotateWebhookSecret
  /**
   * The webhook's owner. Idempotent per `actor.commandId`: one delivery. @throws Failure NOT_FOUND, WEBHOOK_DISABLED
   */
  readonly testWebhook: TestWebhook
  /** The delivery's owner. Idempotent per `actor.commandId`. @throws Failure NOT_FOUND, WEBHOOK_DISABLED */
  readonly resendDelivery: ResendDelivery
  /** The endpoint's owner. Idempotent per `actor.commandId`. @throws Failure NOT_FOUND, WEBHOOK_DISABLED, VALIDATION_ERROR */
  readonly replayDeliveries: ReplayDeliveries

  /** The webhook's owner. @throws Failure NOT_FOUND */
  readonly getWebhook: GetWebhook
  /** The caller's own webhooks. */
  readonly listWebhooks: ListWebhooks
  /** The delivery's owner. @throws Failure NOT_FOUND */
  readonly getDeliveryBody: GetDeliveryBody
  /** The endpoint's owner. @throws Failure NOT_FOUND; VALIDATION_ERROR if the cursor does not belong to this list */
  readonly listDeliveries: ListDeliveries
  /** The endpoint's owner. @throws Failure NOT_FOUND */
  readonly countDeliveries: CountDeliveries
  /** The webhooks' owner. A page that cannot be read yields its Failure; see `listDeliveries`. */
  readonly listDeliveriesOfMany: ListDeliveriesOfMany
  /** Any caller. Needs no store, and always returns the same secret for an account. */
  readonly getSigningSecret: GetSigningSecret

  /** Creates the deliveries of events that webhooks are subscribed to. Idempotent. */
  readonly reactor: Reactor<SubscribedEvent>
  /**
   * Handler of the job `deliver`, whose key is the endpoint's id. A process that is killed may send a delivery twice.
   */
  readonly deliver: JobHandler
  /** Number of receivers whose last attempt by this process timed out. */
  receiversTimingOut(): number
  /** For a regular job. Idempotent. */
  sweepDeliveries(): Promise<void>
}

export const createWebhooks: (dependencies: WebhooksDependencies) => Webhooks = wireWebhooks

export { createWebhooksAsOf } from './asOf.js'
export type { DeliveryPageQuery } from './deliveries/deliveries.js'
export { DELIVER } from './deliveries/endpoint.js'
export { createForgetDeliveries } from './deliveries/forget.js'
export { createRemovePendingDeliveries } from './deliveries/removePending.js'
export type { DeliveryView } from './internal/deliveryView.js'
export type { WebhookView } from './internal/webhookView.js'
export type { DeliveryEdges } from './queries/listDeliveriesOfMany.js'
export { createListDisabled, type DisabledWebhook, type ListDisabled } from './queries/listDisabled.js'
export type { WebhookOutcome } from './sending/outcome.js'
export { createWebhookList, type WebhooksDependencies, webhookCollections, webhookProjections } from './wiring.js'
