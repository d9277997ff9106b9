import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeConnections, openConnections, readResponses, type Target } from './connection.js'
import { createLatencyRecorder, type LatencySummary } from './histogram.js'

interface OpenLoopOptions extends Target {
  /** Offered load in requests per second. */
  readonly perSecond: number
  readonly seconds: number
}

/**
 * Open-loop load: requests arrive at a constant rate, however slow the responses are. A request that finds no idle
 * connection waits for one, and its latency includes that wait.
 * @throws Error at the first incorrect response, and when a connection breaks
 */
export async function runOpenLoop(options: OpenLoopOptions): Promise<LatencySummary> {
  const { next, seconds, perSecond } = options
  const sockets = await openConnections(options)
  const idleConnections: ((arrivedAt: number) => void)[] = []
  const waitingRequests: number[] = []
  const latencies = createLatencyRecorder()
  let failure: { readonly error: unknown } | undefined

  function drive(socket: Socket): void {
    let arrivedAt = 0
    const send = (requestArrivedAt: number) => {
      arrivedAt = requestArrivedAt
      socket.write(next())
    }
    const takeNext = () => {
      const waiting = waitingRequests.shift()
      if (waiting === undefined) idleConnections.push(send)
      else send(waiting)
    }
    readResponses(socket, options, {
      onResponse() {
        latencies.record(performance.now() - arrivedAt)
        takeNext()
      },
      onError(error) {
        failure ??= { error }
      },
    })
    takeNext()
  }

  for (const socket of sockets) drive(socket)
  const startedAt = performance.now()
  const count = Math.round(seconds * perSecond)
  try {
    for (let index = 0; index < count && !failure; index++) {
      await sleep(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()))
      const send = idleConnections.shift()
      if (send) send(performance.now())
      else waitingRequests.push(performance.now())
    }
    while (latencies.count() < count && !failure) await sleep(1)
  } finally {
    closeConnections(sockets)
  }
  if (failure) throw failure.error
  return latencies.summary()
}
