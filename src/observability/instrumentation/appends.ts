import { createCounter, createHistogram, type Family } from '../../kernel/metrics.js'
import { ConcurrencyConflict, type EventStore, StoreUnavailable } from '../../kernel/ports/eventStore.js'

/** Counts and times the appends of any event store. */
export function instrumentAppends(store: EventStore): {
  readonly store: EventStore
  readonly families: readonly Family[]
} {
  const appends = createCounter({
    name: 'mailproof_appends_total',
    help: 'Appends to the log, by outcome: written, conflict (unexpected revision), unavailable, refused.',
    labels: ['outcome'],
  })
  const events = createCounter({
    name: 'mailproof_appended_events_total',
    help: 'Events appended to the log.',
  })
  const durations = createHistogram({
    name: 'mailproof_append_duration_seconds',
    help: 'Time until a successful append is durable.',
  })
  const [written, conflict] = [appends.of('written'), appends.of('conflict')]
  const [unavailable, refused] = [appends.of('unavailable'), appends.of('refused')]
  const [appended, timing] = [events.of(), durations.of()]

  const countFailure = (error: unknown): void => {
    if (error instanceof ConcurrencyConflict) conflict.value++
    else if (error instanceof StoreUnavailable) unavailable.value++
    else refused.value++
  }

  return {
    store: {
      ...store,
      append(stream, given, options) {
        const startedAt = performance.now()
        const append = store.append(stream, given, options)
        // Counted separately, so that the caller does not wait for it.
        append.then(() => {
          written.value++
          appended.value += given.length
          timing.observe(performance.now() - startedAt)
        }, countFailure)
        return append
      },
    },
    families: [appends, events, durations],
  }
}
