import { createServer, type Server, ServerResponse } from 'node:http'
import express, { type Express, type Request, type Response } from 'express'
import type { Ingress } from '../../web/ingress/ingress.js'
import type { Handler, MountPoints } from '../../web/mountPoints.js'
import { refuseExpectation, refuseForeignHost, refuseMissingHost } from './clientError.js'
import type { HostCheck } from './hostCheck.js'
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

/**
 * An Express app on a node:http server whose request and response classes already have Express's members. Otherwise
 * Express calls Object.setPrototypeOf on each of them, which costs it two thirds of its throughput (docs/adr/0011).
 */
export function createExpressServer({ Request: CountedRequest, watch }: Ingress): ExpressServer {
  const app = express()
  class ExpressRequest extends CountedRequest {}
  class ExpressResponse extends ServerResponse {}
  defineMembers(ExpressRequest.prototype, express.request, app)
  let isOwnHost: HostCheck | undefined
  const { upgrades, listen } = createUpgrades(ExpressRequest.prototype, (host) => !isOwnHost || isOwnHost(host))
  defineMembers(ExpressResponse.prototype, express.response, app)
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype })
  const direct = new Map<string, Handler>()
  const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
  const routed: Handler = (request, response) => {
    // Express itself would answer a target without a path (`CONNECT host:port`, `http://`), with an HTML page.
    if ((request.path as string | null) === null) request.url = `/${request.url}`
    app(request, response)
  }
  const options = { ...classes, requireHostHeader: false, connectionsCheckingInterval: HEADERS_CHECK_MS }
  const server = createServer(options, (request, response) => {
    const { host } = request.headers
    if (host === undefined && request.httpVersion === '1.1') refuseMissingHost(response)
    else if (isOwnHost && !isOwnHost(host)) refuseForeignHost(response)
    else (direct.get(`${request.method} ${request.url}`) ?? routed)(request as Request, response as Response)
  })
  watch(server)
  server.on('checkExpectation', (_request, response) => refuseExpectation(response))
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

function defineMembers(prototype: object, members: object, app: Express): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members))
  Object.defineProperty(prototype, 'app', { configurable: true, writable: true, value: app })
}
