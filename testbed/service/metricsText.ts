// Parses Prometheus's text format.
interface MetricFamily {
  readonly type: string
  readonly help: string
  readonly samples: readonly MetricSample[]
}

interface MetricSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export type Metrics = ReadonlyMap<string, MetricFamily>

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const HELP = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\[\\\\n])+)$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary)$`)
const VALUE = '[-+]?(?:\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?|Inf)|Na[nN]'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (${VALUE})$`)
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=[a-zA-Z_])|$)/y
const SUFFIXES: { readonly [type: string]: readonly string[] } = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/**
 * Parses Prometheus's text format 0.0.4, more strictly than Prometheus does: every family has its help and type, once
 * and before its samples; no sample is repeated; counters are not negative; histograms are cumulative, and their last
 * bucket equals their count.
 * @throws Error that names the line
 */
export function parseMetrics(text: string): Metrics {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, { type: string; help: string; samples: MetricSample[] }>()
  const seen = new Set<string>()
  let at: { readonly name: string; readonly type: string; readonly samples: MetricSample[] } | undefined
  let help: readonly [string, string] | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string) => new Error(`${why}: ${line}`)
    if (line === '') continue
    const helped = HELP.exec(line)
    if (helped) {
      help = [helped[1]!, helped[2]!]
      continue
    }
    const typed = TYPE.exec(line)
    if (typed) {
      const [, name = '', type = ''] = typed
      if (help?.[0] !== name) throw fail('a type without its help')
      if (families.has(name)) throw fail('a family that was there before')
      const family = { type, help: help[1], samples: [] }
      families.set(name, family)
      at = { name, ...family }
      continue
    }
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    if (name === '') throw fail('neither comment nor sample')
    if (!at || !SUFFIXES[at.type]!.some((suffix) => at!.name + suffix === name)) throw fail('a sample of no family')
    const sample = { name, labels: labelsOf(labels, fail), value: numberOf(value) }
    const identity = `${name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
    if (seen.has(identity)) throw fail('a sample that was there before')
    seen.add(identity)
    at.samples.push(sample)
  }
  for (const [name, { type, samples }] of families) {
    if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} counts backwards`)
    if (type === 'histogram') checkHistogram(name, samples)
  }
  return families
}

const numberOf = (text: string): number => Number(text.replace('Inf', 'Infinity').replace('Nan', 'NaN'))

function labelsOf(text: string, fail: (why: string) => Error): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const found = LABEL.exec(text)
    if (!found) throw fail('labels that cannot be read')
    labels[found[1]!] = found[2]!.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped))
  }
  return labels
}

function checkHistogram(name: string, samples: readonly MetricSample[]): void {
  const last = new Map<string, { readonly bound: number; readonly count: number }>()
  for (const { name: own, labels, value } of samples) {
    const { le, ...rest } = labels
    const series = JSON.stringify(rest)
    if (own === `${name}_bucket`) {
      const before = last.get(series) ?? { bound: Number.NEGATIVE_INFINITY, count: 0 }
      const bound = numberOf(le ?? 'NaN')
      if (!(bound > before.bound) || value < before.count) throw new Error(`${name} is not cumulative at ${le}`)
      last.set(series, { bound, count: value })
    } else if (own === `${name}_count`) {
      const { bound, count } = last.get(series) ?? {}
      if (bound !== Number.POSITIVE_INFINITY || count !== value) throw new Error(`${name}: not all are in its buckets`)
    }
  }
}

/** The sum of the samples of one name with these labels; 0 if there is none. */
export function sumOf(metrics: Metrics, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const wanted = Object.entries(labels)
  return [...metrics.values()]
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)
}
