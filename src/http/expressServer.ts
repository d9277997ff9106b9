import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import express, { type Express } from 'express'
import { refuseExpectation, refuseMissingHost } from './clientError.js'

/**
 * An Express app on a node:http server whose requests and responses carry Express's members from birth. Express
 * calls Object.setPrototypeOf on every one otherwise, which costs it two thirds of its speed (README, decision log).
 */
export function createExpressServer(): { app: Express; server: Server } {
  const app = express()
  class ExpressRequest extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket)
    }
  }
  class ExpressResponse extends ServerResponse {}
  equip(ExpressRequest.prototype, express.request, app)
  equip(ExpressResponse.prototype, express.response, app)
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype })
  const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
  const server = createServer({ ...classes, requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuseMissingHost(response)
    else app(request, response)
  })
  server.on('checkExpectation', (_request, response) => refuseExpectation(response))
  return { app, server }
}

function equip(prototype: object, members: object, app: Express): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members))
  Object.defineProperty(prototype, 'app', { configurable: true, writable: true, value: app })
}
