// Figures of a process under attack: event loop, memory, descriptors.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cpuTimeUs, descriptorsOf, residentBytes } from '../../../testbed/procfs.js'

/** Event-loop delay since the last call, in milliseconds. */
export interface Lag {
  readonly p99: number
  readonly max: number
}

const BLOCK_BYTES = 512
const SCRAPE_MS = 5_000

/** Open descriptors of processes. 0 for one that has ended. */
export const descriptorsIn = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (descriptorsOf(pid) || 0), 0)

/** Resident bytes of the largest of some processes. */
export const memoryOf = (pids: readonly number[]): number => Math.max(...pids.map((pid) => residentBytes(pid) || 0))

/** CPU time of processes since their start, in seconds. */
export const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (cpuTimeUs(pid) || 0), 0) / 1e6

/** Bytes that files below a directory occupy. Files of LMDB are sparse: their length is meaningless. */
export function diskOf(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + valueOr0(() => statSync(join(parentPath, name)).blocks * BLOCK_BYTES),
      0,
    )
}

/** Reads and resets the service's event-loop delay; undefined if it does not respond. */
export async function lagOf(metricsUrl: string): Promise<Lag | undefined> {
  try {
    const text = await (await fetch(metricsUrl, { signal: AbortSignal.timeout(SCRAPE_MS) })).text()
    const milliseconds = (statistic: string) => {
      const [, seconds] = new RegExp(`^nodejs_eventloop_lag_${statistic}_seconds (\\S+)`, 'm').exec(text) ?? []
      return Math.round(Number(seconds) * 10_000) / 10
    }
    return { p99: milliseconds('p99'), max: milliseconds('max') }
  } catch {
    return undefined
  }
}

/** A file may disappear between two reads. */
function valueOr0(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}
