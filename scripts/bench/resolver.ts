import { startScript } from './children.js'
import { startFast, startSlow } from './cold.js'
import { leaveFirstCore, pinning } from './cores.js'
import { type Report, times } from './report.js'
import type { PairResult } from './resolverPair.js'

export interface ResolverBenchOptions {
  /** Path of a built checkout. */
  readonly before: string
  readonly slices: number
  readonly milliseconds: number
  readonly inFlight: readonly number[]
  /** Delay of the slower of the two DNS servers, in milliseconds. */
  readonly delay: number
}

/** Difference between two equal builds on a shared machine. */
const NOISE = 0.03

/** Look-ups a second and CPU for each, of the resolver of this checkout against that of another one. */
export async function benchResolver(options: ResolverBenchOptions): Promise<Report> {
  const { before, slices, milliseconds, inFlight, delay } = options
  leaveFirstCore()
  const measured: { readonly dns: string; readonly count: number; readonly result: PairResult }[] = []
  for (const start of [startFast, () => startSlow(delay)]) {
    const dns = await start()
    try {
      for (const count of inFlight) {
        const words = [dns.port, count, slices, milliseconds, before, '.'].map(String)
        const { line } = await startScript('resolverPair.ts', words, true)
        measured.push({ dns: dns.name, count, result: JSON.parse(line) as PairResult })
      }
    } finally {
      await dns.stop()
    }
  }
  return {
    benchmark: 'The resolver: this build ÷ another one',
    settings: {
      pinning,
      before,
      slices: `${slices} of ${milliseconds} ms of each, in one process, alternating; medians`,
      ratios: 'medians over pairs of slices',
    },
    columns: ['DNS', 'in flight', 'before/s', 'after/s', 'ratio', 'CPU before, µs', 'after, µs', 'ratio'],
    rows: measured.map(({ dns, count, result }) => [
      dns,
      String(count),
      result.before,
      result.after,
      times(result.rateRatio),
      result.cpuBefore,
      result.cpuAfter,
      times(result.cpuRatio),
    ]),
    targets: measured.flatMap(({ dns, count, result }) => [
      { what: `look-ups/s, ${dns}, ${count} in flight`, measured: result.rateRatio, atLeast: 1 - NOISE },
      { what: `CPU, ${dns}, ${count} in flight`, measured: result.cpuRatio, atMost: 1 + NOISE },
    ]),
  }
}
