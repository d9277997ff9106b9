// The shipped Caddy in front of one process: its Caddyfile with the addresses of this machine.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readText } from '../../../testbed/files.js'
import { freePort } from '../../../testbed/freePort.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'

const START_MS = 10_000

export interface CaddyProxy {
  readonly url: string
  kill(): Promise<void>
}

export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0

/** The shipped Caddyfile with one upstream instead of Docker's names, and another port for its health check. */
export function caddyfileFor(upstream: string, healthPort: number): string {
  const adapted = readText('deploy/caddy/Caddyfile')
    .replace(/dynamic a \{[^}]*\}/, `to ${upstream}`)
    .replace(/^:2020 /m, `:${healthPort} `)
  if (!adapted.includes(`to ${upstream}`) || !adapted.includes(`:${healthPort} `))
    throw new Error('deploy/caddy/Caddyfile has changed; adapt caddyfileFor to it.')
  return adapted
}

/** @param service URL of the process behind it @throws Error if it does not start */
export async function startCaddy(service: string): Promise<CaddyProxy> {
  const { path: directory, remove } = tempDirectory()
  const [port, healthPort] = [await freePort(), await freePort()]
  const file = join(directory, 'Caddyfile')
  writeFileSync(file, caddyfileFor(new URL(service).host, healthPort))
  const env = { HOME: directory, PATH: process.env.PATH, SITE_ADDRESS: `:${port}` }
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const exited = once(child, 'exit').finally(() => process.off('exit', killChild))
  const kill = async () => {
    killChild()
    await exited
    remove()
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_MS
  while (!(await fetch(`${url}/health/live`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await kill()
      throw new Error('Caddy did not start.')
    }
    await sleep(50)
  }
  return { url, kill }
}
