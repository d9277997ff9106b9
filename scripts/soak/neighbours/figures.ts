// Figures of a process under attack: event loop, memory, descriptors.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Event-loop delay since the last call, in milliseconds. */
export interface Lag {
  readonly p99: number
  readonly max: number
}

/** USER_HZ of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4_096
const BLOCK_BYTES = 512
const SCRAPE_MS = 5_000

/** Open descriptors of processes. 0 for one that has ended. */
export const descriptorsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + valueOr0(() => readdirSync(`/proc/${pid}/fd`).length), 0)

/** Resident bytes of the largest of some processes. */
export const memoryOf = (pids: readonly number[]): number =>
  Math.max(
    ...pids.map((pid) => valueOr0(() => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES)),
  )

/** CPU time of processes since their start, in seconds (proc_pid_stat(5), utime and stime). */
export const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + valueOr0(() => ticksIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))), 0) /
  TICKS_PER_SECOND

/** The name of the program, in parentheses, may contain blanks. */
function ticksIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

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

/** A file or process may disappear between two reads. */
function valueOr0(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}
