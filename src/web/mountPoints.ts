import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Express, Request, Response } from 'express'

export type Handler = (request: Request, response: Response) => unknown

/** @param head what arrived after the request's headers already */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Where an HTTP server takes handlers. */
export interface MountPoints {
  readonly app: Express
  /** Handlers that are called without Express's router, by method and URL: `POST /v1/verify`. */
  readonly direct: Map<string, Handler>
  /** Requests that may be upgraded to WebSockets, by path. */
  readonly upgrades: Map<string, Upgrade>
}

/** What was mounted beside the REST routes. */
export interface Mounted {
  /** Ends connections that would not end by themselves. */
  stop(): Promise<void>
}
