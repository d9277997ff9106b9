import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Idle connections may still bring a request for this long after the service was told to stop. */
const GRACE_MS = 1_000
/**
 * What is not answered by then is given up: a client that takes its download slowly, or sends its file slowly. A single
 * verification takes 5 s, and synchronous batches are told to hurry.
 */
const DRAIN_MS = 10_000

interface StopTimings {
  /** Milliseconds, like the next. */
  readonly graceMs: number
  readonly drainMs: number
}

/**
 * Stops without dropping a request: no new connections, every answer from now on closes its connection, and idle
 * ones close after a moment of grace. `http.Server.close` would cut those at once, and a request on its way with them.
 */
export function createStop(
  server: Server,
  { graceMs, drainMs }: StopTimings = { graceMs: GRACE_MS, drainMs: DRAIN_MS },
): { stopping(): boolean; stop(): Promise<void> } {
  const sockets = new Set<Socket>()
  let stopped: Promise<void> | undefined

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  /** Node does not count those among the idle that never sent a byte. */
  function closeIdle(): void {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  const stop = async () => {
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const grace = setInterval(closeIdle, graceMs)
    const limit = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(grace)
    clearTimeout(limit)
  }

  return {
    stopping: () => stopped !== undefined,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
