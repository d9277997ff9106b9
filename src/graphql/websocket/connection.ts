// One GraphQL WebSocket, from open to close.
import { setMaxListeners } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Request } from 'express'
import { CloseCode, type Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { parseJson } from '../../httpMessages/jsonBody.js'
import { perRequest } from '../../kernel/limits.js'
import type { Log } from '../../kernel/log.js'
import type { GraphqlHost } from '../host.js'
import { type Arrival, limitArrival } from './arrival.js'
import type { MessageRate } from './messageRate.js'
import { SocketRefused, type SocketState, shareKeyOf } from './protocol.js'

/** Bytes that may be buffered for a client to read; beyond that it is disconnected. */
const MAX_BUFFERED_BYTES = 1_048_576
/** Maximum length of the reason of a close frame in bytes (RFC 6455 section 5.5). */
const MAX_REASON_BYTES = 123

/** A WebSocket, with the state of its periodic checks. */
export interface SocketConnection {
  readonly socket: WebSocket
  readonly state: SocketState
  readonly arrival: Arrival
  /** Whether it has sent anything since the last ping. */
  alive: boolean
  /** Whether it has read a message since the last check. */
  reading: boolean
  /** Consecutive checks at which data was waiting and none had been read. */
  stalledChecks: number
}

interface ConnectionDependencies {
  readonly protocol: Server<SocketState>
  readonly log: Log
  readonly ingress: GraphqlHost['ingress']
}

export interface ConnectionOptions {
  readonly request: Request
  /** The connection below the WebSocket. */
  readonly transport: Duplex
  /** The client's site: its IPv4 address, or its IPv6 /48. */
  readonly client: string
  readonly rate: MessageRate
  readonly onClose: (connection: SocketConnection) => void
}

/** Connects an open WebSocket to the protocol: messages in, messages out, limits and errors. */
export function openConnection(
  { protocol, log, ingress }: ConnectionDependencies,
  socket: WebSocket,
  { request, transport, client, rate, onClose }: ConnectionOptions,
): SocketConnection {
  const gone = new AbortController()
  // One for each of its operations that waits.
  setMaxListeners(0, gone.signal)
  const state: SocketState = { request, client, gone, credentials: undefined, account: undefined, running: 0 }
  const arrival = limitArrival(
    { socket, transport },
    {
      rate,
      takeSmallPiece: () => ingress.takeSmallPiece(client),
      lease: () => ingress.budget.lease(shareKeyOf(state)),
      hasKey: () => state.account !== undefined,
    },
  )
  const connection: SocketConnection = { socket, state, arrival, alive: true, reading: true, stalledChecks: 0 }

  function receive(data: Buffer, handle: (message: string) => Promise<void>): void {
    connection.alive = true
    if (socket.readyState !== socket.OPEN) return
    const message = messageOf(data)
    if (message === undefined) socket.close(CloseCode.BadRequest, 'Invalid message received')
    else {
      Promise.resolve(handle(message)).catch((error: unknown) => {
        if (error instanceof SocketRefused) {
          return socket.close(CloseCode.Forbidden, error.message.slice(0, MAX_REASON_BYTES))
        }
        log.error({ error }, 'a WebSocket message could not be handled')
        socket.close(CloseCode.InternalServerError, 'Internal server error')
      })
    }
  }

  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => send(connection, text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) => socket.on('message', (data) => receive(data as Buffer, handle)),
    },
    state,
  )
  socket.on('pong', () => {
    connection.alive = true
  })
  // After a message that is too large, or a broken frame, ws itself closes the connection with the right code.
  socket.on('error', () => {})
  socket.once('close', (code, reason) => {
    state.gone.abort()
    void Promise.resolve(closed(code, String(reason))).catch((error: unknown) =>
      log.error({ error }, 'cleaning up after a closed WebSocket failed'),
    )
    onClose(connection)
  })
  return connection
}

/** Resolves when the message has been written. Operations await that, so the buffer grows only with their number. */
function send(connection: SocketConnection, text: string): Promise<void> {
  const { socket } = connection
  if (socket.readyState !== socket.OPEN) return Promise.resolve()
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
    socket.terminate()
    return Promise.resolve()
  }
  return new Promise((resolve) =>
    socket.send(text, () => {
      connection.reading = true
      resolve()
    }),
  )
}

/**
 * A message, parsed with the limits of HTTP bodies (JSON.parse alone would accept a million levels); undefined if it is
 * malformed. graphql-ws parses strings, but passes objects through as they are, whatever its types say; it keeps that of an
 * operation until its end, so that only members of the protocol are passed on.
 */
function messageOf(data: Buffer): string | undefined {
  try {
    const { id, type, payload } = parseJson(data) as { id?: unknown; type?: unknown; payload?: unknown }
    if (typeof id === 'string' && id.length > perRequest.socketMessage.idLength) return undefined
    return { id, type, payload } as unknown as string
  } catch {
    return undefined
  }
}
