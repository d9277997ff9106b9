// Pipelined requests of one connection are handled one after the other, each in a later turn of the event loop.
import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createTurnQuota } from '../../kernel/concurrency/turnQuota.js'
import { perRequest } from '../../kernel/limits.js'

/** Requests of one connection that may wait for the responses before them. */
export const MAX_WAITING = perRequest.pipelined.waiting

const LINE = Symbol('line')

/** The requests of a connection that have not been answered. */
interface Line {
  /** The response to the request that was started last. */
  current: ServerResponse
  /** The response to the request that arrived last. */
  latest: ServerResponse
  waiting: number
  /** Further requests are ignored: the connection ends after the responses to those before. */
  closed: boolean
  /** Answers the latest request in place of the handlers, when its turn comes. */
  instead: (() => void) | undefined
}

interface Lined extends Duplex {
  [LINE]?: Line
}

const lineOf = (socket: Duplex): Line | undefined => (socket as Lined)[LINE]

/**
 * Emits the requests of a connection one after the other. Node's parser emits all requests of a
 * 64 KiB read in one turn of the event loop. Here, a request that arrives before the previous one of its connection was
 * answered waits for that response, and its body stays unread. The waiting requests of all connections start in order of
 * their turns, a few per turn of the event loop. Connections that do not pipeline are not delayed.
 */
export function queuePipelined(server: Server): void {
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean
  const takeStart = createTurnQuota(perRequest.pipelined.startsPerTurn)

  function wait(event: string, request: IncomingMessage, response: ServerResponse, line: Line): void {
    line.waiting++
    const start = AsyncResource.bind(() => {
      line.waiting--
      line.current = response
      // A client that has closed its side gets no further response: Node closes the other side, too.
      if (!request.socket.writable) return
      if (line.instead && line.latest === response) line.instead()
      else emit(event, request, response)
    })
    // Node emits this when it gives the connection to the response: those before it have been written.
    response.once('socket', () => {
      setImmediate(() => {
        const turn = takeStart()
        if (turn) void turn.then(start)
        else start()
      })
    })
  }

  server.emit = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'request' && event !== 'checkExpectation') return emit(event, ...args)
    const [request, response] = args as [IncomingMessage, ServerResponse]
    const line = lineOf(request.socket)
    if (!line) {
      const first: Line = { current: response, latest: response, waiting: 0, closed: false, instead: undefined }
      ;(request.socket as Lined)[LINE] = first
      return emit(event, request, response)
    }
    if (line.closed) return true
    line.latest = response
    if (response.socket) {
      line.current = response
      return emit(event, request, response)
    }
    wait(event, request, response, line)
    return true
  }
}

/** Whether the connection's next request would be one too many to wait. */
export const isFull = (socket: Duplex): boolean => (lineOf(socket)?.waiting ?? 0) >= MAX_WAITING

/** Whether a request of the connection has not been answered. */
export const isAnswering = (socket: Duplex): boolean => lineOf(socket)?.latest.writableEnded === false

/**
 * Calls `end` once all requests of the connection that are well-formed have been answered, so that what it writes is not
 * taken for the response to one of them. The request whose body is malformed or late is answered by `end` itself. Further
 * requests are ignored.
 */
export function endAfterResponses(socket: Duplex, end: () => void): void {
  const line = lineOf(socket)
  if (line?.closed) return
  if (!line || line.latest.writableEnded || (line.latest.socket && !line.latest.req.complete)) {
    end()
    return
  }
  line.closed = true
  if (line.latest.req.complete) line.latest.once('finish', end)
  else line.instead = end
}

/**
 * Ends a full connection: the requests that wait are answered, the last response says `Connection: close`, and what
 * follows is discarded (RFC 9112 section 9.3.2: the client may repeat those requests on another connection).
 * @param socket one that Node's parser no longer reads, and whose listeners it has removed
 */
export function closeFull(socket: Duplex): void {
  const line = lineOf(socket)!
  line.closed = true
  line.latest.shouldKeepAlive = false
  const destroy = (): void => void socket.destroy()
  socket.on('error', destroy).on('timeout', destroy)
  socket.on('end', () => void socket.end())
  socket.on('drain', () => line.current.emit('drain'))
  socket.on('data', () => {}).resume()
}
