// Measures from outside how long a request holds a service's event loop.
import { readFileSync } from 'node:fs'
import { client } from '../callers/client.js'

/** Other programs share the machine; delays caused by the service occur on every attempt. */
const TRIES = 12

export interface WatchedLoop {
  /**
   * The longest time that the process's event loop was blocked by a request, in milliseconds without the time in which
   * other programs had the CPU: the minimum of several attempts, which end with the first that is short enough.
   */
  held(send: () => Promise<unknown>, shortEnough: number): Promise<number>
  close(): void
}

interface Scheduled {
  /** Nanoseconds on a CPU. */
  readonly ran: number
  /** Nanoseconds that it was ready to run, but another program ran. */
  readonly waited: number
}

/** Watches the event loop of a service by its own histogram. @param metricsPort its METRICS_PORT */
export function eventLoopOf({ pid }: { readonly pid: number }, metricsPort: number): WatchedLoop {
  const { request, close } = client(`http://127.0.0.1:${metricsPort}`)

  /** Since the previous reading. */
  async function longest(): Promise<number> {
    const { text } = await request('GET', '/metrics')
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)![1]) * 1_000
  }

  return {
    async held(send, shortEnough) {
      let least = Infinity
      for (let attempt = 0; attempt < TRIES && least > shortEnough; attempt++) {
        await longest()
        const before = mainThreadOf(pid)
        await send()
        least = Math.min(least, (await longest()) * shareOfCpu(before, mainThreadOf(pid)))
      }
      return least
    },
    close,
  }
}

/** What Linux says of the main thread, in /proc/<pid>/schedstat; elsewhere, as if the machine were its own. */
function mainThreadOf(pid: number): Scheduled {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number)
    return { ran, waited }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

/** Of the time in which the thread could run, the part in which it did. */
function shareOfCpu(before: Scheduled, after: Scheduled): number {
  const [ran, waited] = [after.ran - before.ran, after.waited - before.waited]
  return waited > 0 ? ran / (ran + waited) : 1
}
