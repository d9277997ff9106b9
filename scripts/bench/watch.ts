import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Event-loop delay of a service, in milliseconds. */
export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

const SCRIPT = fileURLToPath(new URL('watchLoop.mjs', import.meta.url))
const ANSWERS_WITHIN_MS = 30_000

/** Lets a service measure its own event loop: pass `preload` when starting it. */
export function createLoopWatch(directory: string) {
  const file = join(directory, 'loop-delays')
  let read = 0

  const lines = async (): Promise<string[]> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')

  return {
    preload: (words: readonly string[]) => ({
      words: ['--import', SCRIPT, ...words],
      env: { WATCH_LOOP_FILE: file },
    }),

    /** Delay since the last call; then collects garbage and resets the histogram. */
    async take(pid: number): Promise<LoopDelay> {
      process.kill(pid, 'SIGUSR2')
      const began = performance.now()
      for (;;) {
        const line = (await lines())[read]
        if (line !== undefined) {
          read++
          // The reset takes effect a moment later.
          await sleep(100)
          return JSON.parse(line)
        }
        if (performance.now() - began > ANSWERS_WITHIN_MS) throw new Error('the service does not tell its delays')
        await sleep(20)
      }
    },
  }
}

const EVERY_MS = 25

/** Maximum anonymous memory (RssAnon of /proc) of a process so far, in MB. */
export function watchMemory(pid: number): { readonly peak: () => number; end(): number } {
  let peak = 0
  let ended = false
  const watching = (async () => {
    while (!ended) {
      peak = Math.max(peak, await anonymousMb(pid))
      await sleep(EVERY_MS)
    }
  })()
  watching.catch(() => {})
  return {
    peak: () => peak,
    end() {
      ended = true
      return peak
    },
  }
}

/** Linux only. */
export async function anonymousMb(pid: number): Promise<number> {
  const [, kilobytes] = /RssAnon:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** What the event loop's thread had of its core so far: seconds that it ran, and that it was kept waiting by others. */
export async function shareOfCore(pid: number): Promise<{ readonly ran: number; readonly waited: number }> {
  const [ran, waited] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ').map(Number)
  return { ran: ran! / 1e9, waited: waited! / 1e9 }
}
