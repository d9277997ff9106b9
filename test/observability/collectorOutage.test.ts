import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from '@jest/globals'
import type { Log } from '../../src/kernel/log.js'
import { createTracing } from '../../src/observability/tracing/tracing.js'

/** No server listens on this port. */
const ENDPOINT = 'http://127.0.0.1:1'

test('a collector that is down is logged once, and delays a stop by 2 s at most', async () => {
  const warnings: string[] = []
  const ignore = () => {}
  const log: Log = { info: ignore, warn: (_, message) => warnings.push(message), error: ignore }
  process.env.OTEL_BSP_SCHEDULE_DELAY = '10'
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '50'
  try {
    const tracing = createTracing({ endpoint: ENDPOINT, version: '1', role: 'all', log })
    const request = { method: 'POST', headers: {} } as IncomingMessage
    const response = { statusCode: 200, headersSent: true } as ServerResponse
    for (let calls = 0; calls < 5; calls++) {
      await tracing.request('verifyEmail', request, response, () => new Promise((resolve) => setTimeout(resolve, 100)))
    }
    const began = performance.now()
    await tracing.stop()
    // A margin for a slow machine.
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(warnings).toEqual([
      'trace export to OTEL_EXPORTER_OTLP_ENDPOINT failed; traces are lost until it recovers',
      'not all traces could be exported before the stop',
    ])
  } finally {
    delete process.env.OTEL_BSP_SCHEDULE_DELAY
    delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT
  }
})
