// Limits concurrent connections, in total and per client.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { siteOf } from '../../httpMessages/clientNetwork.js'
import { endAndDestroy } from '../../httpMessages/endAndDestroy.js'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { rawRefusal } from './clientError.js'

interface ConnectionLimits {
  /** Concurrent connections of all clients. */
  readonly limit: number
  /** Whether a peer is a trusted proxy: its connections belong to many clients. */
  readonly isProxy: (address: string) => boolean
}

/** A refused connection that sends nothing is closed without an answer after this time. */
const SILENT_TIMEOUT_MS = 1_000
/** Refused connections that may be open concurrently, as a share of the limit; further ones are closed without an answer. */
const REFUSED_SHARE = 1 / 20
const RETRY_AFTER_S = 5

const ALL_TAKEN = 'The service has reached its connection limit. Please try again in a moment.'
const SHARE_TAKEN =
  'Your network has reached its share of connections. Close some, or reuse the connections that you have.'

/**
 * Limits concurrent connections, in total and per client (an IPv4 address, or an IPv6 /48). A client that is alone may
 * have two thirds of the total. Further connections get 503 with Retry-After, like nginx's limit_conn: 429 would imply a
 * rate limit window. The answer is written once the first bytes of a request have arrived, because a client must not take
 * data that precedes its request for a response (RFC 9112 section 9.2). Adds no cost per request.
 * Call it before anything else listens for connections.
 */
export function limitConnections(server: Server, { limit, isProxy }: ConnectionLimits): void {
  const permits = createFairSemaphore({ permits: limit })
  const maxRefused = Math.ceil(limit * REFUSED_SHARE)
  const serve = server.listeners('connection')
  let proxied = 0
  let refused = 0

  /** Each connection of a proxy has its own key, so it gets a permit as long as any is free. */
  const keyOf = (address: string): string => (isProxy(address) ? `proxied ${++proxied}` : siteOf(address))

  function refuse(socket: Socket, message: string): void {
    if (refused >= maxRefused) return void socket.destroy()
    refused++
    const silent = setTimeout(() => socket.destroy(), SILENT_TIMEOUT_MS).unref()
    socket.once('close', () => {
      refused--
      clearTimeout(silent)
    })
    socket.on('error', () => {})
    socket.once('end', () => socket.destroy())
    socket.once('data', () => {
      clearTimeout(silent)
      const headers = { 'Retry-After': String(RETRY_AFTER_S) }
      endAndDestroy(socket, rawRefusal(503, message, { code: 'SERVICE_UNAVAILABLE', headers }))
    })
  }

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket.remoteAddress ?? '')
    if (!permits.tryAcquire(key)) return refuse(socket, permits.held(key) > 0 ? SHARE_TAKEN : ALL_TAKEN)
    socket.once('close', () => permits.release(key))
    for (const listener of serve) listener.call(server, socket)
  })
}
