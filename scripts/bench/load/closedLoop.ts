// Load by connections that each wait for their answer.
import type { Socket } from 'node:net'
import { cpuTimeUs } from '../../../testbed/procfs.js'
import { closeConnections, openConnections, readResponses, type Target } from './connection.js'
import { createHistogram } from './histogram.js'

interface ClosedLoopOptions extends Target {
  readonly seconds: number
  /** The measured process, for its CPU time per response. */
  readonly pid?: number
}

export interface ClosedLoopResult {
  readonly perSecond: number
  /** All responses divided by the total time: for long requests of which few finish before the deadline. */
  readonly meanPerSecond: number
  /** All responses, including those after the deadline. */
  readonly responses: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time per response of the measured process, in microseconds; NaN if unknown. */
  readonly cpuUs: number
  /** Share of one core used by the load generator; near 1 it is the bottleneck. */
  readonly generatorCpu: number
}

/**
 * Closed-loop load: each connection sends its next request as soon as the previous one has been answered. It uses bare
 * sockets, because autocannon would need more CPU than the service that it measures.
 * @throws Error at the first incorrect response, and when a connection breaks
 */
export async function runClosedLoop(options: ClosedLoopOptions): Promise<ClosedLoopResult> {
  const { next, seconds, pid } = options
  const sockets = await openConnections(options)
  const latencies = createHistogram()
  const serviceCpuUs = () => (pid === undefined ? Number.NaN : cpuTimeUs(pid))
  const generatorCpuBefore = process.cpuUsage()
  const serviceCpuBefore = serviceCpuUs()
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1_000
  let inTime = 0
  let responses = 0

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(next())
      }
      const onResponse = () => {
        responses++
        const now = performance.now()
        if (now > deadline) return resolve()
        inTime++
        latencies.record(now - sentAt)
        send()
      }
      readResponses(socket, options, { onResponse, onError: reject })
      send()
    })

  try {
    await Promise.all(sockets.map(drive))
  } finally {
    closeConnections(sockets)
  }
  const { user, system } = process.cpuUsage(generatorCpuBefore)
  const elapsedMs = performance.now() - startedAt
  return {
    perSecond: inTime / seconds,
    meanPerSecond: (responses * 1_000) / elapsedMs,
    responses,
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
    cpuUs: (serviceCpuUs() - serviceCpuBefore) / responses,
    generatorCpu: (user + system) / 1_000 / elapsedMs,
  }
}
