// Mounts GraphQL, whose libraries are loaded on first use.
import type { Duplex } from 'node:stream'
import type { Request, Response } from 'express'
import type { Mounted } from '../httpMessages/mountPoints.js'
import { CALLER_GONE } from '../httpMessages/requestMetrics.js'
import type { GraphqlHost } from './host.js'

const PATH = '/graphql'

/**
 * Serves `/graphql`: operations over HTTP and WebSocket. The libraries are loaded on first use, so that services that do
 * not use GraphQL save their start-up time and memory.
 */
export function mountGraphql(host: GraphqlHost): Mounted {
  const { app, direct, upgrades, log, traffic, trace } = host
  const count = traffic.of('graphql')
  let loading: Promise<GraphqlServer> | undefined

  const load = (): Promise<GraphqlServer> => {
    loading ??= import('./server.js')
      .then(({ createGraphqlServer }) => createGraphqlServer(host))
      .catch((error: unknown) => {
        // For the next request to try again.
        loading = undefined
        throw error
      })
    return loading
  }

  const handle = async (request: Request, response: Response): Promise<void> => {
    const startedAt = performance.now()
    await (await load()).handle(request, response)
    count(response.headersSent ? response.statusCode : CALLER_GONE, startedAt)
  }
  const traced = trace
    ? (request: Request, response: Response) => trace('graphql', request, response, () => handle(request, response))
    : handle
  app.all(PATH, traced)
  direct.set(`POST ${PATH}`, traced)

  upgrades.set(PATH, (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    load().then(
      ({ upgrade }) => upgrade(request as Request, socket, head),
      (error: unknown) => {
        log.error({ error }, 'the GraphQL runtime could not be loaded')
        socket.destroy()
      },
    )
  })

  return {
    async stop() {
      await (await loading?.catch(() => undefined))?.stop()
    },
  }
}

interface GraphqlServer {
  handle(request: Request, response: Response): Promise<void>
  /** @param head bytes that arrived after the request's headers */
  upgrade(request: Request, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}
