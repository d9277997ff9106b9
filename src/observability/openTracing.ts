import type { Config } from '../config.js'
import type { Log } from '../kernel/log.js'
import type { Resources } from '../kernel/resources.js'
import type { Tracing } from '../kernel/tracing.js'
import { VERSION } from '../version.js'

/** Tracing, if a collector is configured. The code is loaded only then, so it costs nothing otherwise. */
export async function openTracing(
  { config, log }: { readonly config: Config; readonly log: Log },
  closing: Resources,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE: role } = config
  if (endpoint === undefined) return undefined
  const { createTracing } = await import('./tracing/tracing.js')
  const tracing = createTracing({ endpoint, version: VERSION, role, log })
  closing.add(tracing.stop)
  return tracing
}
