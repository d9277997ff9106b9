import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Event-loop delay of a service, in milliseconds. */
export interface EventLoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const PRELOAD = fileURLToPath(new URL('eventLoopMonitorPreload.mjs', import.meta.url))
const REPORT_TIMEOUT_MS = 30_000
const POLL_MS = 20
/** The preloaded module resets its histogram within this time after a report. */
const RESET_MS = 100

/** Lets a service measure the delay of its own event loop: start it with `preload`. */
export function createEventLoopMonitor(directory: string) {
  const file = join(directory, 'loop-delays')
  let reportsRead = 0

  const reports = async (): Promise<string[]> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')

  return {
    /** Node options and settings of the service. */
    preload: (nodeOptions: readonly string[]) => ({
      nodeOptions: ['--import', PRELOAD, ...nodeOptions],
      env: { EVENT_LOOP_DELAY_FILE: file },
    }),

    /** The delay since the last call; also collects garbage and resets the histogram. @throws Error on a timeout */
    async take(pid: number): Promise<EventLoopDelay> {
      process.kill(pid, 'SIGUSR2')
      const deadline = performance.now() + REPORT_TIMEOUT_MS
      for (;;) {
        const line = (await reports())[reportsRead]
        if (line !== undefined) {
          reportsRead++
          await sleep(RESET_MS)
          return JSON.parse(line)
        }
        if (performance.now() > deadline) throw new Error('The service did not report its event-loop delay.')
        await sleep(POLL_MS)
      }
    },
  }
}
