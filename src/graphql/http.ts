// GraphQL over HTTP.

import { type ApolloServer, HeaderMap } from '@apollo/server'
import type { Request, Response } from 'express'
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql'
import { credentialsOf } from '../api/credentials.js'
import { callerIn, type GraphqlContext, type GraphqlExchange } from '../api/graphql/context.js'
import { HttpCall } from '../api/rest/httpCall.js'
import { siteOf } from '../httpMessages/clientNetwork.js'
import { optionsHeaders } from '../httpMessages/cors.js'
import { readJsonBody } from '../httpMessages/jsonBody.js'
import { type Headers, sendResponse } from '../httpMessages/send.js'
import { Failure } from '../kernel/failure.js'
import { newId } from '../kernel/ids.js'
import { perRequest } from '../kernel/limits.js'
import type { HttpContext } from './apollo.js'
import { type ErrorDetails, httpErrorOf, presentError } from './errors.js'
import type { GraphqlHost } from './host.js'
import { identityOf } from './identity.js'
import { type DocumentCache, InvalidDocument } from './limits/documents.js'
import { countRequest, type EnforceLimits } from './limits/enforceLimits.js'
import type { VariableValues } from './limits/values.js'
import { PersistedQueryNotSupported, removePersistedQuery, withoutPersistedQuery } from './persistedQueries.js'
import { asEvents, type EventStreams, isSubscription, wantsEvents, wantsOnlyEvents } from './sse/eventStreams.js'
import { shareKeyOf } from './websocket/protocol.js'

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

interface HttpHandlerDependencies
  extends Pick<GraphqlHost, 'auth' | 'rateLimiter' | 'cors' | 'log' | 'stopping' | 'services'> {
  readonly apollo: ApolloServer<HttpContext>
  readonly streams: EventStreams
  readonly schema: GraphQLSchema
  readonly documents: DocumentCache
  readonly enforceLimits: EnforceLimits
  readonly contextOf: (exchange: GraphqlExchange) => GraphqlContext
}

/**
 * GraphQL over HTTP: one operation per request, and subscriptions as server-sent events. Errors have GraphQL's format, whatever the
 * status.
 */
export function createHttpHandler(dependencies: HttpHandlerDependencies) {
  const { apollo, streams, schema, documents, enforceLimits, contextOf } = dependencies
  const { auth, rateLimiter, cors, log, stopping, services } = dependencies

  return async function handle(request: Request, response: Response): Promise<void> {
    const requestId = newId()
    const own: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
    const allowed = cors(request, false)
    if (request.method === 'OPTIONS') {
      const options = { ...own, ...optionsHeaders(METHODS, allowed) }
      return sendResponse(response, { status: 204, headers: options, last: stopping() })
    }
    const headers: Headers = { ...own, ...allowed }
    let failing: ErrorDetails = { requestId, log, baseUrl: services.baseUrl }
    let end: (() => void) | undefined
    try {
      requireMethod(request)
      const identity = await identityOf(auth, () => credentialsOf(request.headers), request, headers)
      const caller = callerIn({ identity })
      failing = { ...failing, identity, plan: caller?.plan }
      await countRequest(rateLimiter, request, { identity, headers })
      const received = await bodyOf(request, caller?.account)
      const body = received && withoutPersistedQuery(received)
      const parameters = parametersOf(request)
      if (!body) removePersistedQuery(parameters)
      const document = await documents.loadDocument(body ? body.query : parameters.get('query'))
      const exchange = {
        requestId,
        identity,
        headers,
        callFor: (actor: HttpCall['actor']) => new HttpCall(actor, response),
        onEnd: (callback: () => void) => {
          end = callback
        },
      }
      if (body && wantsEvents(request) && isSubscription(document, nameIn(body))) {
        const operation = { document, operationName: nameIn(body), variables: body.variables as VariableValues }
        const prepare = async () => {
          await enforceLimits({ ...operation, request, exchange })
          const { variables: variableValues, ...rest } = operation
          return { schema, ...rest, variableValues, contextValue: contextOf(exchange) }
        }
        const shareKey = shareKeyOf({ account: caller?.account, client: siteOf(request.ip ?? '') })
        const credentials = caller && credentialsOf(request.headers)
        return await streams.open({ request, response, headers, failing, credentials, shareKey, prepare })
      }
      const answer = await apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method === 'HEAD' ? 'GET' : request.method,
          headers: headersOf(request),
          search: `?${parameters}`,
          body,
        },
        context: async () => ({
          ...contextOf(exchange),
          exchange,
          request,
          failing,
          isGone: () => response.destroyed,
        }),
      })
      if (answer.body.kind !== 'complete') throw new Error('an incremental response was not requested')
      if (wantsOnlyEvents(request) && (answer.status ?? 200) === 200) {
        const events = asEvents(answer.body.string.trim())
        sendResponse(response, {
          status: 200,
          headers: { ...headers, ...events.headers },
          body: events.body,
          last: stopping(),
        })
        return
      }
      const { 'content-type': type, ...others } = Object.fromEntries(answer.headers)
      Object.assign(headers, others, type !== undefined && { 'Content-Type': type })
      sendResponse(response, { status: answer.status ?? 200, headers, body: answer.body.string, last: stopping() })
    } catch (error) {
      if (response.destroyed) return
      const { status, errors, headers: more } = refusalOf(error, failing)
      sendResponse(response, { status, headers: { ...headers, ...more }, body: { errors }, last: stopping() })
    } finally {
      end?.()
    }
  }
}

