import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Request } from 'express'
import { CloseCode, handleProtocols } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { Failure } from '../../kernel/failure.js'
import { clientNetworkOf } from '../../web/clientNetwork.js'
import { endAndDestroy } from '../../web/endAndDestroy.js'
import { parseJson } from '../../web/jsonBody.js'
import type { Headers } from '../../web/send.js'
import type { GraphqlHost } from '../host.js'
import { createMessageRates } from './messageRate.js'
import { createIsWelcome } from './origin.js'
import { createSocketPlaces } from './places.js'
import { createProtocol, type ProtocolDependencies, type SocketState } from './protocol.js'
import { refusalText } from './refusal.js'

/** Bytes of a message. */
const MAX_MESSAGE = 1_048_576
/** Bytes that wait for a client to take them; then it is given up. */
const MAX_WAITING = 1_048_576
/** How often connections are looked at, their keys too; and every so many times, whether the clients are still there. */
const LOOK_MS = 1_000
const LOOKS_A_PING = 15
/** Looks at a client that something waits for, and that took nothing in between; then it is given up. */
const PATIENT_LOOKS = 5
/** What clients have to close their side in; by default ws waits for 30 s. */
const GOODBYE_MS = 1_000
/** RFC 6455 section 7.4.1: the client broke a rule of this service. */
const POLICY_VIOLATION = 1008

const BUSY = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 5\r\n\r\n'
const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * A message, by the rules of bodies over HTTP, or undefined where it is none: JSON.parse alone would take a million
 * levels. graphql-ws parses texts; what is an object it takes as it is, whatever its types say.
 */
function messageOf(data: Buffer): string | undefined {
  try {
    const message = parseJson(data)
    return typeof message === 'object' && message !== null ? (message as unknown as string) : undefined
  } catch {
    return undefined
  }
}

interface Connection {
  readonly socket: WebSocket
  readonly state: SocketState
  /** Whether it has said anything since it was last asked. */
  alive: boolean
  /** Whether it has taken a message since the last look, and how many looks ago it did. */
  taking: boolean
  notTaken: number
}

/** Operations over WebSocket (graphql-transport-ws). A client that does not read is dropped, as is one whose key ends. */
export function createWebSockets(dependencies: ProtocolDependencies & Pick<GraphqlHost, 'cors' | 'services'>) {
  const { auth, rateLimiter, log } = dependencies
  const isWelcome = createIsWelcome(dependencies)
  const places = createSocketPlaces()
  const rateOf = createMessageRates()
  const protocol = createProtocol(dependencies)
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: (protocols) => handleProtocols(protocols),
    // Its types do not have it yet.
    ...({ closeTimeout: GOODBYE_MS } as object),
  })
  const connections = new Set<Connection>()
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let stopped: (() => void) | undefined

  function upgrade(request: Request, socket: Duplex, head: Buffer): void {
    if (stopped) endAndDestroy(socket, BUSY)
    else if (!isWelcome(request)) endAndDestroy(socket, FORBIDDEN)
    else void admit(request, socket, head)
  }

  /** A connection is counted like a request without a key, and has one of the places that client addresses share. */
  async function admit(request: Request, socket: Duplex, head: Buffer): Promise<void> {
    const headers: Headers = {}
    try {
      const limited = rateLimiter.limit('anonymous', request, undefined, headers)
      if (limited) await limited
      if (stopped) return endAndDestroy(socket, BUSY)
      const client = clientNetworkOf(request.ip ?? '')
      const leave = places.take(client)
      let isOpen = false
      // The last argument is called before this returns, or never.
      server.handleUpgrade(request, socket, head, (opened) => {
        isOpen = true
        opened.once('close', leave)
        open(opened, request, client)
      })
      if (!isOpen) leave()
    } catch (error) {
      endAndDestroy(socket, refusalText(error, { requestId: randomUUID(), log }, headers))
    }
  }

  function open(socket: WebSocket, request: Request, client: string): void {
    const state: SocketState = { request, client, gone: new AbortController(), key: undefined, running: 0 }
    const rate = rateOf(client)
    const connection: Connection = { socket, state, alive: true, taking: true, notTaken: 0 }
    connections.add(connection)
    timer ??= setInterval(look, LOOK_MS).unref()

    function isTooMuch(bytes: number): boolean {
      if (socket.readyState !== socket.OPEN) return true
      if (rate.allows(bytes)) return false
      socket.close(POLICY_VIOLATION, 'Too many messages')
      return true
    }

    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(connection, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data) => {
            connection.alive = true
            if (isTooMuch((data as Buffer).length)) return
            const message = messageOf(data as Buffer)
            if (message === undefined) return socket.close(CloseCode.BadRequest, 'Invalid message received')
            Promise.resolve(take(message)).catch((error: unknown) => {
              log.error({ error }, 'a message over WebSocket failed')
              socket.close(CloseCode.InternalServerError, 'Something went wrong on our side')
            })
          }),
      },
      state,
    )
    socket.on('pong', () => {
      connection.alive = true
      isTooMuch(0)
    })
    socket.on('ping', () => isTooMuch(0))
    // Too large a message, or a broken frame: ws closes it with the right code by itself.
    socket.on('error', () => {})
    socket.once('close', (code, reason) => {
      connections.delete(connection)
      state.gone.abort()
      void Promise.resolve(closed(code, String(reason))).catch((error: unknown) =>
        log.error({ error }, 'a WebSocket did not end well'),
      )
      if (connections.size > 0) return
      clearInterval(timer)
      timer = undefined
      stopped?.()
    })
  }

  /** A message is sent when the one before it, of the same operation, has left: nothing piles up but for many operations. */
  function send(connection: Connection, text: string): Promise<void> {
    const { socket } = connection
    if (socket.readyState !== socket.OPEN) return Promise.resolve()
    if (socket.bufferedAmount > MAX_WAITING) {
      socket.terminate()
      return Promise.resolve()
    }
    return new Promise((resolve) =>
      socket.send(text, () => {
        connection.taking = true
        resolve()
      }),
    )
  }

  function look(): void {
    const asksWhoIsThere = ++looks % LOOKS_A_PING === 0
    for (const connection of connections) {
      void lookAtKey(connection)
      lookAtBacklog(connection)
      if (!asksWhoIsThere) continue
      if (!connection.alive) connection.socket.terminate()
      else {
        connection.alive = false
        connection.socket.ping()
      }
    }
  }

  function lookAtBacklog(connection: Connection): void {
    connection.notTaken = connection.taking || connection.socket.bufferedAmount === 0 ? 0 : connection.notTaken + 1
    connection.taking = false
    if (connection.notTaken >= PATIENT_LOOKS) connection.socket.terminate()
  }

  async function lookAtKey({ socket, state: { key } }: Connection): Promise<void> {
    if (key === undefined) return
    try {
      await auth.identify(key)
    } catch (error) {
      // While a store does not answer, nobody can say that the key has ended.
      if (error instanceof Failure) socket.close(CloseCode.Forbidden, 'The API key is not valid any more')
    }
  }

  return {
    upgrade,
    async stop(): Promise<void> {
      const over = new Promise<void>((resolve) => {
        stopped = resolve
        if (connections.size === 0) resolve()
      })
      for (const { socket } of connections) socket.close(1001, 'The service stops')
      const limit = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, GOODBYE_MS)
      await over
      clearTimeout(limit)
      clearInterval(timer)
    },
  }
}
