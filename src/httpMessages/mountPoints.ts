import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Express, Request, Response } from 'express'

export type Handler = (request: Request, response: Response) => unknown

/** @param head bytes that arrived after the request's headers */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Where handlers can be attached to an HTTP server. */
export interface MountPoints {
  readonly app: Express
  /** Handlers that bypass Express's router, by method and URL: `POST /v1/verify`. */
  readonly direct: Map<string, Handler>
  /** Handlers of WebSocket upgrades, by path. */
  readonly upgrades: Map<string, Upgrade>
}

/** A handler mounted next to the REST routes. */
export interface Mounted {
  /** Closes connections that would stay open otherwise (WebSockets). */
  stop(): Promise<void>
}
