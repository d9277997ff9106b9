/**
 * For metrics: the outcome of an attempt (`retried` if another one follows, `failed` if it was the last), or `disabled`
 * if the outcomes of attempts disabled a webhook.
 */
export type WebhookOutcome = 'delivered' | 'retried' | 'failed' | 'disabled'
