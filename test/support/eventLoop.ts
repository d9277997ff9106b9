import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { client } from './client.js'

/** Other programs share the machine; what a service does by itself comes every time. */
const TRIES = 12

export interface WatchedLoop {
  /**
   * The longest that the process's event loop was held while something was sent, in milliseconds: the least of several
   * tries, which end with the first that is short enough.
   */
  held(send: () => Promise<unknown>, shortEnough: number): Promise<number>
  close(): void
}

/** Watches the event loop of a service by its own histogram. @param metricsPort its METRICS_PORT */
export function eventLoopOf(metricsPort: number): WatchedLoop {
  const { request, close } = client(`http://127.0.0.1:${metricsPort}`)

  /** Since the last look. */
  async function longest(): Promise<number> {
    const { text } = await request('GET', '/metrics')
    return Number(/^nodejs_eventloop_lag_seconds\{quantile="1"\} (\S+)$/m.exec(text)![1]) * 1_000
  }

  return {
    async held(send, shortEnough) {
      let least = Infinity
      for (let attempt = 0; attempt < TRIES && least > shortEnough; attempt++) {
        await longest()
        await send()
        least = Math.min(least, await longest())
      }
      return least
    },
    close,
  }
}

/** A TCP port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
