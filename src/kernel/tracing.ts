import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStore } from './ports/eventStore.js'
import type { Resolver } from './ports/resolver.js'

/**
 * Handles a request inside a span: the root of a new trace, or a child of the caller's.
 * @param operation a name of low cardinality
 */
export type TraceRequest = (
  operation: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => Promise<void>,
) => Promise<void>

/**
 * Reports the steps of a request to a trace collector: their names and durations, never the caller.
 */
export interface Tracing {
  readonly request: TraceRequest
  /** Wraps an event store so that appends of traced requests become spans. */
  store(store: EventStore): EventStore
  /** Wraps a resolver so that DNS lookups of traced requests become spans. */
  resolver(resolver: Resolver): Resolver
  /** Flushes the spans that are still queued. */
  stop(): Promise<void>
}
