import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Preloaded into the measured service (`node --import`). On SIGUSR2 it appends the event-loop delay since the last
 * signal to EVENT_LOOP_DELAY_FILE, as one line of JSON in milliseconds, collects garbage and resets the histogram.
 */
const RESOLUTION_MS = 5
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
histogram.enable()
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** The histogram records the interval between two timers; one resolution of that is not a delay. */
const delayMs = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)

process.on('SIGUSR2', () => {
  const report = {
    p50: delayMs(histogram.percentile(50)),
    p99: delayMs(histogram.percentile(99)),
    max: delayMs(histogram.max),
  }
  collectGarbage()
  appendFileSync(process.env.EVENT_LOOP_DELAY_FILE, `${JSON.stringify(report)}\n`)
  // Excludes the garbage collection above.
  setTimeout(() => histogram.reset(), 4 * RESOLUTION_MS)
})
