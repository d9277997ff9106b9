import { withTimeout } from '../../kernel/concurrency/timeout.js'
import { createCounter, type Family } from '../../kernel/metrics.js'
import { formatMetrics, type MetricReading } from './text.js'

/** Timeout for the samples of one family; Prometheus's own timeout is 10 s by default. */
const SAMPLES_TIMEOUT_MS = 2_000

/**
 * Collects the samples of all families. A family that fails or times out, because a store does not answer, has no samples;
 * the others are not affected.
 */
export function createScrape(families: readonly Family[], timeoutMs = SAMPLES_TIMEOUT_MS): () => Promise<string> {
  const failures = createCounter({
    name: 'mailproof_scrape_failures_total',
    help: 'Metrics whose samples could not be collected during a scrape.',
    labels: ['metric'],
  })

  async function read({ name, help, type, samples }: Family): Promise<MetricReading> {
    try {
      return { name, help, type, samples: await withTimeout(timeoutMs, Promise.resolve(samples())) }
    } catch {
      failures.of(name).value++
      return { name, help, type, samples: [] }
    }
  }

  return async () => formatMetrics([...(await Promise.all(families.map(read))), await read(failures)])
}
