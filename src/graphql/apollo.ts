// Apollo Server as this service uses it: our document cache, limits and errors around execution.
import { ApolloServer, type ApolloServerPlugin, HeaderMap, type HTTPGraphQLHead } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { Request } from 'express'
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql'
import type { GraphqlContext, GraphqlExchange } from '../api/graphql/context.js'
import type { RateLimiter } from '../api/rateLimit.js'
import { Failure } from '../kernel/failure.js'
import { type Log, silentLog } from '../kernel/log.js'
import { causeOf, type ErrorDetails, httpErrorOf, presentError } from './errors.js'
import type { DocumentCache } from './limits/documents.js'
import type { EnforceLimits } from './limits/enforceLimits.js'
import { turnForResponse } from './limits/heavy.js'

/** Context that Apollo passes to our plugin, in addition to what resolvers get. */
export interface HttpContext extends GraphqlContext {
  readonly exchange: GraphqlExchange
  readonly request: Request
  readonly failing: ErrorDetails
  /** Whether the client has closed its connection. */
  readonly isGone: () => boolean
}

interface ApolloDependencies {
  readonly schema: GraphQLSchema
  readonly documents: DocumentCache
  readonly enforceLimits: EnforceLimits
  readonly rateLimiter: Pick<RateLimiter, 'reportSimulated'>
  readonly log: Log
  /** Prefix of absolute links. */
  readonly baseUrl: string
}

/** Executes operations over HTTP. Makes no outbound calls, handles no process signals and serves no landing page. */
export function createApollo(dependencies: ApolloDependencies): ApolloServer<HttpContext> {
  const { schema, documents, enforceLimits, rateLimiter, log, baseUrl } = dependencies
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
    // For requests that are rejected before there is a context; other errors are formatted again, and logged, in willSendResponse.
    formatError: (_, error) => presentError(error, { requestId: 'unknown', log: silentLog, baseUrl }),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      limitsPlugin(enforceLimits, rateLimiter),
    ],
  })
}

/** Every query was parsed and validated before Apollo gets it: this store hands it the parsed document. */
const storeOf = ({ byName }: DocumentCache) => ({
  get: async (key: string) => byName(key.slice(key.lastIndexOf(':') + 1)),
  set: async () => {},
  delete: async () => false,
})

/** Enforces the limits before an operation is executed, and formats errors before they are sent. */
const limitsPlugin = (
  enforceLimits: EnforceLimits,
  { reportSimulated }: ApolloDependencies['rateLimiter'],
): ApolloServerPlugin<HttpContext> => ({
  requestDidStart: async () => {
    let cost = 0
    return {
      async didResolveOperation({ document, request: { operationName, variables }, contextValue }) {
        const { exchange, request, failing } = contextValue
        try {
          const admitted = await enforceLimits({ document, operationName, variables, request, exchange })
          if (admitted.kind === OperationTypeNode.SUBSCRIPTION) throw new Failure('VALIDATION_ERROR', OVER_WEBSOCKET)
          cost = admitted.cost
        } catch (error) {
          throw refusal(error, failing)
        }
      },
      async willSendResponse({ errors, response: { body }, contextValue }) {
        await turnForResponse(cost)
        if (!errors || body.kind !== 'single') return
        const { exchange, failing, isGone } = contextValue
        // Nobody is told; what was going on ends with an error because of that.
        if (isGone()) return
        for (const error of errors) reportSimulated('verify', causeOf(error), exchange.headers)
        body.singleResult.errors = errors.map((error) => presentError(error, failing))
      },
    }
  },
})

const OVER_WEBSOCKET =
  'Subscriptions need a WebSocket (graphql-transport-ws) at this path, or a POST that accepts text/event-stream.'

/** Apollo takes the status and headers of a response from its error. */
function refusal(error: unknown, failing: ErrorDetails): GraphQLError {
  const { status, headers } = httpErrorOf(error, failing)
  const http: Partial<HTTPGraphQLHead> = { status, headers: new HeaderMap(Object.entries(headers)) }
  const cause = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(cause.message, { originalError: cause, extensions: { http } })
}

const loggerOf = (log: Log) => ({
  debug() {},
  info() {},
  warn: (message: unknown) => log.warn({ message: String(message) }, 'warning from Apollo Server'),
  error: (message: unknown) => log.error({ message: String(message) }, 'error from Apollo Server'),
})
