import { readFileSync } from 'node:fs'

/** Of Linux's clock, of which /proc counts: USER_HZ, 100 on every platform node runs on. */
const TICK_US = 10_000
/** Places of utime and stime after the closing parenthesis of the program's name (proc_pid_stat(5)). */
const USER_TIME = 11
const SYSTEM_TIME = 12

/** Microseconds of CPU that a process with all its threads has used, rounded to 10 ms; NaN where there is no /proc. */
export function cpuTime(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_US
  } catch {
    return Number.NaN
  }
}
