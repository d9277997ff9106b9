import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { siteOf } from '../../web/clientNetwork.js'
import { endAndDestroy } from '../../web/endAndDestroy.js'
import { rawRefusal } from './clientError.js'

export interface ConnectionLimits {
  /** All connections at once. */
  readonly limit: number
  /** Whether a peer forwards the requests of others: its connections are not those of one client. */
  readonly isProxy: (address: string) => boolean
}

/** A refused client that sends nothing is closed without an answer after this time. */
const SILENT_MS = 1_000
/** Refused connections that are open at once, as a part of the limit; beyond it they are closed without an answer. */
const REFUSED_SHARE = 1 / 20
const RETRY_AFTER_S = 5

const ALL_TAKEN = 'The service has as many connections as it can serve. Please try again in a moment.'
const SHARE_TAKEN =
  'Your network has as many connections open as it may have at the moment. Close some, or send requests one after the other on those that you have.'

/**
 * Bounds connections, in all and for each client: an IPv4 address, or an IPv6 network of 48 bits. A client that is alone
 * may have two thirds of all. Beyond that the answer is 503 with Retry-After, as nginx's limit_conn answers: 429 would
 * say that there is a window of time. It is written when the first bytes of a request have come, because a client must
 * not take data that comes before its request for an answer (RFC 9112 section 9.2). Costs a request nothing.
 * Must be called before anything else listens for connections.
 */
export function limitConnections(server: Server, { limit, isProxy }: ConnectionLimits): void {
  const permits = createFairSemaphore({ permits: limit })
  const maxRefused = Math.ceil(limit * REFUSED_SHARE)
  const serve = server.listeners('connection')
  let proxied = 0
  let refused = 0

  /** Each connection of a proxy is a key of its own, and has a permit as long as there is any. */
  const keyOf = (address: string): string => (isProxy(address) ? `proxied ${++proxied}` : siteOf(address))

  function refuse(socket: Socket, message: string): void {
    if (refused >= maxRefused) return void socket.destroy()
    refused++
    const silent = setTimeout(() => socket.destroy(), SILENT_MS).unref()
    socket.once('close', () => {
      refused--
      clearTimeout(silent)
    })
    socket.on('error', () => {})
    socket.once('end', () => socket.destroy())
    socket.once('data', () => {
      clearTimeout(silent)
      const headers = `Retry-After: ${RETRY_AFTER_S}\r\n`
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
