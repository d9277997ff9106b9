import { client } from './client.js'

/** Other programs share the machine; delays caused by the service occur on every attempt. */
const TRIES = 12

export interface WatchedLoop {
  /**
   * The longest time that the process's event loop was blocked by a request, in milliseconds: the minimum of several
   * attempts, which end with the first that is short enough.
   */
  held(send: () => Promise<unknown>, shortEnough: number): Promise<number>
  close(): void
}

/** Watches the event loop of a service by its own histogram. @param metricsPort its METRICS_PORT */
export function eventLoopOf(metricsPort: number): WatchedLoop {
  const { request, close } = client(`http://127.0.0.1:${metricsPort}`)

  /** Since the previous reading. */
  async function longest(): Promise<number> {
    const { text } = await request('GET', '/metrics')
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)![1]) * 1_000
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
