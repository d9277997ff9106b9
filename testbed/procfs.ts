// What Linux says of a process in /proc: time, memory, descriptors.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The unit of CPU times in /proc: USER_HZ, which is 100 on every platform that Node supports. */
const TICK_US = 10_000
/** Indices of utime and stime among the fields after the program's name (proc_pid_stat(5)). */
const USER_TIME = 11
const SYSTEM_TIME = 12
const PAGE_BYTES = 4_096
const MEMORY_SAMPLE_MS = 25

/** CPU time that a process with all its threads has used, in microseconds, rounded to 10 ms; NaN without /proc. */
export function cpuTimeUs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_US
  } catch {
    return Number.NaN
  }
}

/** Open descriptors of a process; NaN without /proc, or if it has ended. */
export function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

/** Resident bytes of a process; NaN as above. */
export function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  } catch {
    return Number.NaN
  }
}

/** Memory of a process in MB: all resident pages, or the anonymous ones only. Linux only. */
export async function memoryMb(pid: number, kind: 'VmRSS' | 'RssAnon'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`${kind}:\\s+(\\d+) kB`).exec(status) ?? []
  return Number(kilobytes) / 1_024
}

/** Samples the anonymous memory of a process. @returns a function that stops sampling and returns the maximum in MB */
export function trackPeakMemory(pid: number): () => number {
  let peak = 0
  let stopped = false
  const sampling = (async () => {
    while (!stopped) {
      peak = Math.max(peak, await memoryMb(pid, 'RssAnon'))
      await sleep(MEMORY_SAMPLE_MS)
    }
  })()
  sampling.catch(() => {})
  return () => {
    stopped = true
    return peak
  }
}

/** Scheduling of a process's main thread so far, in seconds: time on a CPU, and time runnable but waiting for one. */
export async function schedulerTimes(pid: number): Promise<{ readonly running: number; readonly waiting: number }> {
  const statistics = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
  const [running, waiting] = statistics.split(' ').map(Number)
  return { running: running! / 1e9, waiting: waiting! / 1e9 }
}
