// Closes connections whose clients send a body, or read a response, too slowly.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { perRequest } from '../../kernel/limits.js'

/** How long a client may take to send a body and to read a response. All times in milliseconds. */
export interface BodyTimeouts {
  /** Between two bytes of a body. */
  readonly idle: number
  /** How far a body may fall behind the pace: one that arrives at once, but for its end, is cut off after this time. */
  readonly grace: number
  /** The pace: a large file on a slow line arrives, a slow trickle of bytes is cut off. */
  readonly bytesPerSecond: number
  /** For a whole body, whatever its pace. */
  readonly total: number
  /** For the rest of a body whose request has already been answered: it is discarded. */
  readonly rest: number
  /** Between two reads of a response that has been written completely. */
  readonly unread: number
  readonly checkEvery: number
}

const BODY_TIMEOUTS: BodyTimeouts = {
  idle: perRequest.bodies.idleMs,
  grace: perRequest.bodies.graceMs,
  bytesPerSecond: perRequest.bodies.paceBytes,
  total: perRequest.bodies.totalMs,
  rest: 10_000,
  unread: perRequest.responses.unreadMs,
  checkEvery: 5_000,
}

interface Progress {
  readonly startedAt: number
  /** How far it may still fall behind, at the latest check. */
  credit: number
  checkedAt: number
  bytes: number
  /** When bytes arrived last. */
  at: number
}

/**
 * Closes connections whose clients stop sending their bodies or stop reading their responses. Replaces Node's
 * `requestTimeout`, which allows a hundred megabytes the same time as a hundred bytes. Connections are checked
 * periodically, so it costs a request next to nothing.
 */
export function enforceBodyTimeouts(server: Server, timeouts: BodyTimeouts = BODY_TIMEOUTS): void {
  const { idle, grace, bytesPerSecond, total, rest, unread, checkEvery } = timeouts
  const latestResponses = new Map<Socket, ServerResponse>()
  const progress = new WeakMap<IncomingMessage, Progress>()
  const answeredAt = new WeakMap<ServerResponse, number>()
  server.requestTimeout = 0
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => latestResponses.set(socket, response))
  server.on('connection', (socket: Socket) => socket.once('close', () => latestResponses.delete(socket)))

  function check(): void {
    const now = performance.now()
    for (const [socket, response] of latestResponses) {
      const { req: request, writableFinished: answered } = response
      if (!answered) limitUnread(socket, response)
      if (!request.complete) {
        if (answered) limitRest(socket, response, now)
        else if (isStuck(request, socket.bytesRead, now)) timeOut(socket)
      } else if (answered) latestResponses.delete(socket)
    }
  }

  /** The socket's timeout restarts whenever the client reads; when it expires, Node destroys the socket. */
  function limitUnread(socket: Socket, { writableEnded }: ServerResponse): void {
    const waits = writableEnded && socket.writableLength > 0
    if (waits && !socket.timeout) socket.setTimeout(unread)
    else if (!waits && socket.timeout === unread) socket.setTimeout(0)
  }

  function limitRest(socket: Socket, response: ServerResponse, now: number): void {
    const since = answeredAt.get(response)
    if (since === undefined) answeredAt.set(response, now)
    else if (now - since > rest) socket.destroy()
  }

  function isStuck(request: IncomingMessage, bytes: number, now: number): boolean {
    const known = progress.get(request)
    if (!known) {
      progress.set(request, { startedAt: now, credit: grace, checkedAt: now, bytes, at: now })
      return false
    }
    // Bytes faster than the pace earn no more than the grace: a body that has nearly arrived must not stand for hours.
    const earned = ((bytes - known.bytes) / bytesPerSecond) * 1_000 - (now - known.checkedAt)
    known.credit = Math.min(grace, known.credit + earned)
    if (bytes > known.bytes) known.at = now
    Object.assign(known, { bytes, checkedAt: now })
    return known.credit < 0 || now - known.at > idle || now - known.startedAt > total
  }

  function timeOut(socket: Socket): void {
    const error = Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }

  const timer = setInterval(check, checkEvery).unref()
  server.once('close', () => clearInterval(timer))
}
