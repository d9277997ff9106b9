import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { client } from '../../test/support/client.js'

/** The root of the project, where programs run. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What `node` is given to run the built program as `npm start` does. */
export const BUILT: readonly string[] = packageJson.scripts.start.split(' ').slice(1, -1)

export interface ProcessOptions {
  /** As `node` is to be called: its options and the program. */
  readonly program: readonly string[]
  /** Settings; nothing else of this process's environment reaches the child but PATH. */
  readonly env: Readonly<Record<string, string>>
  /** Words before `node`, such as taskset with a core. */
  readonly under?: readonly string[]
}

export interface ServiceProcess {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the spawn to the first 200 of /health. */
  readonly startMs: number
  /** All that it printed until now, its log too. */
  printed(): string
  /** SIGTERM, and waits until it is gone. @throws when it does not end with 0 */
  stop(): Promise<void>
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>
}

/** The longest a start may take before it counts as failed. */
const START_MS = 30_000
const HEALTH_EVERY_MS = 5

/** Starts `mailproof serve` as a process of its own on a free port. Resolves once /health says 200. */
export async function startServiceProcess({ program, env, under = [] }: ProcessOptions): Promise<ServiceProcess> {
  const began = performance.now()
  const { child, output } = spawnProgram({ program: [...program, 'serve'], env: { PORT: '0', ...env }, under })
  const ended = once(child, 'exit')
  const url = await untilListening(child, output)
  const { request, close } = client(url)
  while ((await request('GET', '/health')).status !== 200) {
    if (performance.now() - began > START_MS) throw new Error(`not healthy within ${START_MS} ms:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS))
  }
  const startMs = performance.now() - began
  close()

  const diedAlone = (code: number | null, signal: string | null) =>
    console.error(`the service ended by itself (${code ?? signal}):\n${output()}`)
  child.once('exit', diedAlone)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.off('exit', diedAlone)
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return {
    url,
    pid: child.pid!,
    startMs,
    printed: output,
    async stop() {
      await end('SIGTERM')
      if (child.exitCode !== 0) throw new Error(`the service ended with ${child.exitCode}:\n${output()}`)
    },
    kill: () => end('SIGKILL'),
  }
}

/** Runs one of the operator's commands to its end. */
export async function runCommand(
  options: ProcessOptions,
  words: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnProgram({ ...options, program: [...options.program, ...words] })
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

function spawnProgram({ program, env, under = [] }: ProcessOptions): { child: ChildProcess; output: () => string } {
  const [command, ...words] = [...under, process.execPath, ...program]
  const child = spawn(command!, words, { cwd: ROOT, env: { PATH: process.env.PATH, ...env } })
  const killAlong = () => child.kill('SIGKILL')
  process.once('exit', killAlong)
  child.once('exit', () => process.off('exit', killAlong))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  }
  return { child, output: () => text }
}

/** The URL that the service prints; `localhost` may mean ::1 to a client, where it does not listen. */
function untilListening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('says nothing'), START_MS)
    const fail = (what: string) => {
      clearTimeout(timer)
      reject(new Error(`the service ${what}:\n${output()}`))
    }
    child.once('exit', (code, signal) => fail(`ended with ${code ?? signal} before it listened`))
    child.once('error', reject)
    child.stdout!.on('data', () => {
      const [, url] = /listens on (\S+)\n/.exec(output()) ?? []
      if (!url) return
      clearTimeout(timer)
      resolve(url.replace('//localhost:', '//127.0.0.1:'))
    })
  })
}
