import type { WebhookOutcome } from '../../features/webhooks/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

const OUTCOMES: readonly WebhookOutcome[] = ['delivered', 'retried', 'failed', 'disabled']

/** Counts the outcomes of webhook delivery attempts. */
export function instrumentWebhooks(): {
  readonly count: (outcome: WebhookOutcome) => void
  readonly families: readonly Family[]
} {
  const outcomes = createCounter({
    name: 'mailproof_webhook_outcomes_total',
    help: 'Delivery attempts: delivered, retried (will be retried), failed (final); and webhooks that were disabled.',
    labels: ['outcome'],
    known: OUTCOMES.map((outcome) => [outcome]),
  })
  return { count: (outcome) => void outcomes.of(outcome).value++, families: [outcomes] }
}

/** Gauge of the receivers that do not answer in time. */
export const watchReceivers = (timingOut: () => number): Family => ({
  name: 'mailproof_webhook_receivers_timing_out',
  help: 'Receivers whose last attempt from this process timed out. They get one attempt at a time, with a shorter timeout.',
  type: 'gauge',
  labels: [],
  samples: () => [{ labels: {}, value: timingOut() }],
})
