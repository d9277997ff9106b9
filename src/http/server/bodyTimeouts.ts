import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a client may take to send a body and to read a response. All times in milliseconds. */
export interface BodyTimeouts {
  /** Between two bytes of a body. */
  readonly idle: number
  /** For a whole body of any size… */
  readonly grace: number
  /** …plus one second for every so many bytes: a large file on a slow line arrives, a slow trickle of bytes is cut off. */
  readonly bytesPerSecond: number
  /** For the rest of a body whose request has already been answered: it is discarded. */
  readonly rest: number
  /** Between two reads of a response that has been written completely. */
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
  readonly startedAt: number
  readonly first: number
  bytes: number
  at: number
}

/**
 * Closes connections whose clients stop sending their bodies or stop reading their responses. Replaces Node's
 * `requestTimeout`, which allows a hundred megabytes the same time as a hundred bytes. Connections are checked
 * periodically, so it adds no cost per request.
 */
export function enforceBodyTimeouts(server: Server, timeouts: BodyTimeouts = BODY_TIMEOUTS): void {
  const { idle, grace, bytesPerSecond, rest, unread, checkEvery } = timeouts
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
      progress.set(request, { startedAt: now, first: bytes, bytes, at: now })
      return false
    }
    if (bytes > known.bytes) Object.assign(known, { bytes, at: now })
    const allowed = grace + ((bytes - known.first) / bytesPerSecond) * 1_000
    return now - known.at > idle || now - known.startedAt > allowed
  }

  function timeOut(socket: Socket): void {
    const error = Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }

  const timer = setInterval(check, checkEvery).unref()
  server.once('close', () => clearInterval(timer))
}
