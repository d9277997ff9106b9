// Accepts GraphQL WebSockets.
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Request } from 'express'
import { handleProtocols } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { siteOf } from '../../httpMessages/clientNetwork.js'
import { endAndDestroy } from '../../httpMessages/endAndDestroy.js'
import { rawResponse } from '../../httpMessages/rawResponse.js'
import type { Headers } from '../../httpMessages/send.js'
import { perRequest } from '../../kernel/limits.js'
import type { GraphqlHost } from '../host.js'
import { type ConnectionOptions, openConnection, type SocketConnection } from './connection.js'
import { createConnectionChecks } from './connectionChecks.js'
import { createMessageRates } from './messageRate.js'
import { createIsAllowedOrigin } from './origin.js'
import { createProtocol, type ProtocolDependencies } from './protocol.js'
import { upgradeRefusal } from './refusal.js'
import type { SocketPermits } from './socketPermits.js'

/** Reads that ws keeps until their frame is complete; those of a slow line are 1,400 bytes each. */
const MAX_BUFFERED_READS = 1_024
/** How long clients may take to close their side; by default, ws waits for 30 s. */
const CLOSE_TIMEOUT_MS = 1_000
/** RFC 6455 section 7.4.1: the server is shutting down. */
const GOING_AWAY = 1001

const BUSY = rawResponse(503, { 'Retry-After': '5' })
const FORBIDDEN_BODY = JSON.stringify({
  errors: [{ message: 'Pages of this origin may not open WebSockets here. The operator can add it to CORS_ORIGINS.' }],
})
const FORBIDDEN = rawResponse(403, { 'Content-Type': 'application/json; charset=utf-8' }, FORBIDDEN_BODY)

/** GraphQL over WebSocket (graphql-transport-ws). Clients that stop reading, or whose API key is revoked, are disconnected. */
export function createWebSockets(
  dependencies: ProtocolDependencies & Pick<GraphqlHost, 'cors' | 'ingress'> & { readonly permits: SocketPermits },
) {
  const { auth, rateLimiter, log, services, ingress, permits } = dependencies
  const isAllowedOrigin = createIsAllowedOrigin(dependencies)
  const rateOf = createMessageRates()
  const protocol = createProtocol(dependencies)
  const server = createSocketServer()
  const connections = new Set<SocketConnection>()
  const checks = createConnectionChecks(connections, auth)
  let onAllClosed: (() => void) | undefined

  function upgrade(request: Request, socket: Duplex, head: Buffer): void {
    if (onAllClosed) endAndDestroy(socket, BUSY)
    else if (!isAllowedOrigin(request)) endAndDestroy(socket, FORBIDDEN)
    else void accept(request, socket, head)
  }

  /** Counts a connection like a request without a key, and acquires a permit for its client site. */
  async function accept(request: Request, socket: Duplex, head: Buffer): Promise<void> {
    const headers: Headers = {}
    try {
      const limited = rateLimiter.limit('anonymous', request, undefined, headers)
      if (limited) await limited
      if (onAllClosed) return endAndDestroy(socket, BUSY)
      const client = siteOf(request.ip ?? '')
      const release = permits.acquire(client)
      let isOpen = false
      // The callback is called before handleUpgrade returns, or never.
      server.handleUpgrade(request, socket, head, (opened) => {
        isOpen = true
        opened.once('close', release)
        open(opened, { request, transport: socket, client })
      })
      if (!isOpen) release()
    } catch (error) {
      endAndDestroy(socket, upgradeRefusal(error, { requestId: randomUUID(), log, baseUrl: services.baseUrl }, headers))
    }
  }

  function open(socket: WebSocket, opened: Pick<ConnectionOptions, 'request' | 'transport' | 'client'>): void {
    const options = { ...opened, rate: rateOf(opened.client), onClose }
    connections.add(openConnection({ protocol, log, ingress }, socket, options))
    checks.start()
  }

  function onClose(connection: SocketConnection): void {
    connections.delete(connection)
    if (connections.size > 0) return
    checks.stop()
    onAllClosed?.()
  }

  return {
    upgrade,
    async stop(): Promise<void> {
      const allClosed = new Promise<void>((resolve) => {
        onAllClosed = resolve
        if (connections.size === 0) resolve()
      })
      for (const { socket } of connections) socket.close(GOING_AWAY, 'The service is shutting down')
      const limit = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, CLOSE_TIMEOUT_MS)
      await allClosed
      clearTimeout(limit)
      checks.stop()
    },
  }
}

const createSocketServer = (): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: perRequest.socketMessage.maxBytes,
    maxFragments: perRequest.socketMessage.fragments,
    maxBufferedChunks: MAX_BUFFERED_READS,
    perMessageDeflate: false,
    // An unknown subprotocol is accepted here so that it can be closed with 4406: without a subprotocol in the response,
    // clients fail the handshake and report no reason.
    handleProtocols: (protocols) => handleProtocols(protocols) || (protocols.values().next().value ?? false),
    // Missing from the types of ws.
    ...({ closeTimeout: CLOSE_TIMEOUT_MS } as object),
  })
