import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { client } from '../callers/client.js'

/** Root of the project; working directory of child processes. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Node options and program of `npm start`, which is `exec node <options> <program> serve`. */
export const BUILT: readonly string[] = packageJson.scripts.start.split(' ').slice(2, -1)

export interface ProcessOptions {
  /** Arguments of `node`: options and program. */
  readonly program: readonly string[]
  /** Settings. Of this process's environment the child inherits only PATH. */
  readonly env: Readonly<Record<string, string>>
  /** Command prefix, for example taskset. */
  readonly commandPrefix?: readonly string[]
}

export interface ServiceProcess {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the spawn to the first 200 of /health. */
  readonly startMs: number
  /** All output so far, including the log. */
  printed(): string
  /** Sends SIGTERM and waits for the exit. @throws Error if the exit code is not 0 */
  stop(): Promise<void>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

const START_TIMEOUT_MS = 30_000
const HEALTH_POLL_MS = 5

/** Starts `mailproof serve` as a child process on a free port. Resolves once /health responds with 200. */
export async function startServiceProcess({
  program,
  env,
  commandPrefix = [],
}: ProcessOptions): Promise<ServiceProcess> {
  const startedAt = performance.now()
  const { child, output } = spawnProgram({ program: [...program, 'serve'], env: { PORT: '0', ...env }, commandPrefix })
  const exited = once(child, 'exit')
  const url = await untilListening(child, output)
  const { request, close } = client(url)
  while ((await request('GET', '/health')).status !== 200) {
    if (performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`The service was not healthy within ${START_TIMEOUT_MS} ms:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, HEALTH_POLL_MS))
  }
  const startMs = performance.now() - startedAt
  close()

  const reportEarlyExit = (code: number | null, signal: string | null) =>
    process.stderr.write(`The service exited unexpectedly (${code ?? signal}):\n${output()}\n`)
  child.once('exit', reportEarlyExit)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.off('exit', reportEarlyExit)
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  return {
    url,
    pid: child.pid!,
    startMs,
    printed: output,
    async stop() {
      await end('SIGTERM')
      if (child.exitCode !== 0) throw new Error(`The service exited with code ${child.exitCode}:\n${output()}`)
    },
    kill: () => end('SIGKILL'),
  }
}

/** Runs a CLI command and waits for its exit. */
export async function runCommand(
  options: ProcessOptions,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnProgram({ ...options, program: [...options.program, ...args] })
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

function spawnProgram({ program, env, commandPrefix = [] }: ProcessOptions): {
  child: ChildProcess
  output: () => string
} {
  const [command, ...args] = [...commandPrefix, process.execPath, ...program]
  const child = spawn(command!, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env } })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}

/** The URL that the service prints, with 127.0.0.1 for `localhost`, which a client may resolve to ::1. */
function untilListening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('did not print its URL'), START_TIMEOUT_MS)
    const fail = (what: string) => {
      clearTimeout(timer)
      reject(new Error(`The service ${what}:\n${output()}`))
    }
    child.once('exit', (code, signal) => fail(`exited with ${code ?? signal} before it listened`))
    child.once('error', reject)
    child.stdout!.on('data', () => {
      const [, url] = /listens on (\S+)\n/.exec(output()) ?? []
      if (!url) return
      clearTimeout(timer)
      resolve(url.replace('//localhost:', '//127.0.0.1:'))
    })
  })
}
