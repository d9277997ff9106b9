// The built program: builds and bundles it when the sources are newer, and runs its command lines.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../files.js'
import { tempDirectory } from '../tempDirectory.js'
import { newSecret, type Settings } from './settings.js'

/** Node options and program of `npm start`, which is `exec node <options> <program> serve`. */
export const BUILT: readonly string[] = packageJson.scripts.start.split(' ').slice(2, -1)
/** The same program in a few files, which starts in a third of the time: see `bundleProgram.mjs`. */
export const BUNDLED = [...BUILT.slice(0, -1), join(ROOT, 'testbed', 'service', 'bundledProgram.cjs')]
/** The compiler writes one of them last, regardless of the caller; the other records that nothing had to be written. */
const STAMPS = ['.tsbuildinfo', '.tested'].map((name) => join(ROOT, 'dist', name))
const BUNDLER = join(ROOT, 'testbed', 'service', 'bundleProgram.mjs')
/** What V8 made of the bundle, written last. */
const CODE = join(ROOT, 'node_modules', '.mailproof-program', 'code')
/** npm writes it whenever it installs. */
const PACKAGES = join(ROOT, 'node_modules', '.package-lock.json')
const LOCK = join(ROOT, 'node_modules', '.mailproof-build')
/** Timeout after which a build counts as dead. */
const LOCK_LIFE_MS = 120_000

export interface Ended {
  /** null when ended by a signal. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A program that runs. */
export interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** All output so far. */
  printed(): string
  readonly ended: Promise<Ended>
}

/** Starts a program with these settings; of this process's environment it inherits only PATH. It ends with this process. */
export function startCommandLine(words: readonly string[], settings: Settings): Started {
  const [command, ...args] = words
  const child = spawn(command!, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  const output = { stdout: '', stderr: '', both: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
      output.both += text
    })
  }
  const ended = once(child, 'close').then(([code]): Ended => ({ code, stdout: output.stdout, stderr: output.stderr }))
  return { child, printed: () => output.both, ended }
}

/** Starts one command line of the built program, to be interrupted. */
export async function startCommand(words: readonly string[], settings: Settings) {
  await buildProgram()
  const { child, printed, ended } = startCommandLine([process.execPath, ...BUNDLED, ...words], logErrors(settings))
  return {
    printed,
    ended,
    end(signal: NodeJS.Signals): Promise<Ended> {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs one command line of the built program, or of another build, to its end. */
export async function runProgram(
  words: readonly string[],
  settings: Settings,
  program: readonly string[] = BUNDLED,
): Promise<Ended> {
  if (program === BUNDLED) await buildProgram()
  return startCommandLine([process.execPath, ...program, ...words], logErrors(settings)).ended
}

/** Runs a script with bash, like a user who pastes it. */
export const runShell = (script: string, settings: Settings = {}): Promise<Ended> =>
  startCommandLine(['bash', '-c', script], logErrors(settings)).ended

const logErrors = (settings: Settings): Settings => ({ LOG_LEVEL: 'error', ...settings })

let building: Promise<void> | undefined

/** Builds the program as `npm run build` does, and bundles it, unless nothing has changed; one build at a time. */
export function buildProgram(): Promise<void> {
  building ??= locked(async () => {
    const built = Math.max(...(await Promise.all(STAMPS.map(timeOf))))
    if ((await newest(join(ROOT, 'src'))) >= built) {
      await run('node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.build.json')
      await run('scripts/package/bundleModules.mjs')
      await chmod(join(ROOT, 'dist', 'main.js'), 0o755)
      await writeFile(STAMPS[1]!, '')
    }
    const last = Math.max(...(await Promise.all([...STAMPS, BUNDLER, PACKAGES].map(timeOf))))
    if ((await timeOf(CODE)) < last) {
      await run(BUNDLER)
      await writeCode()
    }
  })
  return building
}

/** Services that start and end have loaded what others will load: an embedded one, and one that waits for its MongoDB. */
async function writeCode(): Promise<void> {
  const waits: Settings = { MONGODB_URL: 'mongodb://127.0.0.1:9/none', SECRET_KEY: newSecret() }
  for (const settings of [{}, waits]) {
    const { path, remove } = tempDirectory()
    const { child, printed, ended } = startCommandLine([process.execPath, ...BUNDLED, 'serve'], {
      ...settings,
      CODE_CACHE: 'write',
      DATA_DIR: path,
      PORT: '0',
    })
    const endIt = () => /listens on|waiting/.test(printed()) && child.kill('SIGTERM')
    for (const stream of [child.stdout, child.stderr]) stream.on('data', endIt)
    await ended
    remove()
  }
}

async function run(...words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await startCommandLine([process.execPath, ...words], {}).ended
  if (code !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`)
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
