import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a body may take. All times in milliseconds. */
export interface Patience {
  /** Without any byte. */
  readonly idle: number
  /** As a whole, whatever its size… */
  readonly grace: number
  /** …and so many bytes a second beyond that: a large file on a slow line arrives, a byte now and then does not help. */
  readonly bytesPerSecond: number
  readonly lookEvery: number
}

const PATIENCE: Patience = { idle: 30_000, grace: 60_000, bytesPerSecond: 16_384, lookEvery: 5_000 }

interface Progress {
  readonly began: number
  readonly first: number
  bytes: number
  at: number
}

/**
 * Gives up clients whose bodies do not move, in place of Node's `requestTimeout`, which allows every body the same time,
 * a hundred megabytes as well as a hundred bytes. Looked at from time to time: a request in a hurry pays nothing for it.
 */
export function watchBodies(server: Server, { idle, grace, bytesPerSecond, lookEvery }: Patience = PATIENCE): void {
  const newest = new Map<Socket, IncomingMessage>()
  const progress = new WeakMap<IncomingMessage, Progress>()
  server.requestTimeout = 0
  server.on('request', (request: IncomingMessage) => newest.set(request.socket, request))
  server.on('connection', (socket: Socket) => socket.once('close', () => newest.delete(socket)))

  function look(): void {
    const now = performance.now()
    for (const [socket, request] of newest) {
      if (request.complete) newest.delete(socket)
      else if (isStuck(request, socket.bytesRead, now)) giveUp(socket)
    }
  }

  function isStuck(request: IncomingMessage, bytes: number, now: number): boolean {
    const known = progress.get(request)
    if (!known) {
      progress.set(request, { began: now, first: bytes, bytes, at: now })
      return false
    }
    if (bytes > known.bytes) Object.assign(known, { bytes, at: now })
    const allowed = grace + ((bytes - known.first) / bytesPerSecond) * 1_000
    return now - known.at > idle || now - known.began > allowed
  }

  function giveUp(socket: Socket): void {
    const error = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }

  const timer = setInterval(look, lookEvery).unref()
  server.once('close', () => clearInterval(timer))
}
