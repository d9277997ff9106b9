// Runs processes in the memory of a container: in a cgroup where this process may create one, otherwise with V8's limit alone.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCompose } from '../../../testbed/composeFiles.js'

export interface MemoryLimit {
  /** What was limited, for the report. */
  readonly description: string
  /** Command that starts a process below the limit. */
  readonly commandPrefix: readonly string[]
  readonly nodeOptions: readonly string[]
  /** After the processes have ended. */
  remove(): void
}

const UNITS: Readonly<Record<string, number>> = { m: 1_048_576, g: 1_073_741_824 }
const ROOT = '/sys/fs/cgroup'
const MB = 1_048_576

/** Bytes, of a text such as `512m`, `1g`, or `container`: what the Compose file of a deployment sets. @throws Error if it is neither */
export function memoryBytes(text: string, shape: 1 | 2): number {
  const { services } = readCompose(shape === 1 ? 'compose.embedded.yml' : 'docker-compose.yml')
  const service = services[shape === 1 ? 'mailproof' : 'api']!
  const size = text === 'container' ? service.deploy!.resources.limits.memory : text
  const [, digits, unit] = /^(\d+)([mg])$/.exec(size) ?? []
  if (!digits || !unit) throw new Error(`"${text}" is no amount of memory. Write 512m, 1g or container.`)
  return Number(digits) * UNITS[unit]!
}

/** One limit for all processes that are started with it, as in one container. */
export function limitMemory(bytes: number): MemoryLimit {
  const size = `${Math.round(bytes / MB)} MiB`
  try {
    const directory = createGroup(bytes)
    return {
      description: `all processes of the service in one cgroup of ${size}`,
      commandPrefix: ['sh', '-c', `echo $$ > ${join(directory, 'cgroup.procs')} && exec "$@"`, 'sh'],
      nodeOptions: [],
      remove: () => rmdirSync(directory),
    }
  } catch (error) {
    // Node takes half of the memory that a container has, up to 4 GB, for old objects.
    const old = Math.round(bytes / 2 / MB)
    return {
      description: `--max-old-space-size=${old} for ${size} (no cgroup: ${(error as Error).message})`,
      commandPrefix: [],
      nodeOptions: [`--max-old-space-size=${old}`],
      remove: () => {},
    }
  }
}

/** @throws Error if this process may not create groups, or there are none */
function createGroup(bytes: number): string {
  const isVersion2 = existsSync(join(ROOT, 'cgroup.controllers'))
  const parent = isVersion2 ? ROOT : join(ROOT, 'memory')
  const directory = join(parent, `mailproof-${process.pid}-${Date.now()}`)
  mkdirSync(directory)
  try {
    if (isVersion2) {
      if (!readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8').includes('memory'))
        writeFileSync(join(parent, 'cgroup.subtree_control'), '+memory')
      writeFileSync(join(directory, 'memory.max'), `${bytes}`)
    } else writeFileSync(join(directory, 'memory.limit_in_bytes'), `${bytes}`)
  } catch (error) {
    rmdirSync(directory)
    throw error
  }
  return directory
}
