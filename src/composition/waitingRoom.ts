// Answers 503, and says why, while a service rebuilds its read models and cannot answer yet.
import { createServer, type Server } from 'node:http'
import { servedPaths } from '../api/contract/aliases.js'
import { createVitals } from '../api/system/health.js'
import { healthReply, livenessReply } from '../api/system/present.js'
import type { Config } from '../config.js'
import { systemClock } from '../kernel/clock.js'
import { VERSION } from '../version.js'

const LIVENESS_PATHS = new Set(servedPaths('/health/live'))

export type WaitingRoom = ReturnType<typeof createWaitingRoom>

/**
 * Listens on the service's port until the service does. Liveness is 200, so that no supervisor ends the process; everything
 * else is 503, with the state of the rebuild. A service whose port is chosen by the system has none.
 */
export function createWaitingRoom({ HOST, PORT, BASE_URL }: Pick<Config, 'HOST' | 'PORT' | 'BASE_URL'>) {
  const vitals = createVitals(VERSION, systemClock.now)
  const baseUrl = BASE_URL ?? `http://localhost:${PORT}`
  let server: Server | undefined
  let message = ''

  const replyTo = (path: string | undefined) => {
    if (LIVENESS_PATHS.has(path?.split('?')[0] ?? '')) return livenessReply({ status: 'ok', ...vitals() }, baseUrl)
    const checks = { read_models: { status: 'error' as const, message } }
    return healthReply({ status: 'error', ...vitals(), checks }, baseUrl)
  }

  return {
    /** Opens it, or changes what it says. */
    open(text: string): void {
      message = text
      if (server || PORT === 0) return
      server = createServer((request, response) => {
        const reply = replyTo(request.url)
        const headers = 'headers' in reply ? reply.headers : {}
        response.writeHead(reply.status, { ...headers, 'Content-Type': 'application/json', Connection: 'close' })
        response.end(JSON.stringify(reply.body))
      })
      // The service itself reports a port that it cannot use.
      server.on('error', () => {})
      server.listen(PORT, HOST)
    },
    async close(): Promise<void> {
      const open = server
      server = undefined
      if (!open?.listening) return
      open.closeAllConnections()
      await new Promise((resolve) => open.close(resolve))
    },
  }
}
