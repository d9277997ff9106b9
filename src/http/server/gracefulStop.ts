// Stops the HTTP server without dropping a request.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** After a stop was requested: idle connections close once no request has arrived for this long. */
const GRACE_MS = 1_000
/**
 * Idle connections close after this many grace periods in any case. By then a steady client has used up its keep-alive
 * connections, because every response closes its connection.
 */
const MAX_GRACES = 5
/**
 * Requests that are not answered by then are cut off: slow downloads and slow uploads. A single verification takes 5 s,
 * and synchronous batches are asked to finish early.
 */
const DRAIN_MS = 10_000
/** A turn of the event loop that took less than this had almost nothing to read. */
const QUIET_TURN_MS = 1
/** A process too busy to have such a turn stops waiting for one after this time. */
const MAX_BACKLOG_MS = 1_000

interface StopTimings {
  /** How long to serve as before, so that proxies notice that the process is not ready any more. */
  readonly noticeMs?: number
  readonly graceMs?: number
  readonly drainMs?: number
}

/**
 * Stops without dropping a request: after a notice, no new connections, every response from then on closes its
 * connection, and idle connections close after a grace period. `http.Server.close` would close those immediately, and
 * lose a request that is on its way.
 */
export function createStop(
  server: Server,
  { noticeMs = 0, graceMs = GRACE_MS, drainMs = DRAIN_MS }: StopTimings = {},
): { stopping(): boolean; stop(): Promise<void> } {
  const sockets = new Set<Socket>()
  let accepted = 0
  let stopping = false
  let stopped: Promise<void> | undefined

  server.on('connection', (socket: Socket) => {
    accepted++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  /** Accepts and reads what has arrived: what the kernel still buffers is lost when its socket or listener closes. */
  async function drainBacklog(): Promise<void> {
    // The first immediate may run before sockets are polled: signals, like the sockets, are received in that phase.
    await setImmediate()
    const startedAt = performance.now()
    for (let turn = startedAt; ; ) {
      const before = accepted
      await setImmediate()
      const now = performance.now()
      if ((accepted === before && now - turn < QUIET_TURN_MS) || now - startedAt > MAX_BACKLOG_MS) return
      turn = now
    }
  }

  /** Node does not count connections that never sent a byte as idle. */
  function closeIdle(): void {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  /** `closeAllConnections` would leave those that Node's parser no longer reads. */
  function closeAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  const stop = async () => {
    if (noticeMs > 0) await sleep(noticeMs)
    await drainBacklog()
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    stopping = true
    const startedAt = performance.now()
    let lastRequestAt = startedAt
    server.on('request', () => {
      lastRequestAt = performance.now()
    })
    const grace = setInterval(async () => {
      await drainBacklog()
      const now = performance.now()
      if (now - lastRequestAt >= graceMs || now - startedAt >= MAX_GRACES * graceMs) closeIdle()
    }, graceMs / 4)
    const limit = setTimeout(closeAll, drainMs)
    await closed
    clearInterval(grace)
    clearTimeout(limit)
    // Ends the timer with which Node checks the connections of a server: it would keep the whole service in memory.
    server.close()
  }

  return {
    stopping: () => stopping,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
