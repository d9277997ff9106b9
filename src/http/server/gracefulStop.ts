import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Idle connections close once no request has come for so long after the service was told to stop. */
const GRACE_MS = 1_000
/** Or after so many times that: a steady client uses up what it keeps open, as every answer closes its connection. */
const MOST_GRACES = 5
/**
 * What is not answered by then is given up: a client that takes its download slowly, or sends its file slowly. A single
 * verification takes 5 s, and synchronous batches are told to hurry.
 */
const DRAIN_MS = 10_000
/** A turn of the event loop that was this short had next to nothing to read. */
const QUIET_TURN_MS = 1
/** Who is too busy for such a turn goes on without it after this time. */
const MOST_TURNS_MS = 1_000

interface StopTimings {
  /** Milliseconds, like the next. */
  readonly graceMs: number
  readonly drainMs: number
}

/**
 * Stops without dropping a request: no new connections, every answer from then on closes its connection, and idle
 * ones close after a time of grace. `http.Server.close` would cut those at once, and a request on its way with them.
 */
export function createStop(
  server: Server,
  { graceMs, drainMs }: StopTimings = { graceMs: GRACE_MS, drainMs: DRAIN_MS },
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

  /** Takes what has arrived: what the kernel holds of a connection is lost when that, or its listener, is closed. */
  async function hear(): Promise<void> {
    const began = performance.now()
    for (let turn = began; ; ) {
      const before = accepted
      await setImmediate()
      const now = performance.now()
      if ((accepted === before && now - turn < QUIET_TURN_MS) || now - began > MOST_TURNS_MS) return
      turn = now
    }
  }

  /** Node does not count those among the idle that never sent a byte. */
  function closeIdle(): void {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  const stop = async () => {
    await hear()
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    stopping = true
    const began = performance.now()
    let heardAt = began
    server.on('request', () => {
      heardAt = performance.now()
    })
    const grace = setInterval(async () => {
      await hear()
      const now = performance.now()
      if (now - heardAt >= graceMs || now - began >= MOST_GRACES * graceMs) closeIdle()
    }, graceMs / 4)
    const limit = setTimeout(() => server.closeAllConnections(), drainMs)
    await closed
    clearInterval(grace)
    clearTimeout(limit)
  }

  return {
    stopping: () => stopping,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
