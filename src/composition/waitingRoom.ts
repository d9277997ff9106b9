// Answers 503, and says why, while a service rebuilds its read models and cannot answer yet.
import { createServer, type Server } from 'node:http'
import { servedPaths } from '../api/contract/aliases.js'
import { createVitals } from '../api/system/health.js'
import { healthReply, livenessReply } from '../api/system/present.js'
import type { Config } from '../config.js'
import { systemClock } from '../kernel/clock.js'
import { silentLog } from '../kernel/log.js'
import type { Family } from '../kernel/metrics.js'
import { createResources, type Resources } from '../kernel/resources.js'
import { openMetrics } from '../observability/openMetrics.js'
import { VERSION } from '../version.js'
import { instrumentStart, type StartProgress } from './startProgress.js'

const LIVENESS_PATHS = new Set(servedPaths('/health/live'))

export type WaitingRoom = ReturnType<typeof createWaitingRoom>

/**
 * Listens on the service's ports until the service does. Liveness is 200, so that no supervisor ends the process; everything
 * else is 503, with the state of the rebuild, which the metrics have, too. A port that is chosen by the system is not served.
 */
export function createWaitingRoom(config: Config) {
  const { HOST, PORT, METRICS_PORT, BASE_URL } = config
  const vitals = createVitals(VERSION, systemClock.now)
  const baseUrl = BASE_URL ?? `http://localhost:${PORT}`
  let server: Server | undefined
  let progress: StartProgress | undefined
  let metrics: { readonly closing: Resources; readonly started: Promise<void> } | undefined
  const families: readonly Family[] = instrumentStart(() => progress)

  const replyTo = (path: string | undefined) => {
    if (LIVENESS_PATHS.has(path?.split('?')[0] ?? '')) return livenessReply({ status: 'ok', ...vitals() }, baseUrl)
    const checks = { read_models: { status: 'error' as const, message: progress!.message } }
    return healthReply({ status: 'error', ...vitals(), checks }, baseUrl)
  }

  /** The service itself reports ports that it cannot use. */
  async function serveMetrics(closing: Resources): Promise<void> {
    if (METRICS_PORT) await openMetrics({ config, log: silentLog, families }, closing).catch(() => {})
  }

  return {
    families,
    /** Opens it, or changes what it says. */
    open(now: StartProgress): void {
      progress = now
      if (!metrics) {
        const closing = createResources()
        metrics = { closing, started: serveMetrics(closing) }
      }
      if (server || PORT === 0) return
      server = createServer((request, response) => {
        const reply = replyTo(request.url)
        const headers = 'headers' in reply ? reply.headers : {}
        response.writeHead(reply.status, { ...headers, 'Content-Type': 'application/json', Connection: 'close' })
        response.end(JSON.stringify(reply.body))
      })
      server.on('error', () => {})
      server.listen(PORT, HOST)
    },
    async close(): Promise<void> {
      const open = server
      server = undefined
      // First: a request that still arrives is answered with the progress.
      if (open?.listening) {
        const closed = new Promise((resolve) => open.close(resolve))
        open.closeAllConnections()
        await closed
      }
      progress = undefined
      await metrics?.started
      await metrics?.closing.close()
      metrics = undefined
    },
  }
}
