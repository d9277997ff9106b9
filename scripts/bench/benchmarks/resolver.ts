import { startScript } from '../environment/childProcess.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { startDelayedDns, startImmediateDns } from '../environment/dnsServers.js'
import type { PairResult } from '../environment/resolverPairProcess.js'
import { type Report, times } from '../report.js'

export interface ResolverOptions {
  /** Path of another built checkout. */
  readonly before: string
  readonly slices: number
  readonly milliseconds: number
  readonly inFlight: readonly number[]
  /** Delay of the slower of the two DNS servers, in milliseconds. */
  readonly delay: number
}

interface Measured {
  readonly dns: string
  readonly concurrency: number
  readonly result: PairResult
}

/** Difference between two equal builds on a shared machine. */
const NOISE = 0.03

/** Lookups per second and CPU per lookup of this checkout's resolver, against the resolver of another checkout. */
export async function benchResolver(options: ResolverOptions): Promise<Report> {
  const { before, slices, milliseconds, inFlight, delay } = options
  leaveFirstCore()
  const measured: Measured[] = []
  for (const start of [startImmediateDns, () => startDelayedDns(delay)]) {
    const dns = await start()
    try {
      for (const concurrency of inFlight) {
        const args = [dns.port, concurrency, slices, milliseconds, before, '.'].map(String)
        const { line } = await startScript('resolverPairProcess.ts', args, true)
        measured.push({ dns: dns.name, concurrency, result: JSON.parse(line) as PairResult })
      }
    } finally {
      await dns.stop()
    }
  }
  return {
    benchmark: 'The resolver: this build ÷ another build',
    settings: {
      pinning,
      before,
      slices: `${slices} of ${milliseconds} ms each, in one process, alternating; medians`,
      ratios: 'medians over pairs of slices',
    },
    columns: ['DNS', 'in flight', 'before/s', 'after/s', 'ratio', 'CPU before, µs', 'CPU after, µs', 'CPU ratio'],
    rows: measured.map(({ dns, concurrency, result }) => [
      dns,
      String(concurrency),
      result.before,
      result.after,
      times(result.rateRatio),
      result.cpuBefore,
      result.cpuAfter,
      times(result.cpuRatio),
    ]),
    targets: measured.flatMap(({ dns, concurrency, result }) => [
      { what: `look-ups/s, ${dns}, ${concurrency} in flight`, measured: result.rateRatio, atLeast: 1 - NOISE },
      { what: `CPU per look-up, ${dns}, ${concurrency} in flight`, measured: result.cpuRatio, atMost: 1 + NOISE },
    ]),
  }
}
