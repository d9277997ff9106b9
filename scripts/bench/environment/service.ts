import type { Plan } from '../../../src/features/accounts/index.js'
import { BUILT } from '../../../testbed/service/program.js'
import { start } from '../../../testbed/service/start.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'
import { onAllCores, onFirstCore } from './cpuPinning.js'

/** A temporary directory that is removed after `use`. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = tempDirectory()
  try {
    return await use(directory.path)
  } finally {
    directory.remove()
  }
}

/** Settings of a service in production, without limits that a benchmark could reach. */
export const measuredSettings = (dnsPort: number) => ({
  DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  ANONYMOUS_REQUESTS_PER_MINUTE: '10000000',
  LOG_LEVEL: 'info',
  NODE_ENV: 'production',
})

interface MeasuredServiceOptions {
  /** Additional Node options. */
  readonly nodeOptions?: readonly string[]
  /** Additional settings. */
  readonly env?: Readonly<Record<string, string>>
  /** Plan of the accounts; default: free. */
  readonly plan?: Plan
  /** Whether it may use every core, for benchmarks that put little load on the other ones. Default: the first core only. */
  readonly allCores?: boolean
}

/** Starts the built service with accounts that no limit restricts. @returns the process and the accounts' API keys */
export async function startMeasuredService(
  directory: string,
  dnsPort: number,
  accountCount: number,
  { nodeOptions = [], env, plan, allCores = false }: MeasuredServiceOptions = {},
) {
  const service = await start({
    where: 'process',
    program: BUILT,
    nodeOptions,
    env: { DATA_DIR: directory, ...measuredSettings(dnsPort), ...env },
    commandPrefix: allCores ? onAllCores : onFirstCore,
  })
  const accounts = await service.accounts(accountCount, plan && { plan })
  const { url, pid } = service.apis[0]!
  return { url, pid, stop: service.stop, keys: accounts.map(({ key }) => key) }
}
