import { createCounter, createHistogram, type Family } from '../../kernel/metrics.js'
import { ConcurrencyConflict, type EventStore, StoreUnavailable } from '../../kernel/ports/eventStore.js'

/** A log of any engine whose appends are counted and timed. */
export function instrumentAppends(store: EventStore): {
  readonly store: EventStore
  readonly families: readonly Family[]
} {
  const appends = createCounter({
    name: 'mailproof_appends_total',
    help: 'Appends to the log: written, conflict (the stream was not as expected), unavailable, refused.',
    labels: ['outcome'],
  })
  const events = createCounter({
    name: 'mailproof_appended_events_total',
    help: 'Events that were written to the log.',
  })
  const durations = createHistogram({
    name: 'mailproof_append_duration_seconds',
    help: 'Appends that were written, until they are durable.',
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
        const began = performance.now()
        const append = store.append(stream, given, options)
        // Beside its caller, who waits no longer for it.
        append.then(() => {
          written.value++
          appended.value += given.length
          timing.observe(performance.now() - began)
        }, countFailure)
        return append
      },
    },
    families: [appends, events, durations],
  }
}
