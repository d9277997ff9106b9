// The graphql-transport-ws protocol.
import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { type ExecutionArgs, execute, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { makeServer, type Server, type SubscribePayload } from 'graphql-ws'
import { type Credentials, missingInSocket, socketCredentialsOf } from '../../api/credentials.js'
import { callerIn, type GraphqlContext, type GraphqlExchange } from '../../api/graphql/context.js'
import { refusePublishable } from '../../api/permission.js'
import { Failure, isRefusal } from '../../kernel/failure.js'
import { newId } from '../../kernel/ids.js'
import { perClient } from '../../kernel/limits.js'
import { type ErrorDetails, presentError } from '../errors.js'
import type { GraphqlHost } from '../host.js'
import { identityOf } from '../identity.js'
import { type DocumentCache, InvalidDocument } from '../limits/documents.js'
import { countRequest, type EnforceLimits } from '../limits/enforceLimits.js'
import { turnForResponse } from '../limits/heavy.js'
import type { Subscribe } from './subscriptions.js'

/** A client must send `connection_init` within this time. */
const INIT_TIMEOUT_MS = 5_000

/** State of one connection. */
export interface SocketState {
  readonly request: Request
  /** The client's site: its IPv4 address, or its IPv6 /48. */
  readonly client: string
  /** Aborted when the connection has closed. */
  readonly gone: AbortController
  /** The API key that the client sent, if any. */
  credentials: Credentials | undefined
  /** The account of that key, once the key is known to be valid. */
  account: string | undefined
  /** Operations being prepared or executed, including those that the client has cancelled. */
  running: number
}

export interface ProtocolDependencies extends Pick<GraphqlHost, 'auth' | 'rateLimiter' | 'log' | 'services'> {
  readonly schema: GraphQLSchema
  readonly documents: DocumentCache
  readonly enforceLimits: EnforceLimits
  readonly subscribe: Subscribe
  readonly contextOf: (exchange: GraphqlExchange) => GraphqlContext
}

interface Arguments extends ExecutionArgs {
  readonly contextValue: GraphqlContext & {
    readonly failing: ErrorDetails
    readonly state: SocketState
    /** The account or client address whose share of subscriptions this uses. */
    readonly shareKey: string
    readonly cost: number
    /** Must be called after execution. */
    readonly end: () => void
  }
}

/** The graphql-transport-ws protocol: the same operations and limits as over HTTP, and subscriptions. */
export function createProtocol(dependencies: ProtocolDependencies): Server<SocketState> {
  const { schema, documents, enforceLimits, subscribe, contextOf, auth, rateLimiter, log, services } = dependencies
  const { baseUrl } = services

  async function prepare(state: SocketState, payload: SubscribePayload): Promise<Arguments> {
    const requestId = newId()
    const { request, gone } = state
    const identity = await identityOf(auth, () => requireCredentials(state), request)
    const caller = callerIn({ identity })
    const failing = { requestId, log, baseUrl, identity, plan: caller?.plan }
    let end: (() => void) | undefined
    const exchange: GraphqlExchange = {
      requestId,
      identity,
      headers: {},
      callFor: (actor) => callOf(actor, gone.signal),
      onEnd: (callback) => {
        end = callback
      },
    }
    try {
      await countRequest(rateLimiter, request, exchange)
      const { variables } = payload
      const operationName = payload.operationName || undefined
      const document = await documents.loadDocument(payload.query)
      const { cost } = await enforceLimits({ document, operationName, variables, request, exchange })
      const shareKey = shareKeyOf({ account: caller?.account, client: state.client })
      const contextValue = { ...contextOf(exchange), failing, state, shareKey, cost, end: () => end?.() }
      return { schema, document, operationName, variableValues: variables, contextValue }
    } catch (error) {
      throw new Rejected(error instanceof InvalidDocument ? error.errors : [error], failing)
    }
  }

  return makeServer<Record<string, unknown>, SocketState>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,

    async onConnect({ connectionParams, extra }) {
      try {
        extra.credentials = socketCredentialsOf(connectionParams, extra.request.headers)
        // Otherwise the periodic check of keys would close the connection a moment later.
        if (extra.credentials) {
          const caller = await auth.identify(extra.credentials, extra.request)
          refusePublishable(caller)
          extra.account = caller.account
        }
      } catch (error) {
        // If a store does not answer, or the log may be another one, it is unknown whether the key is valid: each operation reports that.
        if (isRefusal(error)) throw new SocketRefused(error.message)
      } finally {
        forget(connectionParams)
      }
      return true
    },

    async onSubscribe({ subscriptions, extra }, _id, payload) {
      extra.running++
      try {
        if (Math.max(Object.keys(subscriptions).length, extra.running) > perClient.sockets.operations)
          throw tooMany({ requestId: randomUUID(), log, baseUrl })
        const prepared = await prepare(extra, payload)
        forget(payload)
        return prepared
      } catch (error) {
        extra.running--
        if (!(error instanceof Rejected)) throw error
        return error.reasons.map((reason) => asGraphQLError(presentError(reason, error.failing)))
      }
    },

    /** An operation that the client has cancelled still runs to its end, and counts until then. */
    async execute(args) {
      const { state, cost, end } = (args as Arguments).contextValue
      try {
        const result = await execute(args)
        await turnForResponse(cost)
        return result
      } finally {
        state.running--
        end()
      }
    },

    async subscribe(args) {
      const { state, shareKey } = (args as Arguments).contextValue
      try {
        return await subscribe(shareKey, args)
      } finally {
        state.running--
      }
    },

    onNext: (_context, _id, _payload, args, result) =>
      result.errors && {
        ...result,
        errors: result.errors.map((error) => presentError(error, (args as Arguments).contextValue.failing)),
      },

    onError: (_context, _id, _payload, errors) =>
      // Errors from `onSubscribe` are already formatted; the others ended a subscription.
      errors.map((error) =>
        error.originalError ? presentError(error, { requestId: randomUUID(), log, baseUrl }) : error.toJSON(),
      ),
  })
}