/** @throws Failure METHOD_NOT_ALLOWED */
function requireMethod({ method }: Request): void {
  if (!METHODS.includes(method))
    throw new Failure(
      'METHOD_NOT_ALLOWED',
      `Method ${method.replace(/[^A-Z-]/g, '')} is not allowed. Allowed: ${METHODS.join(', ')}.`,
    )
}

/** The JSON body; undefined if the operation is in the URL. @throws Failure */
async function bodyOf(request: Request, account: string | undefined): Promise<Record<string, unknown> | undefined> {
  if (request.method !== 'POST') return undefined
  const body = await readJsonBody(request, { limit: perRequest.json.heldBytes, account })
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return withoutEmptyName(body as Record<string, unknown>)
  throw new Failure(
    'VALIDATION_ERROR',
    'Send one operation as a JSON object, for example {"query":"{ pricing { currency } }"}; lists of operations are not supported.',
  )
}

interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly errors: readonly GraphQLFormattedError[]
}

function refusalOf(error: unknown, failing: ErrorDetails): Refusal {
  if (error instanceof PersistedQueryNotSupported) return error.reply
  if (error instanceof InvalidDocument) {
    return { status: 400, headers: {}, errors: error.errors.map((each) => presentError(each, failing)) }
  }
  const { status, headers } = httpErrorOf(error, failing)
  return {
    status,
    headers: { ...headers, ...(status === 405 && { Allow: METHODS.join(', ') }) },
    errors: [presentError(error, failing)],
  }
}

const nameIn = ({ operationName }: Record<string, unknown>): string | undefined =>
  typeof operationName === 'string' ? operationName : undefined

/** An empty `operationName` means that none was given. */
function withoutEmptyName({ operationName, ...body }: Record<string, unknown>): Record<string, unknown> {
  return operationName === '' || operationName === undefined ? body : { ...body, operationName }
}

function parametersOf({ url }: Request): URLSearchParams {
  const parameters = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  if (parameters.get('operationName') === '') parameters.delete('operationName')
  return parameters
}

/**
 * For Apollo, which refuses GET requests that a browser sends without asking first. Here they only read, and nothing
 * that a browser adds by itself identifies anybody: a key is in a header, for which browsers do ask.
 */
function headersOf(request: Request): HeaderMap {
  const { method } = request
  const headers = wantsOnlyEvents(request) ? { ...request.headers, accept: 'application/json' } : request.headers
  const all = new HeaderMap(method === 'POST' ? [] : [['apollo-require-preflight', 'GET']])
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return all
}
