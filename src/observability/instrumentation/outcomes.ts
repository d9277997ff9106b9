import { type CountSenderEvents, SENDER_RESULTS, SENDERS } from '../../features/outcomes/index.js'
import { createCounter, type Family } from '../../kernel/metrics.js'

/** Counts what senders of mail tell. */
export function instrumentOutcomes(): { readonly count: CountSenderEvents; readonly families: readonly Family[] } {
  const events = createCounter({
    name: 'mailproof_sender_events_total',
    help: 'Events of senders of mail: recorded, repeated, ignored (they say nothing about an address) and unreadable.',
    labels: ['sender', 'result'],
    known: Object.keys(SENDERS).flatMap((sender) => SENDER_RESULTS.map((result) => [sender, result])),
  })
  return {
    count(sender, result, count) {
      events.of(sender, result).value += count
    },
    families: [events],
  }
}
