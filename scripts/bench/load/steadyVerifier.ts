// Load at a constant rate.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import { createLatencyRecorder, type LatencySummary } from './histogram.js'

export interface SteadyVerifierResult extends LatencySummary {
  /** p99 event-loop delay of the measuring process; the latencies may include that much. */
  readonly generatorP99Ms: number
}

const RESOLUTION_MS = 5
/** Requests before the measurement: the first ones compile the code of both processes. */
const WARM_UP = 50

/**
 * Sends single verifications at a constant rate, however slow the responses are, until `stop` is called.
 * It and `stop` throw an Error if a response was not 200.
 */
export async function startSteadyVerifier(
  url: string,
  key: string,
  perSecond: number,
): Promise<{ stop(): Promise<SteadyVerifierResult> }> {
  const { request, close } = client(url)
  const latencies = createLatencyRecorder()
  const eventLoopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  eventLoopDelay.enable()
  const inFlight: Promise<void>[] = []
  let failure: { readonly error: unknown } | undefined
  let stopped = false

  /** @returns milliseconds */
  async function verify(index: number): Promise<number> {
    const sentAt = performance.now()
    const { status, text } = await request('POST', '/v1/verify', { key, body: { email: `someone${index}@gmail.com` } })
    if (status !== 200) throw new Error(`POST /v1/verify returned ${status}: ${text}`)
    return performance.now() - sentAt
  }

  for (let index = 0; index < WARM_UP; index++) await verify(index)
  const sending = (async () => {
    const startedAt = performance.now()
    for (let index = 0; !stopped && !failure; index++) {
      inFlight.push(
        verify(index).then(latencies.record, (error: unknown) => {
          failure ??= { error }
        }),
      )
      await sleep(Math.max(0, startedAt + ((index + 1) * 1_000) / perSecond - performance.now()))
    }
  })()

  return {
    async stop() {
      stopped = true
      await sending
      await Promise.all(inFlight)
      close()
      eventLoopDelay.disable()
      if (failure) throw failure.error
      return {
        ...latencies.summary(),
        generatorP99Ms: Math.max(0, eventLoopDelay.percentile(99) / 1e6 - RESOLUTION_MS),
      }
    },
  }
}
