// Runs the service of a built checkout.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import { freePort } from '../../../testbed/freePort.js'

const POLL_MS = 5
const START_TIMEOUT_MS = 60_000

/** Arguments of `node` in the start command of a built checkout, with an absolute path of the program, without `serve`. */
export function programOf(root: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const words: string[] = scripts.start.replace(/^exec /, '').split(' ')
  return [...words.slice(1, -2), join(root, words.at(-2)!)]
}

export interface NpmStart {
  /** Of the service itself, not of npm. */
  readonly pid: number
  /** Milliseconds from the spawn of npm to the first 200 of /health. */
  readonly startMs: number
  stop(): Promise<void>
}

/** Runs `npm start` in a built checkout. @param env settings; of this process's environment it inherits only PATH and HOME */
export async function npmStart(root: string, env: Readonly<Record<string, string>>): Promise<NpmStart> {
  const port = await freePort()
  const startedAt = performance.now()
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, npm_config_update_notifier: 'false', ...env, PORT: String(port) },
    stdio: 'ignore',
  })
  const exited = once(npm, 'exit')
  try {
    await untilHealthy(npm, port, startedAt)
  } catch (error) {
    npm.kill()
    throw error
  }
  const startMs = performance.now() - startedAt
  const pid = serviceIn(npm.pid!)
  return {
    pid,
    startMs,
    async stop() {
      process.kill(pid, 'SIGTERM')
      await exited
    },
  }
}

async function untilHealthy(npm: ChildProcess, port: number, startedAt: number): Promise<void> {
  const { request, close } = client(`http://127.0.0.1:${port}`)
  const isHealthy = () =>
    request('GET', '/health').then(
      ({ status }) => status === 200,
      () => false,
    )
  try {
    while (!(await isHealthy())) {
      if (npm.exitCode !== null) throw new Error(`npm start exited with code ${npm.exitCode}.`)
      if (performance.now() - startedAt > START_TIMEOUT_MS) throw new Error('npm start: the service is not healthy.')
      await sleep(POLL_MS)
    }
  } finally {
    close()
  }
}

/** The process without children below npm. */
function serviceIn(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((text) => text !== '')
  return child === undefined ? pid : serviceIn(Number(child))
}
