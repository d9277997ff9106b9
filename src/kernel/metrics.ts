// Counters and histograms, independent of how they are exported.

/** Label names and values that distinguish the samples of a family: of low cardinality, and never personal data. */
type Labels = Readonly<Record<string, string>>

export interface Sample {
  /** Appended to the family's name, for histograms. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
  readonly labels: Labels
  readonly value: number
}

/** A metric family: one name, whose samples are collected on request. Times are in seconds. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** Names of the labels that its samples have. */
  readonly labels: readonly string[]
  samples(): readonly Sample[] | Promise<readonly Sample[]>
}

/** One counter cell: a plain integer, so that counting costs next to nothing. */
export interface Count {
  value: number
}

interface Counter extends Family {
  /** The cell for these label values, in the order of the label names. Keep it if you count often. */
  of(...values: readonly string[]): Count
}

interface Timing {
  observe(milliseconds: number): void
}

interface Histogram extends Family {
  /** See {@link Counter.of}. */
  of(...values: readonly string[]): Timing
}

interface Description {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}

interface CounterDescription extends Description {
  /** Label values that are exported from the start, at 0: a rate needs two samples to see the first event. */
  readonly known?: readonly (readonly string[])[]
}

/** A counter: starts at 0 with the process and never decreases. */
export function createCounter({ name, help, labels = [], known = [] }: CounterDescription): Counter {
  const { of, all } = byLabels(labels, (): Count => ({ value: 0 }))
  for (const values of known) of(...values)
  return {
    name,
    help,
    type: 'counter',
    labels,
    of,
    samples: () => all().map(([labels, { value }]) => ({ labels, value })),
  }
}

/** Upper bounds of the buckets in seconds, from a cached answer to one beyond every client's timeout. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const BOUNDS_MS = BOUNDS.map((seconds) => seconds * 1_000)
const US_PER_SECOND = 1_000_000

/** A histogram of durations with fixed buckets. */
export function createHistogram({ name, help, labels = [] }: Description): Histogram {
  const { of, all } = byLabels(labels, createTiming)
  return {
    name,
    help,
    type: 'histogram',
    labels,
    of,
    samples: () => all().flatMap(([labels, timing]) => samplesOf(labels, timing)),
  }
}

interface Buckets extends Timing {
  readonly counts: readonly number[]
  readonly sumUs: number
}

function createTiming(): Buckets {
  const counts: number[] = new Array(BOUNDS_MS.length + 1).fill(0)
  const timing = {
    counts,
    sumUs: 0,
    observe(milliseconds: number): void {
      let bucket = 0
      while (bucket < BOUNDS_MS.length && milliseconds > BOUNDS_MS[bucket]!) bucket++
      counts[bucket]!++
      timing.sumUs += Math.round(milliseconds * 1_000)
    },
  }
  return timing
}

/** Buckets are cumulative; the last one (`+Inf`) counts everything. */
function samplesOf(labels: Labels, { counts, sumUs }: Buckets): Sample[] {
  let count = 0
  const buckets = counts.map((own, index): Sample => {
    count += own
    return { suffix: '_bucket', labels: { ...labels, le: String(BOUNDS[index] ?? '+Inf') }, value: count }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels, value: sumUs / US_PER_SECOND },
    { suffix: '_count', labels, value: count },
  ]
}

function byLabels<Cell>(names: readonly string[], make: () => Cell) {
  const cells = new Map<string, { readonly labels: Labels; readonly cell: Cell }>()
  return {
    of(...values: readonly string[]): Cell {
      const key = values.join('\n')
      const known = cells.get(key)
      if (known) return known.cell
      const labels = Object.fromEntries(names.map((name, index) => [name, values[index]!]))
      const cell = make()
      cells.set(key, { labels, cell })
      return cell
    },
    all: (): [Labels, Cell][] => [...cells.values()].map(({ labels, cell }) => [labels, cell]),
  }
}
