import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../test/support/client.js'
import { createHistogram } from './histogram.js'

export interface Answered {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
  /** p99 delay of the measuring process itself; the result may include that much. */
  readonly ownP99Ms: number
}

const RESOLUTION_MS = 5

/**
 * Verifies one address after the other at a steady rate, whether or not the ones before are answered: what is slow is
 * not asked less. @throws Error at the first answer that is not 200
 */
export function verifySteadily(url: string, key: string, perSecond: number): { end(): Promise<Answered> } {
  const { request, close } = client(url)
  const latencies = createHistogram()
  const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  own.enable()
  const under: Promise<void>[] = []
  let worstMs = 0
  let failed: unknown
  let ended = false

  async function one(index: number): Promise<void> {
    const began = performance.now()
    const { status, text } = await request('POST', '/v1/verify', { key, body: { email: `someone${index}@gmail.com` } })
    if (status !== 200) throw new Error(`/v1/verify answered ${status}: ${text}`)
    const took = performance.now() - began
    latencies.count(took)
    worstMs = Math.max(worstMs, took)
  }

  const driving = (async () => {
    const began = performance.now()
    for (let index = 0; !ended && failed === undefined; index++) {
      under.push(
        one(index).catch((error: unknown) => {
          failed ??= error
        }),
      )
      await sleep(Math.max(0, began + ((index + 1) * 1_000) / perSecond - performance.now()))
    }
  })()

  return {
    async end() {
      ended = true
      await driving
      await Promise.all(under)
      close()
      own.disable()
      if (failed !== undefined) throw failed
      const ownP99Ms = Math.max(0, own.percentile(99) / 1e6 - RESOLUTION_MS)
      return { count: under.length, p50Ms: latencies.quantile(0.5), p99Ms: latencies.quantile(0.99), worstMs, ownP99Ms }
    },
  }
}
