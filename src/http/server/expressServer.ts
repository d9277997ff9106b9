// An Express app on a node:http server, without Express's cost per request.
import { createServer, type IncomingHttpHeaders, type Server, ServerResponse } from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import type { Ingress } from '../../httpMessages/ingress/ingress.js'
import type { Handler, MountPoints } from '../../httpMessages/mountPoints.js'
import { perRequest } from '../../kernel/limits.js'
import type { Log } from '../../kernel/log.js'
import type { HostCheck } from '../../kernel/net/hostCheck.js'
import { BAD_EXPECTATION, refuse } from './clientError.js'
import { queuePipelined } from './pipelining.js'
import { createRequestCheck } from './requestCheck.js'
import { createUpgrades } from './upgrade.js'

export interface ExpressServer extends MountPoints {
  readonly server: Server
  /** Rejects, from now on, every request whose Host header fails the check. */
  checkHosts(check: HostCheck): void
}

/**
 * How often Node checks for requests whose headers have not arrived in time. Its default is 30 s; thousands of connections
 * that were opened together would then be closed in one turn of the event loop.
 */
const HEADERS_CHECK_MS = 100

/** No path that is served has as many segments: of a longer one, the rest is cut off before it is matched with each route. */
const MAX_SEGMENTS = perRequest.target.segments
const PREFERENCES = ['accept', 'accept-encoding', 'accept-language'] as const

/**
 * An Express app on a node:http server whose request and response classes already have Express's members. Otherwise
 * Express calls Object.setPrototypeOf on each of them, which costs it two thirds of its throughput (docs/adr/0011).
 */
export function createExpressServer({ Request: CountedRequest, watch }: Ingress, log: Log): ExpressServer {
  const app = express()
  class ExpressRequest extends CountedRequest {}
  class ExpressResponse extends ServerResponse {}
  defineMembers(ExpressRequest.prototype, express.request, app)
  let isOwnHost: HostCheck | undefined
  const problemOf = createRequestCheck(() => isOwnHost)
  const { upgrades, listen } = createUpgrades(ExpressRequest.prototype, problemOf)
  defineMembers(ExpressResponse.prototype, express.response, app)
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype })
  const direct = new Map<string, Handler>()
  const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
  const routed: Handler = (request, response) => {
    // Express itself would answer a target without a path (`CONNECT host:port`, `http://`), with an HTML page.
    if ((request.path as string | null) === null) request.url = `/${request.url}`
    request.url = withoutDepth(request.url)
    app(request, response)
  }
  const options = { ...classes, requireHostHeader: false, connectionsCheckingInterval: HEADERS_CHECK_MS }
  const server = createServer(options, (request, response) => {
    const problem = problemOf(request)
    if (problem) {
      refuse(response, problem)
      return
    }
    ignoreLongPreferences(request.headers)
    const handle = direct.get(`${request.method} ${request.url}`) ?? routed
    const handled = handle(request as Request, response as Response)
    // Express handles what its own throw.
    if (handled instanceof Promise)
      handled.catch((error: unknown) => {
        log.error({ error }, 'a request could not be handled')
        response.destroy()
      })
  })
  watch(server)
  server.on('checkExpectation', (_request, response) => refuse(response, BAD_EXPECTATION))
  queuePipelined(server)
  listen(server)
  return {
    app,
    server,
    direct,
    upgrades,
    checkHosts(check) {
      isOwnHost = check
    },
  }
}

function ignoreLongPreferences(headers: IncomingHttpHeaders): void {
  for (const name of PREFERENCES)
    if ((headers[name]?.length ?? 0) > perRequest.preferences.maxBytes) delete headers[name]
}

function withoutDepth(url: string): string {
  let end = -1
  for (let slashes = 0; slashes <= MAX_SEGMENTS; slashes++) {
    end = url.indexOf('/', end + 1)
    if (end < 0) return url
  }
  const query = url.indexOf('?')
  return query >= 0 && query < end ? url : url.slice(0, end)
}

function defineMembers(prototype: object, members: object, app: Express): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members))
  Object.defineProperty(prototype, 'app', { configurable: true, writable: true, value: app })
}
