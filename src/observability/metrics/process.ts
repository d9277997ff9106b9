import { readdirSync } from 'node:fs'
import { constants, monitorEventLoopDelay, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks'
import { createHistogram, type Family, type Labels } from '../../kernel/metrics.js'

/** A garbage collection entry; Node's types lack its `detail`. */
interface Collection {
  readonly detail: NodeGCPerformanceDetail
}

/** Interval at which the event loop delay is sampled, in milliseconds. */
const RESOLUTION_MS = 20
const NS_PER_MS = 1_000_000
const US_PER_SECOND = 1_000_000
const GC_KINDS = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])

/**
 * CPU, memory, event loop and garbage collection of this process, under the names of prom-client (the Prometheus client
 * for Node), so that existing dashboards work. Runs a timer and an observer until it is stopped.
 */
export function processMetrics(): { readonly families: readonly Family[]; stop(): void } {
  const collections = createHistogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Duration of garbage collections, by kind.',
    labels: ['kind'],
  })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as Collection).detail
      collections.of(GC_KINDS.get(kind ?? 0) ?? 'other').observe(entry.duration)
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const startedAt = Date.now() / 1_000 - process.uptime()

  const lag: Family = {
    name: 'nodejs_eventloop_lag_seconds',
    help: 'Event loop lag since the previous scrape.',
    type: 'gauge',
    samples() {
      // The histogram records the time between two samples, which includes the interval itself.
      const late = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS) / 1_000
      const lags =
        delay.count === 0 ? [0, 0, 0] : [late(delay.percentile(50)), late(delay.percentile(99)), late(delay.max)]
      delay.reset()
      return ['0.5', '0.99', '1'].map((quantile, index) => ({ labels: { quantile }, value: lags[index]! }))
    },
  }

  return {
    families: [
      one('process_cpu_seconds_total', 'counter', 'Total user and system CPU time.', () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / US_PER_SECOND
      }),
      one(
        'process_start_time_seconds',
        'gauge',
        'Start time of the process, in seconds since the epoch.',
        () => startedAt,
      ),
      one('process_resident_memory_bytes', 'gauge', 'Resident memory.', () => process.memoryUsage.rss()),
      {
        name: 'process_open_fds',
        help: 'Open file descriptors (Linux only).',
        type: 'gauge',
        samples: () => openFiles().map((value) => ({ labels: {}, value })),
      },
      one('nodejs_heap_size_total_bytes', 'gauge', 'Total size of the V8 heap.', () => process.memoryUsage().heapTotal),
      one('nodejs_heap_size_used_bytes', 'gauge', 'Used size of the V8 heap.', () => process.memoryUsage().heapUsed),
      one(
        'nodejs_external_memory_bytes',
        'gauge',
        'External memory of V8, outside of its heap.',
        () => process.memoryUsage().external,
      ),
      one(
        'nodejs_eventloop_active_seconds_total',
        'counter',
        'Time that the event loop was not idle.',
        () => performance.eventLoopUtilization().active / 1_000,
      ),
      lag,
      collections,
    ],
    stop() {
      delay.disable()
      observer.disconnect()
    },
  }
}

function one(name: string, type: 'counter' | 'gauge', help: string, value: () => number): Family {
  const labels: Labels = {}
  return { name, help, type, samples: () => [{ labels, value: value() }] }
}

/** The number of open files, or nothing if there is no /proc. */
function openFiles(): number[] {
  try {
    return [readdirSync('/proc/self/fd').length]
  } catch {
    return []
  }
}
