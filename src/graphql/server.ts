import { createGraphqlContexts } from '../api/graphql/context.js'
import { createApollo } from './apollo.js'
import type { GraphqlHost } from './host.js'
import { createHttpHandler } from './http.js'
import { createDocumentCache } from './limits/documents.js'
import { createEnforceLimits } from './limits/enforceLimits.js'
import { createSchema } from './schema.js'
import { withScopes } from './scopes.js'
import { createWebSockets } from './websocket/webSockets.js'

/** The GraphQL runtime, over HTTP and WebSocket, with one schema, the same limits and the same error messages. */
export async function createGraphqlServer(host: GraphqlHost) {
  const { services, watchPoolActivity, past, contract, rateLimiter, log } = host
  const schema = withScopes(createSchema(), contract)
  const documents = createDocumentCache(schema)
  const enforceLimits = createEnforceLimits({ schema, contract, rateLimiter })
  const contextOf = createGraphqlContexts({ ...services, watchPoolActivity, past }, contract)
  const apollo = createApollo({ schema, documents, enforceLimits, rateLimiter, log, baseUrl: services.baseUrl })
  await apollo.start()
  const sockets = createWebSockets({ ...host, schema, documents, enforceLimits, contextOf })
  return {
    handle: createHttpHandler({ ...host, apollo, documents, contextOf }),
    upgrade: sockets.upgrade,
    async stop(): Promise<void> {
      await sockets.stop()
      await apollo.stop()
    },
  }
}
