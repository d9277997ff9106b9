import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { type ExecutionArgs, execute, GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { makeServer, type Server, type SubscribePayload } from 'graphql-ws'
import { callerIn, type Exchange, type GraphqlContext } from '../../api/graphql/context.js'
import { Failure } from '../../kernel/failure.js'
import { type Failing, present } from '../errors.js'
import type { GraphqlHost } from '../host.js'
import { identityOf } from '../identity.js'
import { type Documents, InvalidDocument } from '../limits/documents.js'
import { countRequest, type EnforceLimits } from '../limits/enforceLimits.js'
import { createSubscribe } from './subscriptions.js'

/** A client that has not said hello by then is not one. */
const HELLO_MS = 5_000
/** Operations of one connection that are under way at once. */
const MAX_OPERATIONS = 20

/** What is known of a connection. */
export interface SocketState {
  readonly request: Request
  /** The client address, or the network of one subscriber. */
  readonly client: string
  /** Aborts when the connection has ended. */
  readonly gone: AbortController
  /** The key that it came with. */
  key: string | undefined
  /** Operations that are prepared or carried out, whether or not the client still waits for them. */
  running: number
}

export interface ProtocolDependencies extends Pick<GraphqlHost, 'auth' | 'rateLimiter' | 'log' | 'upgradeUrl'> {
  readonly schema: GraphQLSchema
  readonly documents: Documents
  readonly admit: EnforceLimits
  readonly contextOf: (exchange: Exchange) => GraphqlContext
}

interface Arguments extends ExecutionArgs {
  readonly contextValue: GraphqlContext & {
    readonly failing: Failing
    readonly state: SocketState
    /** The account or client address that subscriptions are shared by. */
    readonly sharer: string
    /** To be called when it has been carried out. */
    readonly end: () => void
  }
}

/** What a connection may say, and what it is answered: everything as over HTTP, and subscriptions. */
export function createProtocol(dependencies: ProtocolDependencies): Server<SocketState> {
  const { schema, documents, admit, contextOf, auth, rateLimiter, log, upgradeUrl } = dependencies
  const subscribe = createSubscribe()

  async function prepare(state: SocketState, payload: SubscribePayload): Promise<Arguments> {
    const requestId = randomUUID()
    const { request, key, gone } = state
    const asker = await identityOf(auth, key, request)
    const caller = callerIn({ asker })
    const failing = { requestId, log, ...(caller?.plan === 'free' && { upgradeUrl }) }
    let end: (() => void) | undefined
    const exchange: Exchange = {
      requestId,
      asker,
      headers: {},
      callFor: (actor) => callOf(actor, gone.signal),
      onEnd: (then) => {
        end = then
      },
    }
    try {
      await countRequest(rateLimiter, request, exchange)
      const { variables } = payload
      const operationName = payload.operationName || undefined
      const document = documents.documentOf(payload.query)
      await admit({ document, operationName, variables, request, exchange })
      const sharer = caller ? `account:${caller.account}` : `client:${state.client}`
      const contextValue = { ...contextOf(exchange), failing, state, sharer, end: () => end?.() }
      return { schema, document, operationName, variableValues: variables, contextValue }
    } catch (error) {
      throw new Refused(error instanceof InvalidDocument ? error.errors : [error], failing)
    }
  }

  return makeServer<Record<string, unknown>, SocketState>({
    connectionInitWaitTimeout: HELLO_MS,

    async onConnect({ connectionParams, extra }) {
      const key = keyIn(connectionParams)
      if (key === undefined) return true
      extra.key = String(key)
      // One that does not work would be closed a moment later all the same.
      const asker = await identityOf(auth, key, extra.request)
      return !('refused' in asker && asker.refused instanceof Failure)
    },

    async onSubscribe({ subscriptions, extra }, _id, payload) {
      extra.running++
      try {
        if (Object.keys(subscriptions).length > MAX_OPERATIONS || extra.running > MAX_OPERATIONS) throw tooMany(log)
        return await prepare(extra, payload)
      } catch (error) {
        extra.running--
        if (!(error instanceof Refused)) throw error
        return error.reasons.map((reason) => asGraphQLError(present(reason, error.failing)))
      }
    },

    /** An operation that the client has ended goes on until it is done, and counts until then. */
    async execute(args) {
      const { state, end } = (args as Arguments).contextValue
      try {
        return await execute(args)
      } finally {
        state.running--
        end()
      }
    },

    async subscribe(args) {
      const { state, sharer } = (args as Arguments).contextValue
      try {
        return await subscribe(sharer, args)
      } finally {
        state.running--
      }
    },

    onNext: (_context, _id, _payload, args, result) =>
      result.errors && {
        ...result,
        errors: result.errors.map((error) => present(error, (args as Arguments).contextValue.failing)),
      },

    onError: (_context, _id, _payload, errors) =>
      // Those of `onSubscribe` are as they should be; others broke a subscription off.
      errors.map((error) => (error.originalError ? present(error, { requestId: randomUUID(), log }) : error.toJSON())),
  })
}

/** The key that a connection came with, whichever way its name is written. */
function keyIn(params: Record<string, unknown> | undefined): unknown {
  const name = Object.keys(params ?? {}).find((each) => each.toLowerCase() === 'x-api-key')
  return name === undefined || params![name] === '' ? undefined : params![name]
}

const callOf = (actor: Parameters<Exchange['callFor']>[0], signal: AbortSignal) => ({
  actor,
  get gone() {
    return signal.aborted
  },
  signal,
})

/** Why an operation is not begun. */
class Refused extends Error {
  constructor(
    readonly reasons: readonly unknown[],
    readonly failing: Failing,
  ) {
    super('an operation is not begun')
  }
}

const tooMany = (log: Failing['log']): Refused =>
  new Refused(
    [
      new Failure(
        'VALIDATION_ERROR',
        `A connection may have ${MAX_OPERATIONS} operations under way. Wait for one to end, or end one.`,
      ),
    ],
    { requestId: randomUUID(), log },
  )

const asGraphQLError = ({ message, extensions, locations: _, ...rest }: GraphQLFormattedError): GraphQLError =>
  new GraphQLError(message, { ...(extensions && { extensions }), ...(rest.path && { path: rest.path }) })
