// How far a process has got that rebuilds its read models before it answers.
import type { Family } from '../kernel/metrics.js'
import { MINUTE_MS } from '../kernel/time.js'

export interface StartProgress {
  /** What is being done, for people. */
  readonly message: string
  /** Which part of the log is folded, from 0 to 1. */
  readonly part: number
  /** Estimated; undefined until it can be estimated. */
  readonly secondsLeft?: number
}

/** Estimates the time left from the parts that are reported. @param now monotonic clock in milliseconds */
export function createStartProgress(now: () => number = () => performance.now()): (part: number) => StartProgress {
  let first: { readonly part: number; readonly at: number } | undefined
  return (part) => {
    const at = now()
    first ??= { part, at }
    const folded = part - first.part
    const millisecondsLeft = folded > 0 ? ((1 - part) / folded) * (at - first.at) : undefined
    const left = millisecondsLeft === undefined ? '' : `, ${timeText(millisecondsLeft)} left`
    const message = `rebuilding the read models from the log: ${Math.floor(part * 100)} %${left}`
    return {
      message,
      part,
      ...(millisecondsLeft !== undefined && { secondsLeft: Math.ceil(millisecondsLeft / 1_000) }),
    }
  }
}

const timeText = (milliseconds: number): string =>
  milliseconds < 2 * MINUTE_MS
    ? `about ${Math.ceil(milliseconds / 1_000)} s`
    : `about ${Math.ceil(milliseconds / MINUTE_MS)} min`

/** Gauges of the progress. @param progress undefined before and after */
export function instrumentStart(progress: () => StartProgress | undefined): readonly Family[] {
  const gauge = (name: string, help: string, value: () => number): Family => ({
    name: `mailproof_start_${name}`,
    help,
    type: 'gauge',
    labels: [],
    samples: () => [{ labels: {}, value: value() }],
  })
  return [
    gauge(
      'progress_ratio',
      'Part of the log that the read models have folded before the process answers, from 0 to 1; 1 once it answers.',
      () => progress()?.part ?? 1,
    ),
    gauge(
      'seconds_left',
      'Estimated seconds until the process answers; 0 once it does, and while unknown.',
      () => progress()?.secondsLeft ?? 0,
    ),
  ]
}
