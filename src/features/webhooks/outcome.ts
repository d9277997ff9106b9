/**
 * For those who watch: what came of an attempt, which is tried again or not; or that a webhook was disabled, because of
 * what came of its attempts.
 */
export type WebhookOutcome = 'delivered' | 'retried' | 'failed' | 'disabled'
