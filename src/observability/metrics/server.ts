import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { Log } from '../../kernel/log.js'
import { type HostCheck, isLoopback } from '../../kernel/net/hostCheck.js'
import { listening } from '../../kernel/net/listening.js'

const PATH = '/metrics'
const METHODS = ['GET', 'HEAD']

interface MetricsDependencies {
  readonly registry: Registry
  readonly log: Log
  /** Checks Host headers on a loopback address. */
  readonly isOwnHost: HostCheck
}

interface MetricsServer {
  readonly port: number
  stop(): Promise<void>
}

/** Serves `/metrics`, and nothing else. Port 0 picks a free port. */
export async function listenForMetrics(
  { registry, log, isOwnHost }: MetricsDependencies,
  host: string,
  port: number,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (isLoopback(addressOf(server)) && !isOwnHost(request.headers.host)) return void response.writeHead(421).end()
    if (request.url?.split('?')[0] !== PATH) return void response.writeHead(404).end()
    if (!METHODS.includes(request.method ?? '')) {
      return void response.writeHead(405, { Allow: METHODS.join(', ') }).end()
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ error }, 'metrics scrape failed')
        response.writeHead(500).end()
      },
    )
  })
  await listening(server, host, port, log)
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const addressOf = (server: Server): string => (server.address() as AddressInfo | null)?.address ?? ''
