// `npm start`: signals, builds, and a port that is taken.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildProgram, runProgram } from '../../testbed/service/program.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const HOME = fileURLToPath(new URL('../../', import.meta.url))
/** What a build needs, and the last build: `npm start` builds what is older than its sources. */
const COPIED = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.declarations.json',
  'src',
  'schema',
  'web',
  'docs',
  'scripts/buildIfStale.mjs',
  'dist',
  'scripts/package',
]
const directory = tempDirectory()
/** A checkout of its own: other tests use the `dist` of this one. */
const checkout = join(directory.path, 'checkout')
const env = { PATH: process.env.PATH ?? '', HOME: directory.path, npm_config_update_notifier: 'false' }

beforeAll(async () => {
  // No other test builds `dist` while it is copied.
  await buildProgram()
  for (const name of COPIED.filter((each) => existsSync(join(HOME, each)))) {
    const to = dirname(join(checkout, name))
    mkdirSync(to, { recursive: true })
    // Unlike cpSync, it keeps the times of directories.
    await promisify(execFile)('cp', ['-a', join(HOME, name), to])
  }
  symlinkSync(join(HOME, 'node_modules'), join(checkout, 'node_modules'))
  // Builds that are not older than their sources.
  mkdirSync(join(checkout, 'dist', 'public'), { recursive: true })
  for (const file of ['.built', 'public/.built', 'public/index.html']) writeFileSync(join(checkout, 'dist', file), '')
})
afterAll(() => directory.remove())

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Resolves once the service says that it listens. @throws Error if it ends instead */
async function listening(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const piece of child.stdout!) {
    text += piece
    const url = /listens on (http:\S+)/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error(`it ended: ${text}`)
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to npm start stops the service and releases the data directory',
  async (signal) => {
    const dataDirectory = join(directory.path, signal)
    const settings = { ...env, PORT: '0', DATA_DIR: dataDirectory }
    const npm = spawn('npm', ['start'], { cwd: checkout, env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
    let log = ''
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    const ended = once(npm, 'close')
    await listening(npm)
    const lock = join(dataDirectory, 'serve.lock')
    const { pid } = JSON.parse(readFileSync(lock, 'utf8'))
    expect(isAlive(pid)).toBe(true)
    npm.kill(signal)
    await ended
    expect(isAlive(pid)).toBe(false)
    expect(readFileSync(lock, 'utf8')).toBe('')
    expect(log).toContain('the service has stopped')
  },
)

test('npm start builds only when sources have changed', async () => {
  const path = join(checkout, 'package.json')
  const original = readFileSync(path, 'utf8')
  const { scripts, ...manifest } = JSON.parse(original)
  const counted = Object.fromEntries(
    ['service', 'pages'].map((name) => [
      `build:${name}`,
      `echo built ${name} && touch dist/${name === 'pages' ? 'public/' : ''}.built`,
    ]),
  )
  const prestart = async () => {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'prestart'], { cwd: checkout, env })
    return stdout
  }
  expect(await prestart()).toBe('')
  // Both are built from it.
  writeFileSync(path, JSON.stringify({ ...manifest, scripts: { ...scripts, ...counted } }))
  expect(await prestart()).toMatch(/built service.*built pages/s)
  cpSync(join(HOME, 'src', 'version.ts'), join(checkout, 'src', 'version.ts'))
  expect(await prestart()).toMatch(/built service/)
  expect(await prestart()).toBe('')
  writeFileSync(path, original)
})

test('the bin is executable after dist was removed and built again', async () => {
  rmSync(join(checkout, 'dist'), { recursive: true })
  await promisify(execFile)('npm', ['run', 'build:service'], { cwd: checkout, env })
  expect(statSync(join(checkout, 'dist', 'main.js')).mode & 0o111).toBe(0o111)
  const { stdout } = await promisify(execFile)('npx', ['--no', 'mailproof', '--version'], { cwd: checkout, env })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a port that is taken is one line, also on a first start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const start = (attempt: number) =>
    runProgram(['serve'], {
      PORT: String(port),
      DATA_DIR: join(directory.path, `taken-${attempt}`),
      LOG_LEVEL: 'info',
    })
  for (const { code, stderr } of await Promise.all([1, 2, 3].map(start))) {
    expect(code).toBe(2)
    expect(stderr).toMatch(/^mailproof: listen EADDRINUSE[^\n]+choose another PORT\.\n$/)
  }
  other.close()
})
