import type { WebhookEvent } from '../api/operations.generated.js'

/** When a webhook is called, by event. */
const NAMES: { readonly [event in WebhookEvent]: string } = {
  BULK_COMPLETED: 'a batch has ended',
  VERIFICATION_COMPLETED: 'an address was verified',
  USAGE_LIMIT_REACHED: 'the monthly quota is used up',
  USAGE_THRESHOLD_REACHED: '50, 70 or 90 % of the monthly quota are used',
  WEBHOOK_DISABLED: 'another webhook was disabled by the service',
  WEBHOOK_RECOVERED: 'deliveries to a webhook arrive again',
}

export const EVENTS = Object.entries(NAMES) as readonly [WebhookEvent, string][]

/** `Called when a batch has ended or an address was verified.` */
export function inWords(events: readonly WebhookEvent[]): string {
  const names = EVENTS.filter(([event]) => events.includes(event)).map(([, name]) => name)
  return `Called when ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}.`
}
