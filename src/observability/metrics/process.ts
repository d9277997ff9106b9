import { readdirSync } from 'node:fs'
import { constants, monitorEventLoopDelay, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks'
import { createHistogram, type Family, type Labels } from '../../kernel/metrics.js'

/** What Node's types leave out. */
interface Collection {
  readonly detail: NodeGCPerformanceDetail
}

/** Milliseconds between two looks at the event loop. */
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
 * CPU, memory, event loop and garbage collection of this process, under the names that Prometheus's client for Node
 * gives them, so that everybody's dashboards know them. Costs a timer and an observer from now on.
 */
export function processMetrics(): { readonly families: readonly Family[]; stop(): void } {
  const collections = createHistogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Garbage collections by kind.',
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
  const began = Date.now() / 1_000 - process.uptime()

  const lag: Family = {
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop was, since the last time somebody asked.',
    type: 'gauge',
    samples() {
      // What is measured is the time between two looks.
      const late = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS) / 1_000
      const told =
        delay.count === 0 ? [0, 0, 0] : [late(delay.percentile(50)), late(delay.percentile(99)), late(delay.max)]
      delay.reset()
      return ['0.5', '0.99', '1'].map((quantile, index) => ({ labels: { quantile }, value: told[index]! }))
    },
  }

  return {
    families: [
      one('process_cpu_seconds_total', 'counter', 'CPU time that was used.', () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / US_PER_SECOND
      }),
      one('process_start_time_seconds', 'gauge', 'When it was started, since the epoch.', () => began),
      one('process_resident_memory_bytes', 'gauge', 'Memory that it has.', () => process.memoryUsage.rss()),
      {
        name: 'process_open_fds',
        help: 'Open file descriptors; where the system tells them.',
        type: 'gauge',
        samples: () => openFiles().map((value) => ({ labels: {}, value })),
      },
      one('nodejs_heap_size_total_bytes', 'gauge', 'Heap that V8 has.', () => process.memoryUsage().heapTotal),
      one('nodejs_heap_size_used_bytes', 'gauge', 'Heap that is used.', () => process.memoryUsage().heapUsed),
      one(
        'nodejs_external_memory_bytes',
        'gauge',
        'Memory of V8 outside of its heap.',
        () => process.memoryUsage().external,
      ),
      one(
        'nodejs_eventloop_active_seconds_total',
        'counter',
        'Time for which the event loop was not idle.',
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

/** None where there is no /proc. */
function openFiles(): number[] {
  try {
    return [readdirSync('/proc/self/fd').length]
  } catch {
    return []
  }
}
