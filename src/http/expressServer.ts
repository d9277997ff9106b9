import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import express, { type Express, type Request, type Response } from 'express'
import { refuseExpectation, refuseMissingHost } from './clientError.js'
import { createUpgrades, type Upgrade } from './upgrade.js'

export interface ExpressServer {
  readonly app: Express
  readonly server: Server
  /** Handlers that are called without asking Express's router, by method and URL: `POST /v1/verify`. */
  readonly direct: Map<string, Handler>
  /** Requests that may go on as WebSockets, by path. */
  readonly upgrades: Map<string, Upgrade>
}

export type Handler = (request: Request, response: Response) => unknown

/**
 * An Express app on a node:http server whose requests and responses carry Express's members from birth. Express
 * calls Object.setPrototypeOf on every one otherwise, which costs it two thirds of its speed (README, decision log).
 */
export function createExpressServer(): ExpressServer {
  const app = express()
  class ExpressRequest extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket)
    }
  }
  class ExpressResponse extends ServerResponse {}
  equip(ExpressRequest.prototype, express.request, app)
  const { upgrades, listen } = createUpgrades(ExpressRequest.prototype)
  equip(ExpressResponse.prototype, express.response, app)
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype })
  const direct = new Map<string, Handler>()
  const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
  const routed: Handler = (request, response) => {
    // A target without a path (`CONNECT host:port`, `http://`) Express would answer by itself, with a page.
    if ((request.path as string | null) === null) request.url = `/${request.url}`
    app(request, response)
  }
  const server = createServer({ ...classes, requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuseMissingHost(response)
    else (direct.get(`${request.method} ${request.url}`) ?? routed)(request as Request, response as Response)
  })
  server.on('checkExpectation', (_request, response) => refuseExpectation(response))
  listen(server)
  return { app, server, direct, upgrades }
}

function equip(prototype: object, members: object, app: Express): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members))
  Object.defineProperty(prototype, 'app', { configurable: true, writable: true, value: app })
}
