import { ApolloServer, type ApolloServerPlugin, HeaderMap, type HTTPGraphQLHead } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { Request } from 'express'
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql'
import type { Exchange, GraphqlContext } from '../api/graphql/context.js'
import { Failure } from '../kernel/failure.js'
import type { Log } from '../kernel/log.js'
import { type Failing, present, replyTo } from './errors.js'
import type { Documents } from './limits/documents.js'
import type { EnforceLimits } from './limits/enforceLimits.js'

/** What Apollo carries along for our plugin, besides what resolvers are given. */
export interface HttpContext extends GraphqlContext {
  readonly exchange: Exchange
  readonly request: Request
  readonly failing: Failing
}

export interface ApolloDependencies {
  readonly schema: GraphQLSchema
  readonly documents: Documents
  readonly admit: EnforceLimits
  readonly log: Log
}

/** Operations over HTTP. It calls nobody, listens to no signal and serves no page. */
export function createApollo({ schema, documents, admit, log }: ApolloDependencies): ApolloServer<HttpContext> {
  return new ApolloServer<HttpContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    allowBatchedHttpRequests: false,
    csrfPrevention: true,
    persistedQueries: false,
    documentStore: storeOf(documents),
    logger: loggerOf(log),
    // What is refused before there is a context; all else is said again below, by what is known of the operation.
    formatError: (_, error) => present(error, { requestId: 'unknown', log }),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      lastLook(admit),
    ],
  })
}

/** Every query was parsed and proven before Apollo is asked: it takes what is there. */
const storeOf = ({ byName }: Documents) => ({
  get: async (key: string) => byName(key.slice(key.lastIndexOf(':') + 1)),
  set: async () => {},
  delete: async () => false,
})

const lastLook = (admit: EnforceLimits): ApolloServerPlugin<HttpContext> => ({
  requestDidStart: async () => ({
    async didResolveOperation({ document, request: { operationName, variables }, contextValue }) {
      const { exchange, request, failing } = contextValue
      try {
        const kind = await admit({ document, operationName, variables, request, exchange })
        if (kind === OperationTypeNode.SUBSCRIPTION) throw new Failure('VALIDATION_ERROR', OVER_WEBSOCKET)
      } catch (error) {
        throw refusal(error, failing)
      }
    },
    async willSendResponse({ errors, response: { body }, contextValue }) {
      if (errors && body.kind === 'single')
        body.singleResult.errors = errors.map((error) => present(error, contextValue.failing))
    },
  }),
})

const OVER_WEBSOCKET = 'Subscriptions are answered over WebSocket, by the protocol graphql-transport-ws at this path.'

/** Apollo takes status and headers of an answer from its error. */
function refusal(error: unknown, failing: Failing): GraphQLError {
  const { status, headers } = replyTo(error, failing)
  const http: Partial<HTTPGraphQLHead> = { status, headers: new HeaderMap(Object.entries(headers)) }
  const cause = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(cause.message, { originalError: cause, extensions: { http } })
}

const loggerOf = (log: Log) => ({
  debug() {},
  info() {},
  warn: (message: unknown) => log.warn({ said: String(message) }, 'Apollo warns'),
  error: (message: unknown) => log.error({ said: String(message) }, 'Apollo failed'),
})