/** Whose shares a connection uses: its account's, or its client site's. */
export const shareKeyOf = ({ account, client }: Pick<SocketState, 'account' | 'client'>): string =>
  account === undefined ? `client:${client}` : `account:${account}`

/** @throws Failure MISSING_API_KEY */
function requireCredentials({ credentials }: SocketState): Credentials {
  if (!credentials) throw missingInSocket()
  return credentials
}

const callOf = (actor: Parameters<GraphqlExchange['callFor']>[0], signal: AbortSignal) => ({
  actor,
  get gone() {
    return signal.aborted
  },
  signal,
})

/** Frees what a client sent, which graphql-ws keeps for as long as the connection or the operation, and nobody reads again. */
function forget(sent: object | undefined): void {
  for (const name in sent) delete (sent as Record<string, unknown>)[name]
}

/** Why a connection is not accepted: the service closes it with code 4403 and this reason. */
export class SocketRefused extends Error {
  override readonly name = 'SocketRefused'
}

/** Why an operation is not executed. */
class Rejected extends Error {
  constructor(
    readonly reasons: readonly unknown[],
    readonly failing: ErrorDetails,
  ) {
    super('the operation is rejected')
  }
}

const tooMany = (failing: ErrorDetails): Rejected =>
  new Rejected(
    [
      new Failure(
        'VALIDATION_ERROR',
        `A connection may have at most ${perClient.sockets.operations} concurrent operations. Wait for one to complete, or cancel one.`,
      ),
    ],
    failing,
  )

const asGraphQLError = ({ message, extensions, locations: _, ...rest }: GraphQLFormattedError): GraphQLError =>
  new GraphQLError(message, { ...(extensions && { extensions }), ...(rest.path && { path: rest.path }) })
