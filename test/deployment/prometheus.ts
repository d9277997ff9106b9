// Starts a real Prometheus for tests.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../testbed/eventually.js'
import { freePort } from '../../testbed/freePort.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeUnless } from '../support/describeUnless.js'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0

/** Tests that need `prometheus` and `promtool` (Debian's package prometheus; `.ci/run` installs it). */
export function describePrometheus(name: string, tests: () => void): void {
  const isComplete = isInstalled('prometheus') && isInstalled('promtool')
  describeUnless(isComplete ? undefined : 'prometheus is not installed', name, tests)
}

/** Runs promtool. @returns its exit code and everything that it printed */
export async function promtool(args: readonly string[], input = ''): Promise<{ code: number; output: string }> {
  const child = spawn('promtool', args)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output }
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Prometheus {
  /** The value of an expression now. @throws Error if it is not valid */
  query(expression: string): Promise<Sample[]>
  stop(): Promise<void>
}

/** Starts a Prometheus that scrapes these ports of 127.0.0.1 every second, and waits until it has scraped each twice. */
export async function startPrometheus(ports: readonly number[], rules: string): Promise<Prometheus> {
  const directory = tempDirectory()
  const port = await freePort()
  const config = join(directory.path, 'prometheus.yml')
  const targets = ports.map((each) => `127.0.0.1:${each}`)
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'mailproof', static_configs: [{ targets }] }],
    }),
  )
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )

  async function query(expression: string): Promise<Sample[]> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression }),
    })
    const { status, error, data } = (await response.json()) as Response
    if (status !== 'success') throw new Error(`${expression}: ${error}`)
    return data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }))
  }

  const scrapedTwice = () =>
    query('count_over_time(up{job="mailproof"}[1m]) >= 2 and up == 1').catch((): Sample[] => [])
  await eventually(scrapedTwice, (found) => found.length === ports.length)

  return {
    query,
    async stop() {
      await end(child)
      directory.remove()
    },
  }
}

interface Response {
  readonly status: string
  readonly error?: string
  readonly data: {
    readonly result: readonly { readonly metric: Record<string, string>; readonly value: readonly [number, string] }[]
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill()
  await closed
}
