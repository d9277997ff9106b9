import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIngress, type Ingress } from '../../src/httpMessages/ingress/ingress.js'

export interface HttpServer {
  readonly url: string
  readonly server: Server
  /** Closes open connections too. */
  close(): Promise<void>
}

/** A Node.js HTTP server with one handler, on a free loopback port, whose bodies can be read as the service reads them. */
export async function startHttpServer(
  handle: RequestListener,
  { Request, watch }: Pick<Ingress, 'Request' | 'watch'> = createIngress(),
): Promise<HttpServer> {
  const server = createServer({ IncomingMessage: Request }, handle)
  watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
