import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Idle connections may still bring a request for this long after the service was told to stop. */
const GRACE_MS = 1_000
/** Longer than any verification may take: that of an agent has 60 s. Then what is not answered is given up. */
const DRAIN_MS = 65_000

/**
 * Stops without dropping a request: no new connections, every answer from now on closes its connection, and idle
 * ones close after a moment of grace. `http.Server.close` would cut those at once, and a request on its way with them.
 */
export function createStop(server: Server): { stopping(): boolean; stop(): Promise<void> } {
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
    const grace = setInterval(closeIdle, GRACE_MS)
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
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
