import { type Count, createCounter, createHistogram, type Family } from '../kernel/metrics.js'

/** Requests that no operation answers: nothing at the path, another method, a preflight. */
export const UNMATCHED = 'unmatched'
/** The caller went away before there was an answer. The number is nginx's. */
export const CALLER_GONE = 499

/** Counts one answered request. @param began `performance.now()` when it came in */
export type CountRequest = (status: number, began: number) => void

/** What is answered, how, and how fast: by operation, never by caller. */
export interface RequestMetrics {
  /** @param operation one of a few names */
  of(operation: string): CountRequest
  /** Answers that were given again to a repeated Idempotency-Key. */
  readonly replays: Count
  readonly families: readonly Family[]
}

export function createRequestMetrics(): RequestMetrics {
  const requests = createCounter({
    name: 'mailproof_http_requests_total',
    help: 'Requests by operation of the contract (or graphql, unmatched) and status; 499 = the caller went away.',
    labels: ['operation', 'status'],
  })
  const durations = createHistogram({
    name: 'mailproof_http_request_duration_seconds',
    help: 'From a request that has arrived to its answer that is written.',
    labels: ['operation'],
  })
  const replayed = createCounter({
    name: 'mailproof_idempotent_replays_total',
    help: 'Answers that were given again to a repeated Idempotency-Key.',
  })
  return {
    of(operation) {
      const timing = durations.of(operation)
      const byStatus = new Map<number, Count>()
      return (status, began) => {
        const count = byStatus.get(status) ?? requests.of(operation, String(status))
        if (count.value++ === 0) byStatus.set(status, count)
        timing.observe(performance.now() - began)
      }
    },
    replays: replayed.of(),
    families: [requests, durations, replayed],
  }
}
