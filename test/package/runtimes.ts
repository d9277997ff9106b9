// Runs the packed client in Deno, Bun and workerd.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../testbed/callers/client.js'
import { ROOT } from '../../testbed/files.js'
import { freePort } from '../../testbed/freePort.js'
import { describeUnless } from '../support/describeUnless.js'
import { execute } from './packages.js'

const DENO = [
  'run',
  '--quiet',
  '--no-lock',
  '--node-modules-dir=manual',
  '--allow-net=localhost,127.0.0.1',
  '--allow-env',
]
const START_TIMEOUT_MS = 60_000
const POLL_MS = 50

/** Runs `exerciseClient` of `test/package/consumers/runtimes` in a project, with its argument. */
export type ExerciseClient = (project: string, given: object) => Promise<unknown>

/** Runtimes other than Node.js, with the setting that holds the path of each; `.ci/run` installs them. */
const RUNTIMES = {
  Deno: { setting: 'DENO_PATH', run: (program: string) => runCommand(program, DENO) },
  Bun: { setting: 'BUN_PATH', run: (program: string) => runCommand(program, ['run']) },
  'workerd, an edge runtime': { setting: 'WORKERD_PATH', run: runWorker },
} as const

/** Tests in each runtime; skipped where it is not installed. */
export function describeInRuntimes(name: string, tests: (exerciseClient: ExerciseClient) => void): void {
  for (const [runtime, { setting, run }] of Object.entries(RUNTIMES)) {
    const program = process.env[setting]
    describeUnless(program ? undefined : `${setting} is not set`, `${name} in ${runtime}`, () =>
      tests((project, given) => {
        cpSync(join(ROOT, 'test/package/consumers/runtimes'), project, { recursive: true })
        return run(program!)(project, given)
      }),
    )
  }
}

const runCommand =
  (program: string, options: readonly string[]): ExerciseClient =>
  async (project, given) => {
    const env = { GIVEN: JSON.stringify(given) }
    const { stdout } = await execute(program, [...options, 'command.mjs'], { cwd: project, env })
    return JSON.parse(stdout)
  }

/** Serves the worker, and sends it a request. */
function runWorker(program: string): ExerciseClient {
  return async (project, given) => {
    const port = await freePort()
    writeFileSync(join(project, 'worker.capnp'), workerConfiguration(project, port))
    const worker = spawn(program, ['serve', 'worker.capnp'], { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] })
    const exited = once(worker, 'exit')
    let printed = ''
    worker.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const { request, close } = client(`http://127.0.0.1:${port}`)
    try {
      await untilListening(() => request('HEAD', '/'))
      const { status, body, text } = await request('POST', '/', { body: given })
      if (status !== 200) throw new Error(`The worker failed: ${text}`)
      return body
    } catch (error) {
      throw new Error(`workerd printed: ${printed}`, { cause: error })
    } finally {
      close()
      worker.kill()
      await exited
    }
  }
}

async function untilListening(connect: () => Promise<unknown>): Promise<void> {
  for (const startedAt = performance.now(); ; await sleep(POLL_MS)) {
    try {
      await connect()
      return
    } catch (error) {
      if (performance.now() - startedAt > START_TIMEOUT_MS) throw error
    }
  }
}

/** The package's modules under the name that programs import; the worker may reach this machine only. */
function workerConfiguration(project: string, port: number): string {
  const folder = 'node_modules/mailproof/dist/client'
  const files = readdirSync(join(project, folder)).filter((name) => name.endsWith('.js'))
  const modules = [
    ['worker.mjs', 'worker.mjs'],
    ['exerciseClient.mjs', 'exerciseClient.mjs'],
    ...files.map((name) => [name === 'index.js' ? 'mailproof/client' : `mailproof/${name}`, `${folder}/${name}`]),
  ]
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [${modules.map(([name, path]) => `(name = "${name}", esModule = embed "${path}")`).join(', ')}],
  compatibilityDate = "2026-01-01",
);
`
}
