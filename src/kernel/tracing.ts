import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStore } from './ports/eventStore.js'
import type { Resolver } from './ports/resolver.js'

/** Handles a request as the beginning of a trace, or as a part of its caller's. @param operation one of a few names */
export type TraceRequest = (
  operation: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => Promise<void>,
) => Promise<void>

/** What takes time in a request, told to a collector: what it was and how long it took, never whose it was. */
export interface Tracing {
  readonly request: TraceRequest
  /** The same log; appends of traced requests are spans. */
  store(store: EventStore): EventStore
  /** The same resolver; look-ups of traced requests are spans. */
  resolver(resolver: Resolver): Resolver
  /** Sends what is still to be sent. */
  stop(): Promise<void>
}
