import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Runs inside the measured service (`--import`). At every SIGUSR2 it collects garbage, writes how late the event loop
 * was since the last one as a line of JSON to WATCH_LOOP_FILE, and begins anew.
 */
const RESOLUTION_MS = 5
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** The histogram records the time between two timers; one resolution is on time. */
const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)

process.on('SIGUSR2', () => {
  const line = { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), most: late(delays.max) }
  collectGarbage()
  appendFileSync(process.env.WATCH_LOOP_FILE, `${JSON.stringify(line)}\n`)
  // Excludes the garbage collection above.
  setTimeout(() => delays.reset(), 4 * RESOLUTION_MS)
})
