import type { Labels, Sample } from '../../kernel/metrics.js'

/** A metric family with its samples at the time of the scrape. */
export interface MetricReading {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}

/** Prometheus's text format, version 0.0.4. */
export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export const formatMetrics = (readings: readonly MetricReading[]): string => readings.map(linesOf).join('')

function linesOf({ name, help, type, samples }: MetricReading): string {
  const lines = samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${bracesOf(labels)} ${value}\n`)
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function bracesOf(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
