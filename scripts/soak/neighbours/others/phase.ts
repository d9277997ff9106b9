// Records the requests of one phase of a measurement.
import type { Served } from './protocol.js'

/** One call or delivery. */
interface Timed {
  readonly from: number
  /** undefined until it has been answered or has arrived. */
  to: number | undefined
  good: boolean
}

/** Records what was sent within one phase, even if the response arrives later. */
export function createPhase() {
  const calls: Timed[] = []
  const questions: Timed[] = []
  const deliveries: Timed[] = []
  let refused = 0

  const start = (list: Timed[], from = performance.now()) => {
    const timed: Timed = { from, to: undefined, good: false }
    list.push(timed)
    return (good = true) => {
      timed.to = performance.now()
      timed.good = good
    }
  }

  return {
    /** @returns a function to call on the response */
    verify: () => start(calls),
    /** @returns a function to call on the response */
    ask: () => start(questions),
    /** A test call was accepted. @param from `performance.now()` when it was sent */
    delivery: (from: number) => start(deliveries, from),
    /** A test call was not accepted, so no delivery is due. */
    refuse: () => void refused++,
    settled: () => [...calls, ...questions, ...deliveries].every(({ to }) => to !== undefined),
    served(): Served {
      const times = timesOf(calls)
      const arrivals = timesOf(deliveries)
      return {
        verify: {
          count: calls.length,
          failed: failedOf(calls),
          p50: quantile(times, 0.5),
          p99: quantile(times, 0.99),
          max: quantile(times, 1),
        },
        mailboxes: { count: questions.length, failed: failedOf(questions) },
        webhooks: {
          sent: deliveries.length,
          refused,
          missing: deliveries.filter(({ to }) => to === undefined).length,
          p50: quantile(arrivals, 0.5),
          max: quantile(arrivals, 1),
        },
      }
    },
  }
}

const failedOf = (list: readonly Timed[]): number => list.filter(({ good }) => !good).length

function timesOf(list: readonly Timed[]): number[] {
  const now = performance.now()
  return list.map(({ from, to }) => (to ?? now) - from).sort((a, b) => a - b)
}

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0) * 10) / 10
