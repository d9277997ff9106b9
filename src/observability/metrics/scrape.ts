import { withTimeout } from '../../kernel/concurrency/timeout.js'
import { createCounter, type Family } from '../../kernel/metrics.js'
import { type Reading, textOf } from './text.js'

/** Prometheus itself waits 10 s if not told otherwise. */
const PATIENCE_MS = 2_000

/**
 * Asks all families for their samples. One that cannot tell in time, because a store does not answer, has none then; the
 * others are told all the same.
 */
export function createScrape(families: readonly Family[], patienceMs = PATIENCE_MS): () => Promise<string> {
  const failures = createCounter({
    name: 'mailproof_scrape_failures_total',
    help: 'Metrics that could not be told when they were asked for.',
    labels: ['metric'],
  })

  async function read({ name, help, type, samples }: Family): Promise<Reading> {
    try {
      return { name, help, type, samples: await withTimeout(patienceMs, Promise.resolve(samples())) }
    } catch {
      failures.of(name).value++
      return { name, help, type, samples: [] }
    }
  }

  return async () => textOf([...(await Promise.all(families.map(read))), await read(failures)])
}
