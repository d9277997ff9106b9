/** Runs the project's checks concurrently, one per core, the longest first. Exit code 1 if one of them fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import packageJson from '../package.json' with { type: 'json' }

const PREFIX = 'check:'
const checks = Object.entries(packageJson.scripts).filter(([name]) => name.startsWith(PREFIX))

/** Runs one check and prints its output in one piece. */
async function run(name: string, command: string): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.slice(PREFIX.length)}, ${seconds} s\n${output}`.trimEnd())
  return code === 0
}

async function runWorker(): Promise<boolean> {
  let passed = true
  for (let next = checks.shift(); next; next = checks.shift()) passed = (await run(...next)) && passed
  return passed
}

const results = await Promise.all(Array.from({ length: availableParallelism() }, runWorker))
process.exitCode = results.every(Boolean) ? 0 : 1
