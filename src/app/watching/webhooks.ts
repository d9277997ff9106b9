import type { WebhookOutcome } from '../../features/webhooks/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

/** What comes of sending to webhooks, counted. */
export function watchWebhooks(): {
  readonly count: (outcome: WebhookOutcome) => void
  readonly families: readonly Family[]
} {
  const outcomes = createCounter({
    name: 'mailproof_webhook_outcomes_total',
    help: 'Attempts: delivered, retried (to be tried again), failed (for good); and webhooks that were disabled.',
    labels: ['outcome'],
  })
  return { count: (outcome) => void outcomes.of(outcome).value++, families: [outcomes] }
}
