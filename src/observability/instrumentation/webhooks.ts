import type { WebhookOutcome } from '../../features/webhooks/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

/** What comes of sending to webhooks, counted. */
export function instrumentWebhooks(): {
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

/** Receivers that do not answer in time. */
export const watchReceivers = (timingOut: () => number): Family => ({
  name: 'mailproof_webhook_receivers_timing_out',
  help: 'Receivers whose last attempt by this process timed out: one attempt at a time, with shorter time-outs.',
  type: 'gauge',
  samples: () => [{ labels: {}, value: timingOut() }],
})
