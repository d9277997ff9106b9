import { createGraphqlContexts } from '../api/graphql/context.js'
import { createApollo } from './apollo.js'
import type { GraphqlHost } from './host.js'
import { createHttpHandler } from './http.js'
import { createDocumentCache } from './limits/documents.js'
import { createEnforceLimits } from './limits/enforceLimits.js'
import { createSchema } from './schema.js'
import { withScopes } from './scopes.js'
import { createEventStreams } from './sse/eventStreams.js'
import { createSocketPermits } from './websocket/socketPermits.js'
import { createSubscribe } from './websocket/subscriptions.js'
import { createWebSockets } from './websocket/webSockets.js'

/** The GraphQL runtime, over HTTP, WebSocket and server-sent events, with one schema, the same limits and the same error messages. */
export async function createGraphqlServer(host: GraphqlHost) {
  const { services, watchPoolActivity, past, contract, rateLimiter, log } = host
  const schema = withScopes(createSchema(), contract)
  const documents = createDocumentCache(schema)
  const enforceLimits = createEnforceLimits({ schema, contract, rateLimiter })
  const contextOf = createGraphqlContexts({ ...services, watchPoolActivity, past }, contract)
  const apollo = createApollo({ schema, documents, enforceLimits, rateLimiter, log, baseUrl: services.baseUrl })
  await apollo.start()
  // One of each for both transports of subscriptions, so that a client or an account has no more by using both.
  const subscribe = createSubscribe()
  const permits = createSocketPermits()
  const shared = { ...host, schema, documents, enforceLimits, contextOf, subscribe, permits }
  const sockets = createWebSockets(shared)
  const streams = createEventStreams(shared)
  return {
    handle: createHttpHandler({ ...shared, apollo, streams }),
    upgrade: sockets.upgrade,
    /** Ends what would stay open. Apollo, which holds nothing, is not stopped: requests that still arrive are answered. */
    async stop(): Promise<void> {
      streams.stop()
      await sockets.stop()
    },
  }
}
