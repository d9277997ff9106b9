import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The checkout in which a user would run the program. */
const HOME = fileURLToPath(new URL('../../', import.meta.url))
const MAIN = join(HOME, 'dist', 'main.js')
/** The compiler writes one of them last, regardless of the caller; the other records that nothing had to be written. */
const STAMPS = ['.tsbuildinfo', '.tested'].map((name) => join(HOME, 'dist', name))
const LOCK = join(HOME, 'node_modules', '.mailproof-build')
/** Timeout after which a build counts as dead. */
const LOCK_LIFE_MS = 120_000

export type Settings = Readonly<Record<string, string>>

export interface Ended {
  /** null when ended by a signal. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Program {
  /** The URL that it listens on. */
  readonly url: string
  readonly pid: number
  /** All output so far. */
  printed(): string
  /** The result, once it has ended. */
  readonly ended: Promise<Ended>
  /** Sends the signal to the node process and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Ended>
}

const environment = (settings: Settings): Settings => ({
  PATH: process.env.PATH ?? '',
  LOG_LEVEL: 'error',
  ...settings,
})

/**
 * Starts `mailproof serve` as built, and waits until it prints its address.
 * @throws Error when it ends instead
 */
export async function startProgram(settings: Settings): Promise<Program> {
  await buildProgram()
  const child = spawn(process.execPath, [MAIN, 'serve'], { cwd: HOME, env: environment(settings) })
  const output = collect(child)
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...output }))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /listens on (http:\/\/\S+)[\s\S]*\n\n$/.exec(output.stdout)
      if (found) resolve(found[1]!)
    })
    void ended.then(({ code, stderr }) => reject(new Error(`it ended with ${code} and said: ${stderr}`)))
  })
  return {
    url,
    pid: child.pid!,
    printed: () => output.stdout,
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs one command line of the built program to its end. */
export async function runProgram(words: readonly string[], settings: Settings): Promise<Ended> {
  await buildProgram()
  return run(process.execPath, [MAIN, ...words], settings)
}

/** Starts one command line of the built program, to be interrupted. `printed` is its output for people. */
export async function startCommand(words: readonly string[], settings: Settings): Promise<Omit<Program, 'url'>> {
  await buildProgram()
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: HOME, env: environment(settings) })
  const output = collect(child)
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...output }))
  return {
    pid: child.pid!,
    printed: () => output.stderr,
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs a script with bash, like a user who pastes it. */
export const runShell = (script: string, settings: Settings = {}): Promise<Ended> =>
  run('bash', ['-c', script], settings)

async function run(file: string, words: readonly string[], settings: Settings): Promise<Ended> {
  const child = execFile(file, words, { cwd: HOME, env: environment(settings), maxBuffer: 64 * 1024 * 1024 })
  const output = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  return output
}

let building: Promise<void> | undefined

/** Builds the program as `npm run build` does, unless nothing has changed; one build at a time. */
export function buildProgram(): Promise<void> {
  building ??= locked(async () => {
    const built = Math.max(...(await Promise.all(STAMPS.map(timeOf))))
    if ((await newest(join(HOME, 'src'))) < built) return
    const { code, stdout } = await run(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
      {},
    )
    if (code !== 0) throw new Error(`the build failed:\n${stdout}`)
    const bundled = await run(process.execPath, ['scripts/package/bundleTracing.mjs'], {})
    if (bundled.code !== 0) throw new Error(`the build failed:\n${bundled.stderr}`)
    await chmod(MAIN, 0o755)
    await writeFile(STAMPS[1]!, '')
  })
  return building
}

async function locked(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await mkdir(LOCK)
      break
    } catch {
      const age = Date.now() - (await timeOf(LOCK))
      if (age > LOCK_LIFE_MS) await rm(LOCK, { recursive: true, force: true })
      else await sleep(100)
    }
  }
  try {
    await work()
  } finally {
    await rm(LOCK, { recursive: true, force: true })
  }
}

async function newest(folder: string): Promise<number> {
  const times = (await readdir(folder, { recursive: true })).map((name) => timeOf(join(folder, name)))
  return Math.max(...(await Promise.all(times)))
}

/** Milliseconds; 0 if it is missing. */
const timeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
