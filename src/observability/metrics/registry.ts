// Collects all metrics for a scrape.
import { Counter, Gauge, type Metric, Registry } from 'prom-client'
import { withTimeout } from '../../kernel/concurrency/timeout.js'
import { createCounter, type Family, type Sample } from '../../kernel/metrics.js'

/** Timeout for the samples of one family; Prometheus's own timeout is 10 s by default. */
const SAMPLES_TIMEOUT_MS = 2_000

/**
 * A registry of prom-client that reads the samples of each family when it is scraped. A family that fails or times out,
 * because a store does not answer, has no samples; the others are not affected.
 */
export function createRegistry(families: readonly Family[], timeoutMs = SAMPLES_TIMEOUT_MS): Registry {
  const registry = new Registry()
  const failures = createCounter({
    name: 'mailproof_scrape_failures_total',
    help: 'Metrics whose samples could not be collected during a scrape.',
    labels: ['metric'],
    known: families.map(({ name }) => [name]),
  })

  async function read({ name, samples }: Family): Promise<readonly Sample[]> {
    try {
      return await withTimeout(timeoutMs, Promise.resolve(samples()))
    } catch {
      failures.of(name).value++
      return []
    }
  }

  for (const family of families) register(registry, family, () => read(family))
  register(registry, failures, async () => failures.samples())
  return registry
}

type Read = () => Promise<readonly Sample[]>

function register(registry: Registry, family: Family, read: Read): void {
  const { name, help, type, labels } = family
  const options = { name, help, labelNames: labels, registers: [registry] }
  if (type === 'histogram') registry.registerMetric(histogramOf(family, read))
  else if (type === 'gauge') {
    new Gauge({
      ...options,
      async collect() {
        const samples = await read()
        clear(this, labels)
        for (const sample of samples) this.set(sample.labels, sample.value)
      },
    })
  } else {
    new Counter({
      ...options,
      async collect() {
        const samples = await read()
        clear(this, labels)
        for (const sample of samples) this.inc(sample.labels, sample.value)
      },
    })
  }
}

/** Removes all samples; `reset` would leave a metric without labels at 0. */
function clear(metric: Counter | Gauge, labels: readonly string[]): void {
  if (labels.length === 0) metric.remove()
  else metric.reset()
}

/** prom-client's own histogram counts observations and cannot be set to counts, so this one returns ours. */
const histogramOf = ({ name, help }: Family, read: Read): Metric => {
  const metric = { name, help, type: 'histogram', aggregator: 'sum' }
  const get = async () => ({
    ...metric,
    values: (await read()).map(({ suffix = '', labels, value }) => ({ metricName: name + suffix, labels, value })),
  })
  return { ...metric, get } as unknown as Metric
}
