import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a client may take to send a body and to read an answer. All times in milliseconds. */
export interface BodyTimeouts {
  /** Without any byte of a body. */
  readonly idle: number
  /** For a body as a whole, whatever its size… */
  readonly grace: number
  /** …and so many bytes a second beyond that: a large file on a slow line arrives, a byte now and then does not help. */
  readonly bytesPerSecond: number
  /** For the rest of a body whose request has been answered already: nobody reads it any more. */
  readonly rest: number
  /** Without reading any byte of an answer that was written as a whole. */
  readonly unread: number
  readonly checkEvery: number
}

const BODY_TIMEOUTS: BodyTimeouts = {
  idle: 30_000,
  grace: 60_000,
  bytesPerSecond: 16_384,
  rest: 10_000,
  unread: 15_000,
  checkEvery: 5_000,
}

interface Progress {
  readonly began: number
  readonly first: number
  bytes: number
  at: number
}

/**
 * Closes connections whose clients do not send their bodies, in place of Node's `requestTimeout`, which allows every body
 * the same time, a hundred megabytes as well as a hundred bytes; and those that do not read their answers. Checked from
 * time to time, so that a request pays nothing for it.
 */
export function enforceBodyTimeouts(server: Server, patience: BodyTimeouts = BODY_TIMEOUTS): void {
  const { idle, grace, bytesPerSecond, rest, unread, checkEvery } = patience
  const newest = new Map<Socket, ServerResponse>()
  const progress = new WeakMap<IncomingMessage, Progress>()
  const answeredAt = new WeakMap<ServerResponse, number>()
  server.requestTimeout = 0
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => newest.set(socket, response))
  server.on('connection', (socket: Socket) => socket.once('close', () => newest.delete(socket)))

  function look(): void {
    const now = performance.now()
    for (const [socket, response] of newest) {
      const { req: request, writableFinished: answered } = response
      if (!answered) limitReading(socket, response)
      if (!request.complete) {
        if (answered) limitRest(socket, response, now)
        else if (isStuck(request, socket.bytesRead, now)) giveUp(socket)
      } else if (answered) newest.delete(socket)
    }
  }

  /** The socket's timeout begins anew whenever the client reads; when it is over, Node destroys the socket. */
  function limitReading(socket: Socket, { writableEnded }: ServerResponse): void {
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

  const timer = setInterval(look, checkEvery).unref()
  server.once('close', () => clearInterval(timer))
}
