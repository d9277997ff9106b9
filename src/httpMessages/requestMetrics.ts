import { type Count, createCounter, createHistogram, type Family } from '../kernel/metrics.js'

/** Requests that match no operation: unknown path, wrong method, CORS preflight. */
export const UNMATCHED = 'unmatched'
/** The client closed the connection before it was answered. The status code is nginx's. */
export const CALLER_GONE = 499

/** Counts one answered request. @param startedAt `performance.now()` when it arrived */
type CountRequest = (status: number, startedAt: number) => void

/** Status codes and durations of requests, by operation, never by caller. */
export interface RequestMetrics {
  /** @param operation label value, from a small fixed set */
  of(operation: string): CountRequest
  /** Responses that were replayed for a repeated Idempotency-Key. */
  readonly replays: Count
  readonly families: readonly Family[]
}

export function createRequestMetrics(): RequestMetrics {
  const requests = createCounter({
    name: 'mailproof_http_requests_total',
    help: 'HTTP requests by operation (or graphql, mcp, pages, unmatched) and status; 499: the client closed the connection.',
    labels: ['operation', 'status'],
  })
  const durations = createHistogram({
    name: 'mailproof_http_request_duration_seconds',
    help: 'Time from receiving a request to writing its response.',
    labels: ['operation'],
  })
  const replayed = createCounter({
    name: 'mailproof_idempotent_replays_total',
    help: 'Responses replayed for a repeated Idempotency-Key.',
  })
  return {
    of(operation) {
      const timing = durations.of(operation)
      const byStatus = new Map<number, Count>()
      return (status, startedAt) => {
        const count = byStatus.get(status) ?? requests.of(operation, String(status))
        if (count.value++ === 0) byStatus.set(status, count)
        timing.observe(performance.now() - startedAt)
      }
    },
    replays: replayed.of(),
    families: [requests, durations, replayed],
  }
}
