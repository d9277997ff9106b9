// One process of the built service: its start, its output, its end.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../callers/client.js'
import { type Ended, startCommandLine } from './program.js'
import type { RunningService } from './service.js'
import type { Settings } from './settings.js'

export type Role = 'all' | 'api' | 'worker'

export interface ProcessOptions {
  readonly role: Role
  readonly env: Settings
  /** Arguments of `node`: options and program. */
  readonly program: readonly string[]
  /** Command that starts Node, for example taskset. */
  readonly commandPrefix: readonly string[]
}

/** One process of a service, and an HTTP client for it. */
export interface ServiceProcess extends Pick<RunningService, 'request'> {
  readonly role: Role
  readonly url: string
  readonly pid: number
  /** Milliseconds from the spawn to the first 200 of /health. */
  readonly startMs: number
  /** All output so far, including the log. */
  printed(): string
  /** Its result, once it has ended by itself or otherwise. */
  ended(): Promise<Ended>
  /** Sends a signal, and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<Ended>
  /** Sends SIGTERM, and waits until it has ended, unless it has already. @throws Error if the exit code is not 0 */
  stop(): Promise<void>
  /** Sends SIGKILL, and waits until it has ended. */
  kill(): Promise<void>
}

const START_TIMEOUT_MS = 30_000
/** Pause after the n-th unsuccessful question, up to a limit: a service that waits for something has work to do. */
const HEALTH_POLL_MS = 5
const MAX_HEALTH_POLL_MS = 50

/** Starts `mailproof serve` in a process of its own. Resolves once /health responds with 200. */
export async function startProcess({ role, env, program, commandPrefix }: ProcessOptions): Promise<ServiceProcess> {
  const startedAt = performance.now()
  const { child, printed, ended } = startCommandLine([...commandPrefix, process.execPath, ...program, 'serve'], {
    ROLE: role,
    ...env,
  })
  let isExpectedToEnd = false
  void ended.then(({ code }) => {
    if (!isExpectedToEnd)
      process.stderr.write(`The service ended unexpectedly (${code ?? 'a signal'}):\n${printed()}\n`)
  })
  const failed = ended.then(({ code }) => {
    throw new Error(`The service ended with ${code ?? 'a signal'} before it listened:\n${printed()}`)
  })
  failed.catch(() => {})

  const late = () => {
    if (performance.now() - startedAt < START_TIMEOUT_MS) return
    child.kill('SIGKILL')
    throw new Error(`The service was not healthy within ${START_TIMEOUT_MS} ms:\n${printed()}`)
  }
  let url: string | undefined
  while (!url) {
    await Promise.race([once(child.stdout, 'data'), failed, sleep(START_TIMEOUT_MS, undefined, { ref: false })])
    url = urlIn(printed())
    late()
  }
  const { request, close } = client(url)
  for (let turn = 1; (await request('GET', '/health')).status !== 200; turn++) {
    late()
    await sleep(Math.min(turn * HEALTH_POLL_MS, MAX_HEALTH_POLL_MS))
  }
  const startMs = performance.now() - startedAt

  const end = (signal: NodeJS.Signals): Promise<Ended> => {
    isExpectedToEnd = true
    close()
    child.kill(signal)
    return ended
  }
  return {
    role,
    url,
    pid: child.pid!,
    startMs,
    request,
    printed,
    ended() {
      isExpectedToEnd = true
      return ended
    },
    end,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const { code } = await end('SIGTERM')
      if (code !== 0) throw new Error(`The service ended with ${code ?? 'a signal'}:\n${printed()}`)
    },
    kill: async () => void (await end('SIGKILL')),
  }
}

/** The URL that the service prints, with 127.0.0.1 for `localhost`, which a client may resolve to ::1. */
const urlIn = (output: string): string | undefined =>
  /listens on (\S+)\n/.exec(output)?.[1]?.replace('//localhost:', '//127.0.0.1:')
