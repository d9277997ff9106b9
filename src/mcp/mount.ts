// Serves the Model Context Protocol at /mcp, for agents.
import type { Request, Response } from 'express'
import type { Auth } from '../api/auth.js'
import { errorReply } from '../api/errors.js'
import { refusePublishable } from '../api/permission.js'
import type { Caller } from '../features/accounts/index.js'
import { optionsHeaders } from '../httpMessages/cors.js'
import { readJsonBody } from '../httpMessages/jsonBody.js'
import type { MountPoints } from '../httpMessages/mountPoints.js'
import { CALLER_GONE, type RequestMetrics } from '../httpMessages/requestMetrics.js'
import { type Headers, sendResponse } from '../httpMessages/send.js'
import { Failure } from '../kernel/failure.js'
import { newId } from '../kernel/ids.js'
import { perRequest } from '../kernel/limits.js'
import type { TraceRequest } from '../kernel/tracing.js'
import { createInProcess, type InProcessDependencies } from './inProcess.js'

const PATH = '/mcp'
const METHODS = ['POST', 'OPTIONS']

/** What the protocol gets: the server's mount points, and what its tools share with REST. */
interface McpHost extends Pick<MountPoints, 'app' | 'direct'>, InProcessDependencies {
  readonly auth: Auth
  readonly cors: (request: Request, open: boolean) => Headers
  /** Whether responses must close their connections. */
  readonly stopping: () => boolean
  readonly traffic: RequestMetrics
  /** Only when traces are exported. */
  readonly trace: TraceRequest | undefined
}

/**
 * Serves `POST /mcp`: one message per request, of a caller with a key, without sessions. Streams of the server are not
 * offered (GET is 405): no tool sends anything before its result.
 */
export function mountMcp(host: McpHost): void {
  const { app, direct, auth, cors, stopping, log, traffic, services, rateLimiter, trace } = host
  const count = traffic.of('mcp')
  const apiOf = createInProcess(host)

  async function handle(request: Request, response: Response): Promise<void> {
    const startedAt = performance.now()
    const requestId = newId()
    const headers: Headers = { 'X-Request-ID': requestId, 'Cache-Control': 'no-store' }
    Object.assign(headers, cors(request, false))
    const send = (status: number, body?: string | object): void => {
      sendResponse(response, { status, headers, ...(body !== undefined && { body }), last: stopping() })
      count(status, startedAt)
    }
    let caller: Caller | undefined
    try {
      if (request.method === 'OPTIONS') {
        Object.assign(headers, optionsHeaders(METHODS, cors(request, false)))
        return send(204)
      }
      requirePost(request)
      caller = await auth.authenticate(request, headers)
      refusePublishable(caller)
      await rateLimiter.limit('mcp', request, caller, headers)
      const message = await messageOf(request, caller.account)
      const { answerMessage } = await import('./protocol.js')
      const { status, contentType, text } = await answerMessage(apiOf({ request, response, requestId, caller }), {
        message,
        version: request.headers['mcp-protocol-version'] as string | undefined,
        onBug: (error, tool) => log.error({ error, tool, requestId }, 'a tool failed'),
      })
      if (response.destroyed) return count(CALLER_GONE, startedAt)
      if (contentType !== null) headers['Content-Type'] = contentType
      send(status, text === '' ? undefined : text)
    } catch (error) {
      if (response.destroyed) return count(CALLER_GONE, startedAt)
      const { baseUrl } = services
      const failed = errorReply(error, { operation: 'mcp', requestId, log, baseUrl, plan: caller?.plan })
      Object.assign(headers, failed.headers, failed.status === 405 && { Allow: METHODS.join(', ') })
      send(failed.status, failed.body)
    }
  }

  const traced = trace
    ? (request: Request, response: Response) => trace('mcp', request, response, () => handle(request, response))
    : handle
  app.all(PATH, traced)
  direct.set(`POST ${PATH}`, traced)
}

/** @throws Failure METHOD_NOT_ALLOWED */
function requirePost({ method }: Request): void {
  if (method === 'POST') return
  const shown = method.replace(/[^A-Z-]/g, '')
  throw new Failure('METHOD_NOT_ALLOWED', `Method ${shown} is not allowed: send each message with POST.`)
}

/** A JSON-RPC message. @throws Failure */
async function messageOf(request: Request, account: string): Promise<object> {
  const body = await readJsonBody(request, { limit: perRequest.json.heldBytes, account })
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new Failure(
    'VALIDATION_ERROR',
    'Send one JSON-RPC message as a JSON object, for example {"jsonrpc":"2.0","id":1,"method":"tools/list"}; batches are not supported.',
  )
}
