import type { DeliveryView, WebhookView } from '../../features/webhooks/index.js'

export const DELETED_MESSAGE = 'Webhook deleted.'

/** Webhook of the contract. */
export const webhookBody = (view: WebhookView) => ({
  id: view.id,
  url: view.url,
  events: view.events,
  header_names: view.headerNames,
  certificate_authority: view.certificateAuthority,
  status: view.status,
  disabled_reason: view.disabledReason,
  created_at: view.createdAt,
  updated_at: view.updatedAt,
  last_success_at: view.lastSuccessAt,
  last_failure_at: view.lastFailureAt,
  consecutive_failures: view.consecutiveFailures,
})

/** Delivery of the contract. */
export const deliveryBody = ({ id, event, status, createdAt, nextAttemptAt, attempts }: DeliveryView) => ({
  id,
  event,
  status,
  created_at: createdAt,
  next_attempt_at: nextAttemptAt,
  attempts: attempts.map(({ at, statusCode, durationMs, response, location }) => ({
    at,
    status_code: statusCode,
    duration_ms: durationMs,
    response,
    location,
  })),
})
