// Mounts the contract's operations at their paths, and answers all other requests: preflights, 405 and 404.
import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import { OPERATION_ALIASES, servedPaths } from '../api/contract/aliases.js'
import { type Contract, isOpenToPages, type OperationContract } from '../api/contract/contract.js'
import type { OperationId } from '../api/contract/types.js'
import { errorReply } from '../api/errors.js'
import type { AnyOperation } from '../api/operation.js'
import { restOperations } from '../api/operations.js'
import { htmlPage } from '../api/rest/html.js'
import { optionsHeaders } from '../httpMessages/cors.js'
import type { Handler } from '../httpMessages/mountPoints.js'
import { UNMATCHED } from '../httpMessages/requestMetrics.js'
import { type Headers, sendResponse } from '../httpMessages/send.js'
import { Failure } from '../kernel/failure.js'
import { createPipeline, type PipelineDependencies } from './pipeline.js'
import type { ExpressServer } from './server/expressServer.js'

const HTML = 'text/html; charset=utf-8'
const NOT_FOUND_PAGE = htmlPage(
  'Page not found',
  `<h1>Page not found</h1>
<p>This service has no page at this address. Start at <a href="/">the front page</a>, or look into the
<a href="/docs">guides and reference</a>.</p>`,
)
/** Paths of the API, whose errors are JSON for every caller. */
const API_PATH = /^\/(api|v\d+|graphql)(\/|$)/

interface Path {
  readonly form: string
  /** Whether CORS allows only the operator's origins. */
  readonly closed: boolean
  readonly handlers: Map<OperationContract['method'], Handler>
}

/** Mounts every operation at every form of its path; then the answers to other requests: 405, CORS preflights, 404. */
export function mountRoutes(
  { app, direct }: Pick<ExpressServer, 'app' | 'direct'>,
  contract: Contract,
  dependencies: PipelineDependencies & { readonly offers: (id: OperationId) => boolean },
): void {
  const { cors, log, stopping, traffic, services } = dependencies
  const pipeline = createPipeline(dependencies)
  const count = traffic.of(UNMATCHED)

  for (const { form, closed, handlers } of paths(contract, pipeline, dependencies.offers)) {
    // The pages of the documentation, where they are built, come before the operations of the same path.
    if (!isPattern(form) && !form.startsWith('/docs/'))
      for (const [method, handle] of handlers) direct.set(`${method} ${form}`, handle)
    const route = app.route(form)
    if (handlers.has('GET')) route.get(handlers.get('GET')!)
    if (handlers.has('POST')) route.post(handlers.get('POST')!)
    if (handlers.has('PUT')) route.put(handlers.get('PUT')!)
    if (handlers.has('PATCH')) route.patch(handlers.get('PATCH')!)
    if (handlers.has('DELETE')) route.delete(handlers.get('DELETE')!)
    const methods = methodsOf(handlers.keys())
    route.options((request, response) => {
      const own = { 'X-Request-ID': randomUUID(), 'Cache-Control': 'no-store' }
      const headers = { ...own, ...optionsHeaders(methods, cors(request, !closed)) }
      count(204, performance.now())
      sendResponse(response, { status: 204, headers, last: stopping() })
    })
    route.all((request, response) => {
      const allow = methods.join(', ')
      const message = `Method ${printable(request.method)} is not allowed. Allowed: ${allow}.`
      const headers = { ...cors(request, !closed), Allow: allow }
      refuse(request, response, new Failure('METHOD_NOT_ALLOWED', message), headers)
    })
  }
  app.use((request: Request, response: Response) => {
    if (!isVisit(request))
      return refuse(request, response, new Failure('NOT_FOUND', 'No such route. See GET /openapi.json.'))
    const headers = { 'X-Request-ID': randomUUID(), 'Cache-Control': 'no-store', 'Content-Type': HTML }
    count(404, performance.now())
    return sendResponse(response, { status: 404, headers, body: NOT_FOUND_PAGE, last: stopping() })
  })
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuse(
      request,
      response,
      isBadPath(error) ? new Failure('VALIDATION_ERROR', 'The path is not correctly percent-encoded.') : error,
    ),
  )

  function refuse(request: Request, response: Response, error: unknown, more: Headers = {}): void {
    const requestId = randomUUID()
    const failed = errorReply(error, { operation: request.method, requestId, log, baseUrl: services.baseUrl })
    const headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store', ...more, ...failed.headers }
    count(failed.status, performance.now())
    sendResponse(response, { status: failed.status, headers, body: failed.body, last: stopping() })
  }
}

/** Paths in the order of `operations`, the busiest first; literal paths before patterns, which would match them too. */
function paths(
  contract: Contract,
  pipeline: ReturnType<typeof createPipeline>,
  offers: (id: OperationId) => boolean,
): Path[] {
  const found = new Map<string, Path>()
  for (const [id, operation] of named()) {
    if (!offers(id)) continue
    const { path, method } = contract.operation(id)
    const handle = pipeline(contract.operation(id), operation)
    for (const form of servedPaths(path).map(toExpress)) {
      const known = found.get(form) ?? { form, closed: !isOpenToPages(contract.operation(id)), handlers: new Map() }
      found.set(form, known)
      known.handlers.set(method, handle)
    }
  }
  return [...found.values()].sort((a, b) => Number(isPattern(a.form)) - Number(isPattern(b.form)))
}

/** All methods of a path, with those that every path has. */
const methodsOf = (own: Iterable<string>): string[] => [
  ...[...own].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

/** Whether a browser asks for a page that is not part of the API. */
const isVisit = ({ method, path, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html') && !API_PATH.test(path)

const isPattern = (form: string): boolean => form.includes(':')

const named = (): [OperationId, AnyOperation][] => [
  ...(Object.entries(restOperations) as [OperationId, AnyOperation][]),
  ...Object.entries(OPERATION_ALIASES).map(([id, same]): [OperationId, AnyOperation] => [
    id as OperationId,
    restOperations[same] as AnyOperation,
  ]),
]

/** `/v1/keys/{keyId}` in Express's notation: `/v1/keys/:keyId`. */
const toExpress = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const isBadPath = (error: unknown): boolean =>
  error instanceof URIError || (error as { status?: number }).status === 400

const printable = (method: string): string => method.replace(/[^A-Z-]/g, '')
